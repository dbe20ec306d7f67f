// What GET over node:http gives is what fetch gives: fetch is the oracle.
import type { ServerResponse } from "node:http";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Answer } from "../../src/engine/model/ports.ts";
import { direct } from "../../src/io/fetch.ts";
import { get, mayRefusePort } from "../../src/io/get.ts";
import { closedPort, loopback } from "./loopback.ts";

const init = { method: "GET", headers: { accept: "application/json", "x-api-key": "k" } };
const text = JSON.stringify([{ name: "Grüße 👩‍💻", text: "long ".repeat(50_000) }]);

const twice = gzipSync(gzipSync(text));
const cut = gzipSync(text).subarray(0, -8);
const raw = deflateRawSync(text);

async function seen(answer: Answer): Promise<unknown> {
  const { status, ok, headers } = answer;
  const named = ["content-type", "Retry-After", "location", "x-twice", "x-none"];
  return { status, ok, text: await answer.text(), headers: named.map((each) => headers.get(each)) };
}

describe("an answer is that of fetch", () => {
  it.each<[string, (response: ServerResponse) => void]>([
    ["plain", (response) => response.end(text)],
    ["in pieces", (response) => (response.write(text.slice(0, 9)), response.end(text.slice(9)))],
    ["empty", (response) => response.end()],
    ["204", (response) => response.writeHead(204).end()],
    ["with a byte order mark", (response) => response.end(`\uFEFF${text}`)],
    ["of bytes that are no UTF-8", (response) => response.end(Buffer.from([0x22, 0xff, 0x22]))],
    ["gzip", (response) => response.writeHead(200, encoded("gzip")).end(gzipSync(text))],
    ["deflate", (response) => response.writeHead(200, encoded("deflate")).end(deflateSync(text))],
    ["br", (response) => response.writeHead(200, encoded("br")).end(brotliCompressSync(text))],
    ...["foo", "identity", "foo, gzip", "gzip, foo", "gzip, identity", ", gzip", ""].map(
      (how): [string, (response: ServerResponse) => void] => [
        `gzip, called ${JSON.stringify(how)}`,
        (response) => response.writeHead(200, encoded(how)).end(gzipSync(text)),
      ],
    ),
    ["gzip twice", (response) => response.writeHead(200, encoded("gzip, gzip")).end(twice)],
    ["gzip without its end", (response) => response.writeHead(200, encoded("gzip")).end(cut)],
    [
      "deflate without its header",
      (response) => response.writeHead(200, encoded("deflate")).end(raw),
    ],
    ["an error", (response) => response.writeHead(503, { "retry-after": "7" }).end("{}")],
    ["a redirect", (response) => response.writeHead(302, { location: "/there" }).end()],
    ["a header twice", (response) => response.writeHead(200, { "x-twice": ["a", "b"] }).end("1")],
  ])("%s", async (_, answer) => {
    await using server = await loopback((_request, response) => answer(response));
    const url = `${server.url}/sdk/v1/tools`;
    const manual = { ...init, redirect: "manual" } as const;
    expect(await seen(await get(url, manual))).toEqual(await seen(await fetch(url, manual)));
    const [ours, theirs] = server.requests.map(({ method, url: path, headers }) => ({
      asked: [method, path, headers.accept, headers["x-api-key"], headers["user-agent"]],
    }));
    expect(ours).toEqual(theirs);
  });
});

function encoded(how: string): Record<string, string> {
  return { "content-type": "application/json", "content-encoding": how };
}

describe("what does not come off fails", () => {
  it("an answer that breaks off", async () => {
    await using server = await loopback((_, response) => {
      response.writeHead(200, { "content-length": "100" }).write("[");
      setTimeout(() => response.destroy(), 20);
    });
    await expect(get(server.url, init)).rejects.toMatchObject({ code: "ECONNRESET" });
  });

  it("bytes that are not compressed as they are said to be", async () => {
    await using server = await loopback((_, response) =>
      response.writeHead(200, encoded("gzip")).end("[]"),
    );
    await expect(get(server.url, init)).rejects.toMatchObject({ code: "Z_DATA_ERROR" });
  });

  it("an answer that offers another protocol", async () => {
    await using server = await loopback((_, response) => {
      const head =
        "HTTP/1.1 101 Switching Protocols\r\nupgrade: foo\r\nconnection: upgrade\r\n\r\n";
      response.socket!.write(head);
    });
    await expect(get(server.url, init)).rejects.toMatchObject({ code: "ECONNRESET" });
  });

  it("https where only http is spoken", async () => {
    await using server = await loopback((_, response) => response.end("[]"));
    const code = "ERR_SSL_WRONG_VERSION_NUMBER";
    const url = server.url.replace("http:", "https:");
    await expect(get(url, init)).rejects.toMatchObject({ code });
  });

  it("a port that nothing listens at", async () => {
    await expect(get(await closedPort(), init)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  it.each(["before the answer begins", "in the middle of it"])("a signal %s", async (when) => {
    await using server = await loopback((_, response) => {
      if (when !== "before the answer begins") response.write("[");
    });
    const signal = AbortSignal.timeout(50);
    await expect(get(server.url, { ...init, signal })).rejects.toThrow();
    expect(signal.aborted).toBe(true);
  });
});

describe("ports of other protocols", () => {
  // https://fetch.spec.whatwg.org/#port-blocking, some of them below 1024 and all above.
  it.each([
    1, 22, 25, 110, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665,
    6666, 6667, 6668, 6669, 6679, 6697, 10_080,
  ])("%i is refused", async (port) => {
    const problem: unknown = await direct(`http://127.0.0.1:${port}`, init).catch(
      (error: unknown) => error,
    );
    expect(String((problem as Error).cause)).toContain("bad port");
  });

  it.each(["http://a.example", "https://a.example", "http://a.example:8080"])("%s is not", (url) =>
    expect(mayRefusePort(url)).toBe(false),
  );
});
