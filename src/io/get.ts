// GET over node:http. Node's fetch takes twice as long for a long answer, and what it has to load
// first is a good part of a small plan.
import { get as getPlainly, type IncomingMessage } from "node:http";
import { get as getSecurely } from "node:https";
import type { Answer, Ask } from "../engine/model/ports.ts";
import { Fields } from "./fields.ts";

/** One GET, as fetch does it: not redirected, its answer decompressed; it comes when it is read to the end. */
export const get: Ask = (url, { headers, signal }) =>
  new Promise((resolve, reject) => {
    const secure = url.startsWith("https:");
    const sent = { ...alwaysSent, ...Object.fromEntries(new Fields(headers)) };
    const options = { headers: sent, ...(signal && { signal }) };
    const fail = (error: unknown): void => reject(withReason(error));
    const request = (secure ? getSecurely : getPlainly)(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => void chunks.push(chunk));
      response.on("error", fail);
      response.on("end", () => {
        answerOf(response, Buffer.concat(chunks)).then(resolve, fail);
      });
    });
    request.on("error", fail);
    request.on("upgrade", (_response, socket) => {
      socket.destroy();
      fail(Object.assign(new Error("another protocol was offered"), { code: "ECONNRESET" }));
    });
  });

/** What OpenSSL says stands in the message alone where it comes with a write. */
function withReason(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  const said = code === "EPROTO" ? /:SSL routines:[^:]*:([^:]+):/.exec(message)?.[1] : undefined;
  if (said === undefined) return error;
  const reason = `ERR_SSL_${said.toUpperCase().replaceAll(/\W/g, "_")}`;
  return Object.assign(error as Error, { code: reason });
}

const alwaysSent = { "accept-encoding": "gzip, deflate, br", "user-agent": "node" };

/** Whether fetch may refuse the port of an address, as browsers do: what listens there speaks otherwise. */
export function mayRefusePort(url: string): boolean {
  const port = Number(new URL(url).port);
  return port !== 0 && (port < 1024 || refusedPorts.has(port));
}

const refusedPorts = new Set([
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

/**
 * Several encodings are undone from the last to the first, and none where one is unknown. Cut ends are
 * read as far as they go. All that is as fetch does it.
 */
async function decompressed(bytes: Buffer, encodings: string | undefined): Promise<Buffer> {
  if (encodings === undefined || bytes.length === 0) return bytes;
  const zlib = await import("node:zlib");
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
  const cut = { finishFlush: Z_SYNC_FLUSH };
  const gunzip = (whole: Buffer): Buffer => zlib.gunzipSync(whole, cut);
  const undo = new Map<string, (whole: Buffer) => Buffer>([
    ["gzip", gunzip],
    ["x-gzip", gunzip],
    [
      "deflate",
      (whole) => {
        const hasHeader = (whole[0]! & 0x0f) === 8; // some servers leave it out
        return hasHeader ? zlib.inflateSync(whole, cut) : zlib.inflateRawSync(whole, cut);
      },
    ],
    ["br", (whole) => zlib.brotliDecompressSync(whole, { finishFlush: BROTLI_OPERATION_FLUSH })],
  ]);
  const steps = encodings.toLowerCase().split(",");
  const known = steps.flatMap((each) => undo.get(each.trim()) ?? []);
  if (known.length < steps.length) return bytes;
  return known.reduceRight((whole, step) => step(whole), bytes);
}
