// Runs operations of SQLite again while another process has locked the file. SQLite itself would wait
// in the event loop.
import { setTimeout as delay } from "node:timers/promises";
import { isBusy } from "../store/store-failure.ts";

/** Default: a client gets its response within 5 seconds. */
const maxWaitMs = 4_000;

/** Grows to this, so that many requests that wait need little time. */
const maxPauseMs = 250;

/**
 * Runs an operation until it does not find a lock, or throws its error after the longest wait, in
 * milliseconds. The operation must undo what it has done when it throws.
 */
export async function repeatWhileBusy<Result>(
  operation: () => Result,
  waitMs: number = maxWaitMs,
): Promise<Result> {
  const end = performance.now() + waitMs;
  for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    try {
      return operation();
    } catch (error) {
      if (!isBusy(error) || performance.now() + pauseMs > end) throw error;
    }
    await delay(pauseMs);
  }
}
