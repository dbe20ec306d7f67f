// Limits the size of response bodies, so that a wrong or hostile service cannot exhaust the memory.
import type { Fetch } from "../../engine/model/ports.ts";

/** The default of limits.maxResponseMiB: far more than lists of services have. */
export const defaultMaxResponseMiB = 256;

/** The body of a response has more bytes than the limit. */
class ResponseTooLarge extends Error {
  override readonly name = "ResponseTooLarge";
}

/**
 * A fetch whose bodies fail with ResponseTooLarge. Counts decoded bytes: gzip can hide their
 * number.
 */
export function limitResponses(fetch: Fetch, maxBytes: number): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (!response.body || isKnownToFit(response, maxBytes)) return response;
    let bytes = 0;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > maxBytes) controller.error(new ResponseTooLarge("the response is too large"));
        else controller.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(counter), response);
  };
}

/**
 * Whether the header names a length within the limit. Node's parser holds the body to it. Most
 * services send it, and counting costs a stream for each response (docs/performance.md, row "plan
 * 1,000").
 */
function isKnownToFit({ headers }: Response, maxBytes: number): boolean {
  if (headers.has("content-encoding") || headers.has("transfer-encoding")) return false;
  return Number(headers.get("content-length") || NaN) <= maxBytes;
}
