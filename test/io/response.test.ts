// Responses over real sockets: encodings, broken bodies, other protocols.
import type { ServerResponse } from "node:http";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { closedPort, loopback } from "./loopback.ts";
import { callOf, failureOf } from "./recorder.ts";

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
    expect(failure.message).toContain("TLS handshake failed");
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
