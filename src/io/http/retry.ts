// Retries of calls: which calls are retried, after which pause, and when they fail for good.
import { type CallFailure, isCallFailure } from "../../engine/model/failure.ts";
import type { RequestLimit } from "./request-limit.ts";
import {
  backOffMs,
  randomBackOffMs,
  type RetryControl,
  type Sleep,
} from "../../engine/model/retry-policy.ts";

export interface RetryOptions {
  /** Maximum number of retries of a call. */
  readonly retries: number;
  readonly sleep: Sleep;
  /** From 0 to 1. Randomises pauses, so that calls that failed together are not retried together. */
  random(): number;
  /** A monotonic clock, in milliseconds. */
  now(): number;
  /** Receives the pauses of calls without an `onWait` of their own. */
  onWait?: RetryControl["onWait"];
  /** Limits the attempts of all calls that are in progress at once. */
  readonly limit?: RequestLimit;
}

interface RetriedCall extends RetryOptions {
  /** Limit for one attempt. */
  readonly timeoutMs: number;
  /** A call that may have been executed is repeated only if that does no harm. */
  readonly isIdempotent: boolean;
  readonly control: RetryControl;
}

/** Limit for a call with all its retries, if the caller sets no deadline. */
export const longestCallMs = 120_000;
/** No attempt starts with less time than this. */
const shortestAttemptMs = 10_000;

/**
 * Attempts a call until it succeeds, fails with an error that is not retried, or has no retries or
 * time left; then throws the last failure.
 */
export async function withRetries<Result>(
  attempt: (timeoutMs: number) => Promise<Result>,
  call: RetriedCall,
): Promise<Result> {
  const { retries, sleep, random, now, timeoutMs, isIdempotent, control, limit } = call;
  const deadline = control.deadline ?? now() + longestCallMs;
  const remainingMs = (): number => deadline - now();
  const leastMs = Math.min(timeoutMs, shortestAttemptMs);
  const onWait = control.onWait ?? call.onWait;
  let failure: CallFailure | undefined;
  const attemptInTime = async (): Promise<Result> => {
    if (!failure) return attempt(timeoutMs);
    if (remainingMs() < leastMs || control.signal?.aborted) throw failure; // the limit delayed it
    return attempt(Math.min(timeoutMs, remainingMs()));
  };
  for (let retry = 1; ; retry++) {
    try {
      return await (limit ? limit.run(attemptInTime) : attemptInTime());
    } catch (error) {
      if (!isRetryable(error, isIdempotent) || retry > retries || control.signal?.aborted)
        throw error;
      const delayMs = pauseMs(error, retry, random());
      if (delayMs + leastMs > remainingMs()) throw error;
      failure = error;
      onWait?.({
        next: "retry",
        attempt: retry,
        maxAttempts: retries,
        delayMs,
        reason: error.reason,
      });
      await sleep(delayMs, control.signal);
      if (control.signal?.aborted) throw error;
    }
  }
}

function isRetryable(error: unknown, isIdempotent: boolean): error is CallFailure {
  if (!isCallFailure(error)) return false;
  return error.outcome === "not-executed" || (isIdempotent && error.outcome === "unknown");
}

/** The pause that the service asks for, or exponential back-off if that is longer. */
function pauseMs({ retryAfterMs }: CallFailure, retry: number, random: number): number {
  const backOff = randomBackOffMs(retry, random);
  if (retryAfterMs === undefined) return backOff;
  return Math.max(backOff, retryAfterMs + backOffMs(1) * random);
}
