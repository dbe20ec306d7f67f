// Retries of calls to a service: which calls are retried, after which pause, and for how long.
import { type CallFailure, isRepeatable } from "../../engine/model/failure.ts";
import type { Clock, RetryControl } from "../../engine/model/ports.ts";
import { backOffMs, randomBackOffMs } from "./back-off.ts";
import type { RequestLimit } from "./request-limit.ts";
import { retry } from "./retry.ts";

/** `random` varies the pauses, so that calls that failed together are not retried together. */
export interface RetryOptions extends Pick<Clock, "now" | "random" | "sleep"> {
  /** Maximum number of retries of a call. */
  readonly retries: number;
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

/** Makes a call with its retries. */
export function retryCall<Result>(
  attempt: (timeoutMs: number) => Promise<Result>,
  { retries, random, now, sleep, limit, timeoutMs, isIdempotent, control, ...call }: RetriedCall,
): Promise<Result> {
  const onWait = control.onWait ?? call.onWait;
  const longestMs = control.deadline === undefined ? longestCallMs : control.deadline - now();
  const budget = { retries, longestMs };
  return retry((remainingMs) => attempt(Math.min(timeoutMs, remainingMs)), {
    budgetOf: (failure) => (isRepeatable(failure, isIdempotent) ? budget : undefined),
    pauseMs: (failure, count) => pauseMs(failure, count, random()),
    onPause: ({ reason }, count, delayMs) =>
      onWait?.({ next: "retry", attempt: count, maxAttempts: retries, delayMs, reason }),
    leastMs: Math.min(timeoutMs, shortestAttemptMs),
    now,
    sleep,
    signal: control.signal,
    limit,
  });
}

/** The pause that the service asks for, or exponential back-off if that is longer. */
function pauseMs({ retryAfterMs }: CallFailure, count: number, random: number): number {
  const backOff = randomBackOffMs(count, random);
  if (retryAfterMs === undefined) return backOff;
  return Math.max(backOff, retryAfterMs + backOffMs(1) * random);
}
