// GET over node:http. Node's fetch takes twice as long for a long answer, and what it has to load
// first is a good part of a small plan.
import { get as getPlainly, type IncomingMessage } from "node:http";
import { get as getSecurely } from "node:https";
import type { Answer, Ask } from "../engine/ports.ts";
import { Fields } from "./fields.ts";

/** One GET, as fetch does it: not redirected, its answer decompressed; it comes when it is read to the end. */
export const get: Ask = (url, { headers, signal }) =>
  new Promise((resolve, reject) => {
    const secure = url.startsWith("https:");
    const sent = { ...ours, ...Object.fromEntries(new Fields(headers)) };
    const options = { headers: sent, ...(signal && { signal }) };
    const request = (secure ? getSecurely : getPlainly)(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => void chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        answerOf(response, Buffer.concat(chunks)).then(resolve, reject);
      });
    });
    request.on("error", reject);
  });

const ours = { "accept-encoding": "gzip, deflate, br", "user-agent": "node" };

/** Whether fetch refuses to ask at the port of an address, as browsers do: it speaks another protocol. */
export function isForOthers(url: string): boolean {
  const port = Number(new URL(url).port);
  return port !== 0 && (port < 1024 || others.has(port));
}

const others = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669,
  6679, 6697, 10_080,
]);

async function answerOf(response: IncomingMessage, bytes: Buffer): Promise<Answer> {
  const { statusCode: status = 0, headers } = response;
  const text = new TextDecoder().decode(await decompressed(bytes, headers["content-encoding"]));
  return {
    status,
    ok: status >= 200 && status < 300,
    headers: { get: (name) => [headers[name.toLowerCase()] ?? []].flat().join(", ") || null },
    body: bytes,
    text: () => Promise.resolve(text),
  };
}

async function decompressed(bytes: Buffer, encoding: string | undefined): Promise<Buffer> {
  if (encoding === undefined || bytes.length === 0) return bytes;
  const { brotliDecompressSync, gunzipSync, inflateSync } = await import("node:zlib");
  switch (encoding.trim().toLowerCase()) {
    case "gzip":
    case "x-gzip":
      return gunzipSync(bytes);
    case "deflate":
      return inflateSync(bytes);
    case "br":
      return brotliDecompressSync(bytes);
    default:
      return bytes;
  }
}
