// The log of the built service: one line for each request, which identifies it and contains no key, no
// body, and no header but two.
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { runProgramIn } from "../fixtures/run-program.ts";
import { createServeProcesses } from "../fixtures/serve-processes.ts";

const folder = mkdtempSync(join(tmpdir(), "promptctl-log-"));
const { serve, stopAll } = createServeProcesses(folder);
afterEach(stopAll);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const key = "the-SECRET-key-of-a-client";
const env = { PROMPTCTL_SERVE_NAMED_KEYS: JSON.stringify([{ name: "ci", scope: "write", key }]) };

/** Sends bytes; returns the response as text. */
async function sendBytes(url: string, lines: readonly string[], body = ""): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  const head = [...lines, `Host: ${hostname}:${port}`, length, "Connection: close", "", ""];
  socket.write(Buffer.from(head.join("\r\n") + body, "latin1"));
  return text(socket);
}

/** Serves, sends one request with these headers, and returns its line and the response. */
async function requestWith(headers: readonly string[], args: readonly string[] = []) {
  const service = await serve(["--store", ":memory:", "--log", "json", ...args], env);
  const lines = ["GET /sdk/v1/tools?q=SECRET HTTP/1.1", `X-API-KEY: ${key}`, ...headers];
  const response = await sendBytes(service.url, lines);
  await vi.waitFor(() => expect(service.log()).toMatch(/\n$/));
  const entry = JSON.parse(service.log()) as Record<string, unknown>;
  return { entry, response, log: service.log() };
}

const made = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

describe("the id of a request", () => {
  it.each<[string, string, boolean]>([
    ["a UUID", "0b0c6f0e-7a51-4c0b-9a55-0f5b8e0d7c11", true],
    ["the id of a balancer", "Root=1-67891233-abcdef012345678912345678", true],
    ["128 characters", "a".repeat(128), true],
    ["129 characters", "a".repeat(129), false],
    ["a space", "a SECRET", false],
    ["quotes", '"SECRET"', false],
    ["a tab", "a\tSECRET", false],
    ["a letter of Latin-1", "\u00e9SECRET", false],
    ["markup", "<SECRET>", false],
    ["two ids", "a, SECRET", false],
    ["nothing", "", false],
  ])("from a header with %s: %j is taken: %s", async (_, id, isTaken) => {
    const { entry, response, log } = await requestWith([`X-Request-Id: ${id}`]);
    const sent = /^x-request-id: (.*)\r$/im.exec(response)?.[1];
    if (isTaken) expect(sent).toBe(id);
    else expect(sent).toMatch(made);
    expect(entry["requestId"]).toBe(sent);
    expect(log).not.toContain("SECRET");
  });

  it("is in the response to each request, also if it is refused, and in its line", async () => {
    const { url, log } = await serve(["--store", ":memory:"], env);
    const ids: (string | null)[] = [];
    for (const path of ["/sdk/v1/tools", "/page/files/none", "/none", "/healthz"])
      ids.push((await fetch(url + path)).headers.get("x-request-id"));
    for (const id of ids) expect(id).toMatch(made);
    expect(new Set(ids).size).toBe(4);
    const logged = () => [...log().matchAll(/"requestId":"([^"]*)"/g)].map(([, id]) => id);
    await vi.waitFor(() => expect(logged()).toEqual(ids));
  });
});

describe("the address of a client", () => {
  it.each<[string, string, string]>([
    ["", "192.0.2.1", "127.0.0.1"],
    ["10.0.0.0/8", "192.0.2.1", "127.0.0.1"],
    ["127.0.0.1", "192.0.2.1", "192.0.2.1"],
    ["127.0.0.0/8", "198.51.100.9, 192.0.2.1", "192.0.2.1"],
    ["127.0.0.1, 10.0.0.0/8", "198.51.100.9, 192.0.2.1, 10.1.2.3", "192.0.2.1"],
    ["127.0.0.1", "2001:db8::1", "2001:db8::1"],
    ["127.0.0.1", "::ffff:192.0.2.1", "192.0.2.1"],
    ["127.0.0.1", "fe80::1%SECRET", "fe80::1"],
    ["127.0.0.1", "SECRET", "127.0.0.1"],
    ["127.0.0.1", "192.0.2.1, <SECRET>", "127.0.0.1"],
    ["127.0.0.1", "192.0.2.1:99", "127.0.0.1"],
    ["127.0.0.1", "", "127.0.0.1"],
  ])("behind the proxies %j with X-Forwarded-For %j is %s", async (proxies, header, client) => {
    const args = proxies === "" ? [] : ["--trust-proxy", proxies];
    const { entry, log } = await requestWith([`X-Forwarded-For: ${header}`], args);
    expect(entry["client"]).toBe(client);
    expect(log).not.toContain("SECRET");
  });
});

