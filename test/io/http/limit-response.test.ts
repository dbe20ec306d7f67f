// Which responses are counted while they arrive, and what a false length does.
import { once } from "node:events";
import { createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { limitResponses } from "../../../src/io/http/limit-response.ts";

const maxBytes = 1000;
const long = "x".repeat(2 * maxBytes);

async function isUnchanged(headers: Record<string, string>): Promise<boolean> {
  const response = new Response("[]", { headers });
  return (await limitResponses(async () => response, maxBytes)("http://x", {})) === response;
}

describe("a response is counted unless its length is known to fit", () => {
  it.each([
    ["a length within the limit", { "content-length": "2" }, true],
    ["no length", {}, false],
    ["an empty length", { "content-length": "" }, false],
    ["a length above the limit", { "content-length": "1001" }, false],
    ["a compressed body", { "content-length": "2", "content-encoding": "gzip" }, false],
    ["chunks", { "content-length": "2", "transfer-encoding": "chunked" }, false],
  ])("%s", async (_name, headers, expected) => {
    expect(await isUnchanged(headers as Record<string, string>)).toBe(expected);
  });
});

describe("a longer body than the header says is not read", () => {
  it.each([
    ["with a length", `Content-Length: 2\r\n\r\n[]${long}`, "[]"],
    [
      "with a length and chunks",
      `Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n7d0\r\n${long}\r\n0\r\n\r\n`,
      undefined,
    ],
  ])("%s", async (_name, rest, expected) => {
    const server = createServer((socket) => socket.end(`HTTP/1.1 200 OK\r\n${rest}`));
    onTestFinished(() => void server.close());
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as { port: number };
    const limited = limitResponses((url, init) => fetch(url, init), maxBytes);
    const text = limited(`http://127.0.0.1:${port}`, {}).then((response) => response.text());
    expect(await text.catch(() => undefined)).toBe(expected);
  });
});
