// The loop that repeats requests. The policy of the caller decides what is repeated, how often, for
// how long and after which pause.
import { CallFailure, isCallFailure, type Outcome } from "../../engine/model/failure.ts";
import type { Clock } from "../../engine/model/ports.ts";
import type { RequestLimit } from "./request-limit.ts";

/** How often and how long a request is repeated after failures of one sort. */
interface RetryBudget {
  readonly retries: number;
  /**
   * In milliseconds: the failed attempts with the time until the attempts after them. Default: no
   * limit.
   */
  readonly longestMs?: number;
}

export interface RetryPolicy extends Pick<Clock, "now" | "sleep"> {
  /** The budget that a failure uses; undefined if the request is not repeated after it. */
  budgetOf(failure: CallFailure): RetryBudget | undefined;
  /** The pause before a retry in milliseconds. Retries of each budget count from 1. */
  pauseMs(failure: CallFailure, retry: number): number;
  /** Called before each pause. */
  onPause?(failure: CallFailure, retry: number, pauseMs: number): void;
  /** A retry with less time than this is not made. Default: only the pause has to fit. */
  readonly leastMs?: number;
  /** Ends the pause; the request then fails with its last failure. */
  readonly signal?: AbortSignal | undefined;
  /** Limits the attempts of all requests that are in progress at once. */
  readonly limit?: RequestLimit | undefined;
}

/** What a request has used of a budget. */
interface Use extends Required<RetryBudget> {
  count: number;
  ms: number;
}

/**
 * Makes attempts until one succeeds, or until its failure is not repeated or its budget is used up;
 * then throws the last failure, with the outcome of all attempts. `remainingMs`: what the budget leaves
 * for an attempt.
 */
export async function retry<Result>(
  attempt: (remainingMs: number) => Promise<Result>,
  policy: RetryPolicy,
): Promise<Result> {
  const { budgetOf, pauseMs, onPause, leastMs, now, sleep, signal, limit } = policy;
  const uses = new Map<RetryBudget, Use>();
  let last: { readonly failure: CallFailure; readonly use: Use } | undefined;
  let start = now();

  /** Makes an attempt, unless the limit has delayed it for too long. */
  const begin = async (): Promise<Result> => {
    const previous = start;
    start = now();
    if (!last) return attempt(Infinity);
    last.use.ms += start - previous;
    const remainingMs = last.use.longestMs - last.use.ms;
    const isLate = leastMs !== undefined && remainingMs < leastMs;
    if (isLate || signal?.aborted) throw last.failure;
    return attempt(remainingMs);
  };

  for (;;)
    try {
      return await (limit ? limit.run(begin, last !== undefined) : begin());
    } catch (caught) {
      const error = withUnknownOutcome(caught, last?.failure);
      const budget = isCallFailure(error) && !signal?.aborted ? budgetOf(error) : undefined;
      if (!budget) throw error;
      const failure = error as CallFailure;
      const use = uses.get(budget) ?? { longestMs: Infinity, ...budget, count: 0, ms: 0 };
      if (use.count >= use.retries) throw error;
      const pause = pauseMs(failure, use.count + 1);
      if (use.ms + now() - start + pause + (leastMs ?? 0) > use.longestMs) throw error;
      use.count++;
      uses.set(budget, use);
      last = { failure, use };
      onPause?.(failure, use.count, pause);
      await sleep(pause, signal);
      if (signal?.aborted) throw error;
    }
}

/** After an attempt that may have been executed, a later one that was not leaves the outcome unknown. */
function withUnknownOutcome(error: unknown, earlier: CallFailure | undefined): unknown {
  if (earlier?.outcome !== "unknown" || !isCallFailure(error) || error.outcome !== "not-executed")
    return error;
  return new CallFailure(error.code, { ...error, outcome: "unknown" }, error.message, error.hint);
}

/**
 * 429, and 503 with Retry-After, mean "not executed", and 507 that the service cannot store anything
 * (RFC 4918); other 5xx may come after the execution.
 */
export function statusOutcome(status: number, hasRetryAfter: boolean): Outcome {
  if (status === 429 || (status === 503 && hasRetryAfter)) return "not-executed";
  return status === 408 || (status >= 500 && status !== 507) ? "unknown" : "rejected";
}

/**
 * Whether the service asks not to repeat the request. A 503 is temporary: with it, the header is for
 * clients that do not know which requests are safe to repeat.
 */
export function asksNotToRepeat(status: number, headers: Headers): boolean {
  return headers.get("x-should-retry") === "false" && status !== 503;
}
