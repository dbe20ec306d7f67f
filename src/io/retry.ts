// Calls that are made again: which, after how long a pause, and when to give up.
import { type CallFailure, isCallFailure } from "../engine/model/failure.ts";
import { backOffMs, type RetryControl, type Sleep } from "../engine/model/retry-policy.ts";

export interface RetryOptions {
  /** How often a call is sent again at most. */
  readonly retries: number;
  readonly sleep: Sleep;
  /** From 0 to 1: pauses differ, so that calls that failed together do not come back together. */
  random(): number;
  /** The time in milliseconds, for measuring. */
  now(): number;
  /** Hears of every pause that nobody else listens to. */
  waiting?: RetryControl["onWait"];
}

/** A call with all its tries takes no longer than this. */
export const longestStepMs = 120_000;
/** No try begins with less time left. */
const leastTryMs = 10_000;

/**
 * Makes a call until it comes off, it is plain that it will not, or the retries or the time are
 * used up; then throws the last failure. What may have been carried out is sent again only where
 * that does no harm (`repeatable`).
 */
export async function withRetries<Result>(
  attempt: (timeoutMs: number) => Promise<Result>,
  timeoutMs: number,
  repeatable: boolean,
  options: RetryOptions,
  patience: RetryControl = {},
): Promise<Result> {
  const { retries: of, sleep, random, now } = options;
  const end = patience.deadline ?? now() + longestStepMs;
  const left = (): number => end - now();
  const least = Math.min(timeoutMs, leastTryMs); // a try cut shorter than this tells nothing
  const waiting = patience.onWait ?? options.waiting;
  for (let retry = 1; ; retry++) {
    try {
      return await attempt(retry === 1 ? timeoutMs : Math.min(timeoutMs, left()));
    } catch (error) {
      if (!mayRepeat(error, repeatable) || retry > of || patience.signal?.aborted) throw error;
      const delayMs = pauseMs(error, retry, random());
      if (delayMs + least > left()) throw error;
      waiting?.({ next: "retry", attempt: retry, of, delayMs, reason: error.reason });
      await sleep(delayMs, patience.signal);
      if (patience.signal?.aborted) throw error;
    }
  }
}

function mayRepeat(error: unknown, repeatable: boolean): error is CallFailure {
  if (!isCallFailure(error)) return false;
  return error.outcome === "not-taken" || (repeatable && error.outcome === "unknown");
}

/** As long as the service asks for, or else twice as long each time. */
function pauseMs({ retryAfterMs }: CallFailure, retry: number, random: number): number {
  if (retryAfterMs !== undefined) return retryAfterMs + backOffMs(1) * random;
  return backOffMs(retry) * (0.5 + random / 2);
}
