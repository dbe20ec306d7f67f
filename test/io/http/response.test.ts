// Responses over real sockets: encodings, broken bodies, other protocols.
import type { ServerResponse } from "node:http";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { closedPort, loopback } from "../loopback.ts";
import type { CallFailure } from "../../../src/engine/model/failure.ts";
import { callOf, detailsOf, failureOf } from "./recorder.ts";

const path = "/sdk/v1/tools";
const list = [{ name: "Grüße 👩‍💻", text: "long ".repeat(50_000) }];
const json = JSON.stringify(list);

function encoded(encoding: string): Record<string, string> {
  return { "content-type": "application/json", "content-encoding": encoding };
}

describe("a response is read", () => {
  it.each<[string, (response: ServerResponse) => void]>([
    ["plain", (response) => response.end(json)],
    ["in parts", (response) => (response.write(json.slice(0, 9)), response.end(json.slice(9)))],
    ["with a byte order mark", (response) => response.end(`\uFEFF${json}`)],
    ["with gzip", (response) => response.writeHead(200, encoded("gzip")).end(gzipSync(json))],
    [
      "with deflate",
      (response) => response.writeHead(200, encoded("deflate")).end(deflateSync(json)),
    ],
    ["with br", (response) => response.writeHead(200, encoded("br")).end(brotliCompressSync(json))],
  ])("%s", async (_, respond) => {
    await using server = await loopback((_request, response) => respond(response));
    expect(await callOf({ baseUrl: server.url })("GET", path)).toEqual(list);
    expect(server.requests[0]!.headers["accept-encoding"]).toContain("gzip");
  });
});

describe("a response is limited to maxResponseMiB, counted after decoding", () => {
  const ofMiB = (size: number): Buffer => Buffer.from(`["${"x".repeat(size * 2 ** 20 - 4)}"]`);

  it.each<[string, (response: ServerResponse, body: Buffer) => void]>([
    ["plain", (response, body) => response.end(body)],
    [
      "in parts",
      (response, body) => (response.write(body.subarray(0, 9)), response.end(body.subarray(9))),
    ],
    [
      "with gzip, which makes it a thousand times smaller",
      (response, body) => response.writeHead(200, encoded("gzip")).end(gzipSync(body)),
    ],
    ["with an error status", (response, body) => response.writeHead(500).end(body)],
  ])("%s", async (_, respond) => {
    let body = ofMiB(2);
    await using server = await loopback((_request, response) => respond(response, body));
    const call = callOf({ baseUrl: server.url, maxResponseMiB: 1 });
    expect(detailsOf(await failureOf(call("GET", path)))).toEqual({
      code: "response-too-large",
      method: "GET",
      path,
      status: undefined,
      message: `GET ${path}: the response has more than 1 MiB.`,
      hint: `Check that ${server.url} is the base URL of a prompt service.\nIf the service has that much data, raise limits.maxResponseMiB in promptctl.yaml.`,
    });
    body = ofMiB(1);
    await call("GET", path).catch(({ code }: CallFailure) => expect(code).toBe("service-error"));
  });

  it.each([
    ["GET", "rejected"],
    ["POST", "unknown"],
    ["PUT", "unknown"],
  ] as const)("the outcome of a %s is %s", async (method, outcome) => {
    await using server = await loopback((_request, response) => response.end(ofMiB(2)));
    const call = callOf({ baseUrl: server.url, maxResponseMiB: 1 });
    expect((await failureOf(call(method, path))).outcome).toBe(outcome);
  });

  it("stops reading a response without an end", async () => {
    const piece = Buffer.alloc(2 ** 16, "x");
    await using server = await loopback((_request, response) => {
      const send = (): void =>
        void (response.socket?.writable && response.write(piece, () => setImmediate(send)));
      send();
    });
    const call = callOf({ baseUrl: server.url, maxResponseMiB: 1 });
    expect((await failureOf(call("GET", path))).code).toBe("response-too-large");
  });
});

describe("a call fails with a reason", () => {
  it.each<[string, RegExp, (response: ServerResponse) => void]>([
    [
      "a response that breaks off",
      /connection reset/,
      (response) => {
        response.writeHead(200, { "content-length": "100" }).write("[");
        setTimeout(() => response.destroy(), 20);
      },
    ],
    [
      "bytes that are not gzip",
      /cannot be reached/,
      (response) => response.writeHead(200, encoded("gzip")).end("[]"),
    ],
    ["bytes that are not UTF-8", /is not JSON/, (response) => response.end(Buffer.from([0xff]))],
    [
      "a response that offers another protocol",
      /cannot be reached/,
      (response) =>
        response.socket!.write(
          "HTTP/1.1 101 Switching Protocols\r\nupgrade: foo\r\nconnection: upgrade\r\n\r\n",
        ),
    ],
  ])("%s", async (_, message, respond) => {
    await using server = await loopback((_request, response) => respond(response));
    const failure = await failureOf(callOf({ baseUrl: server.url })("GET", path));
    expect(failure.message).toMatch(message);
  });

  it("https to a server that speaks only http; a retry would fail again", async () => {
    await using server = await loopback((_, response) => response.end("[]"));
    const baseUrl = server.url.replace("http:", "https:");
    const failure = await failureOf(callOf({ baseUrl })("GET", path));
    expect(failure.message).toContain("the port does not use TLS");
    expect(failure.outcome).toBe("rejected");
  });

  it.each([22, 6000])("port %i, which HTTP clients block", async (port) => {
    const baseUrl = `http://127.0.0.1:${port}`;
    const failure = await failureOf(callOf({ baseUrl })("GET", path));
    expect(failure.message).toContain(
      `port ${port} is reserved for another protocol, and HTTP clients refuse it`,
    );
    expect(failure.hint).toBe("Use another port.");
    expect(failure.outcome).toBe("rejected");
  });

  it("a port without a server was not reached, so a write may be sent again", async () => {
    const failure = await failureOf(callOf({ baseUrl: await closedPort() })("POST", path, {}));
    expect(failure.outcome).toBe("not-executed");
  });
});
