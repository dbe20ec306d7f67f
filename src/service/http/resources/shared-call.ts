// Shares one call among the requests that arrive in one turn of the event loop.
import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * The same function, but calls in one turn of the event loop share one call. It begins after all of
 * them, so that its result is never older than a request that gets it.
 * Benchmark: the rows `get a prompt` of `npm run bench:service`.
 */
export function sharedCall<Result>(call: () => Promise<Result>): () => Promise<Result> {
  let next: Promise<Result> | undefined;
  const start = async (): Promise<Result> => {
    await nextTurn();
    next = undefined;
    return call();
  };
  return () => (next ??= start());
}