describe("the trace of a request", () => {
  const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
  const valid = `00-${trace}-00f067aa0ba902b7-01`;
  it.each<[string, string | undefined]>([
    [valid, valid],
    [`cc-${trace}-00f067aa0ba902b7-01`, `cc-${trace}-00f067aa0ba902b7-01`],
    [`cc-${trace}-00f067aa0ba902b7-01-SECRET`, `cc-${trace}-00f067aa0ba902b7-01`],
    [`${valid}-SECRET`, undefined],
    [valid.toUpperCase(), undefined],
    [`ff-${trace}-00f067aa0ba902b7-01`, undefined],
    [`00-${"0".repeat(32)}-00f067aa0ba902b7-01`, undefined],
    [`00-${trace}-${"0".repeat(16)}-01`, undefined],
    ["SECRET", undefined],
  ])("from the header %j is %j", async (header, logged) => {
    const { entry, log } = await requestWith([`Traceparent: ${header}`]);
    expect(entry["traceparent"]).toBe(logged);
    expect(log).not.toContain("SECRET");
  });
});

describe("no line contains a key, a body or another header", () => {
  const forged = `{"time":"SECRET","status":200}`;
  const requests: readonly (readonly [string, readonly string[], string?])[] = [
    [
      "a body that is not JSON",
      ["POST /sdk/v1/tools HTTP/1.1", "Content-Type: application/json"],
      "SECRET",
    ],
    [
      "a body with unknown values",
      ["POST /sdk/v1/prompts HTTP/1.1", "Content-Type: application/json"],
      '{"name":"SECRET","parameters":{"provider":"SECRET"},"tools":[{"toolId":"SECRET"}]}',
    ],
    ["a body that is not allowed", ["DELETE /sdk/v1/tools HTTP/1.1"], "SECRET"],
    [
      "a compressed body",
      ["POST /sdk/v1/tools HTTP/1.1", "Content-Type: application/json", "Content-Encoding: SECRET"],
      "{}",
    ],
    ["an If-Match", ["DELETE /sdk/v1/tools/x HTTP/1.1", "If-Match: SECRET"]],
    [
      "an Idempotency-Key",
      [
        "POST /sdk/v1/tools HTTP/1.1",
        "Content-Type: application/json",
        "Idempotency-Key: SECRET SECRET",
      ],
      "{}",
    ],
    [
      "an origin of the write",
      [
        "POST /sdk/v1/tools HTTP/1.1",
        "Content-Type: application/json",
        "X-Promptctl-Origin: SECRET",
      ],
      '{"name":"SECRET","description":"","parameters":{}}',
    ],
    [
      "many headers",
      [
        "GET /sdk/v1/tools HTTP/1.1",
        "User-Agent: SECRET",
        "Referer: SECRET",
        "Cookie: SECRET",
        "Authorization: Bearer SECRET",
        "Origin: http://SECRET",
        `X-Log: ${forged}`,
        "Forwarded: for=SECRET",
      ],
    ],
    [
      "a form of another site",
      [
        "POST /page/login HTTP/1.1",
        "Content-Type: application/x-www-form-urlencoded",
        "Origin: http://SECRET",
        "X-Forwarded-Proto: SECRET",
      ],
      "key=SECRET",
    ],
    ["a query", [`GET /sdk/v1/none?SECRET HTTP/1.1`]],
    ["a wrong method", ["PATCH /sdk/v1/tools HTTP/1.1"], "SECRET"],
  ];
  for (const format of ["json", "text"])
    for (const given of [key, "another-SECRET-key"])
      it(`as ${format}, with the key ${given}`, async () => {
        const { url, log } = await serve(["--store", ":memory:", "--log", format], env);
        for (const [, lines, body] of requests)
          await sendBytes(url, [...lines, `X-API-KEY: ${given}`], body);
        await vi.waitFor(() => expect(log().match(/\n/g)).toHaveLength(requests.length));
        expect(log()).not.toContain("SECRET");
        const pattern = format === "json" ? /^\{"time":"[^"]+","method":/ : /^time=\S+ method=/;
        for (const line of log().trim().split("\n")) expect(line).toMatch(pattern);
      });

  it("a path is escaped", async () => {
    const { url, log } = await serve(["--store", ":memory:", "--log", "text"], env);
    await sendBytes(url, ['GET /a%0astatus=200%1b[31m"=[31m HTTP/1.1']);
    await vi.waitFor(() => expect(log()).toMatch(/\n$/));
    expect(log().split("\n")).toHaveLength(2);
    expect(log()).toMatch(/^time=\S+ method=GET path=\S+ status=\d+ /);
  });
});

it.each(["10.0.0.0/33", "10.0.0", "proxy.example", "127.0.0.1,"])(
  "--trust-proxy %j is wrong usage",
  async (proxies) => {
    const { code, err } = await runProgramIn(folder, ["serve", "--trust-proxy", proxies], env);
    expect([code, err.split(":")[1]]).toEqual([64, " --trust-proxy has an invalid address"]);
  },
);
