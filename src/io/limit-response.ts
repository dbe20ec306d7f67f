// Limits the size of response bodies, so that a wrong or hostile service cannot exhaust the memory.
import type { Fetch } from "../engine/model/ports.ts";

/** The default of limits.maxResponseMiB: far more than lists of services have. */
export const defaultMaxResponseMiB = 256;

/** The body of a response has more bytes than the limit. */
class ResponseTooLarge extends Error {
  override readonly name = "ResponseTooLarge";
}

/** A fetch whose bodies fail with ResponseTooLarge. Counts decoded bytes: gzip can hide their number. */
export function limitResponses(fetch: Fetch, maxBytes: number): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (!response.body) return response;
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
