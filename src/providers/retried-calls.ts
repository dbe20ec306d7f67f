// The calls to one provider at one base URL: their limit, their retries, and the failures that end
// all of them. This is the only layer that retries calls of `promptctl test`.
import { type CallFailure, isCallFailure, isRepeatable } from "../engine/model/failure.ts";
import type { Clock } from "../engine/model/ports.ts";
import type { CallProblem } from "../engine/evaluate/trials/trial-calls.ts";
import { randomBackOffMs } from "../io/http/back-off.ts";
import { createEndableSleep, createLimit, type PauseOptions } from "../io/http/request-limit.ts";
import { retry } from "../io/http/retry.ts";
import type { ProviderFailure, ProviderFailureCode } from "./provider-failure.ts";

export interface RetriedCalls {
  /** Makes a call as soon as the limit permits, with its retries. */
  make<Reply>(call: RetriedCall<Reply>): Promise<Attempted<Reply>>;
}

interface RetriedCall<Reply> {
  /** A model that the provider does not know ends all calls to it. */
  readonly model: string;
  /** Called before each attempt; a problem prevents it. */
  begin(): CallProblem | undefined;
  /** Called when an attempt has failed; `isSpent`: the provider may charge for it. */
  failAttempt(isSpent: boolean): void;
  /** One attempt, and all that must happen before another call starts. Throws a CallFailure. */
  send(): Promise<Reply>;
}

export type Attempted<Reply> = { readonly reply: Reply } | { readonly problem: CallProblem };

export interface RetriedCallsOptions extends PauseOptions {
  readonly clock: Clock;
  /** The calls in progress at once at the start, and the most that the limit grows to. */
  readonly maximum: number;
  /** Maximum number of retries of a call after failures that are no rate limit; 0: none at all. */
  readonly retries: number;
  /**
   * Called once, when no call has succeeded for seconds because of a rate limit: with the words of the
   * provider, and how long such calls are retried.
   */
  readonly onRateLimit?: ((why: string, milliseconds: number) => void) | undefined;
}

/**
 * No retry starts later than this after the first attempt, waits for the rate limit not counted.
 */
const longestRetriesMs = 120_000;
/** How long a rate limit may last. A call waits for it any number of times. */
const longestRateLimitMs = 600_000;
const rateLimitBudget = { retries: Infinity, longestMs: longestRateLimitMs };
/** A shorter one is not reported. */
const minReportedRateLimitMs = 5000;

/** Failures that concern every call to the base URL. */
const endingCodes: ReadonlySet<ProviderFailureCode> = new Set([
  "wrong-key",
  "no-quota",
  "wrong-settings",
]);

const interrupted: CallProblem = {
  code: "interrupted",
  message: "The command was interrupted.",
};

/** What has happened to one call. */
interface CallState {
  /** After failures that are no rate limit. */
  retries: number;
  /** Why the last attempt failed. */
  failed?: CallProblem;
  /** Why the last attempt failed that the provider may charge for. */
  spent?: CallProblem;
}

/** The calls to one base URL. `stop` of the options ends them. */
export function createRetriedCalls(options: RetriedCallsOptions): RetriedCalls {
  const { clock, maximum, stop } = options;
  const ended = createEndedCalls(stop);
  const pausesAll = { ...options, stop: ended.signal };
  const limit = createLimit({ maximum, recovers: true, pausesAll });
  const sleep = createEndableSleep(clock, ended.signal);
  const rateLimit = createRateLimitTimer(options);
  const budget = { retries: options.retries, longestMs: longestRetriesMs };

  async function attempt<Reply>(
    { model, begin, failAttempt, send }: RetriedCall<Reply>,
    state: CallState,
  ): Promise<Attempted<Reply>> {
    const known = ended.problemOf(model);
    if (known) return { problem: known };
    const problem = begin();
    if (problem) return { problem: state.spent ?? problem };
    try {
      const reply = await send();
      rateLimit.end();
      return { reply };
    } catch (error) {
      if (isCallFailure<ProviderFailureCode>(error)) {
        state.failed = problemOf(error, state);
        const isSpent = error.outcome === "unknown";
        if (isSpent) state.spent = state.failed;
        failAttempt(isSpent);
        if (!isRepeatable(error, true)) ended.add(error.code, model, state.failed); // before others start
      }
      throw error;
    }
  }

  function pauseMs(failure: CallFailure, retry: number, { failed }: CallState): number {
    const backOff = randomBackOffMs(retry, clock.random());
    const pause = Math.max(backOff, failure.retryAfterMs ?? 0);
    if (!isRateLimit(failure)) return pause;
    if (rateLimit.isTooLong(failure, pause)) ended.endAll(failed!);
    return backOff; // the limit waits for Retry-After
  }

  return {
    make: async (call) => {
      const state: CallState = { retries: 0 };
      try {
        return await retry(() => attempt(call, state), {
          budgetOf: (failure) => {
            if (options.retries === 0 || !isRepeatable(failure, true)) return undefined;
            return isRateLimit(failure) ? rateLimitBudget : budget;
          },
          pauseMs: (failure, count) => pauseMs(failure, count, state),
          onPause: (failure) => void (state.retries += isRateLimit(failure) ? 0 : 1),
          now: clock.now,
          sleep,
          limit,
        });
      } catch (error) {
        if (!isCallFailure<ProviderFailureCode>(error)) throw error;
        ended.add(error.code, call.model, state.failed!);
        return { problem: state.failed! };
      }
    },
  };
}

function isRateLimit({ code }: CallFailure): boolean {
  return code === "rate-limited";
}

/** The failures that end calls: all of them, or those to one model. */
function createEndedCalls(stop: AbortSignal) {
  const end = new AbortController();
  const problemsByModel = new Map<string, CallProblem>();
  let problemOfAll: CallProblem | undefined;
  if (stop.aborted) end.abort();
  stop.addEventListener("abort", () => end.abort(), { once: true });
  const endAll = (problem: CallProblem): void => {
    problemOfAll ??= problem;
    end.abort();
  };
  return {
    /** Aborted when all calls end. */
    signal: end.signal,
    /** Why calls to a model are not made; undefined if they are. */
    problemOf: (model: string) =>
      problemOfAll ?? (stop.aborted ? interrupted : problemsByModel.get(model)),
    /** Ends the calls that a failure concerns: those that wait, and later ones. */
    add: (code: ProviderFailureCode, model: string, problem: CallProblem) => {
      if (endingCodes.has(code)) endAll(problem);
      if (code === "unknown-model") problemsByModel.set(model, problem);
    },
    endAll,
  };
}

/** How long no call has succeeded because of the rate limit. */
function createRateLimitTimer({ clock, onRateLimit }: RetriedCallsOptions) {
  /** When the first 429 since the last success came. */
  let start: number | undefined;
  let isReported = false;
  return {
    /** Whether the rate limit is too long with the next pause. Reports one that lasts seconds. */
    isTooLong: ({ message }: CallFailure, pauseMs: number): boolean => {
      start ??= clock.now();
      const lastedMs = clock.now() - start;
      if (!isReported && lastedMs >= minReportedRateLimitMs) {
        isReported = true;
        onRateLimit?.(message, longestRateLimitMs);
      }
      return lastedMs + pauseMs > longestRateLimitMs;
    },
    /** A call has succeeded. */
    end: () => void (start = undefined),
  };
}

function problemOf({ code, message }: ProviderFailure, { retries }: CallState): CallProblem {
  const times = retries === 1 ? "one retry" : `${retries} retries`;
  return {
    code: code === "cancelled" ? "interrupted" : code,
    message: retries === 0 ? message : `${message} (after ${times})`,
  };
}
