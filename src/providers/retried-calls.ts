// The calls to one provider at one address: their limit, their retries, and the failures that end
// all of them. This is the only layer that retries calls of `promptctl test`.
import { isNamed } from "../engine/model/failure.ts";
import type { CallProblem } from "../engine/model/prompt-calls.ts";
import { randomBackOffMs } from "../engine/model/retry-policy.ts";
import {
  type AdaptiveLimitOptions,
  createAdaptiveLimit,
  createEndableSleep,
} from "./adaptive-limit.ts";
import type { ProviderError } from "./provider-error.ts";

export interface RetriedCalls {
  /** Makes a call as soon as the limit permits, with its retries. */
  make<Reply>(call: RetriedCall<Reply>): Promise<Attempted<Reply>>;
}

interface RetriedCall<Reply> {
  /** A model that the provider does not know ends all calls to it. */
  readonly model: string;
  /** Called before each attempt; a problem prevents it. */
  begin(): CallProblem | undefined;
  /** Called when an attempt has failed. */
  failAttempt(error: ProviderError): void;
  /** One attempt, and all that must happen before another call starts. Throws a ProviderError. */
  send(): Promise<Reply>;
}

export type Attempted<Reply> = { readonly reply: Reply } | { readonly problem: CallProblem };

export interface RetriedCallsOptions extends AdaptiveLimitOptions {
  /** Maximum number of retries of a call after failures that are no rate limit. */
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
/** How long a rate limit may last. */
const longestRateLimitMs = 600_000;
/** A shorter one is not reported. */
const minReportedRateLimitMs = 5000;

/** Failures that concern every call to the address. */
const endingCodes: ReadonlySet<ProviderError["code"]> = new Set([
  "wrong-key",
  "no-quota",
  "wrong-settings",
]);

const interrupted: CallProblem = {
  code: "interrupted",
  message: "The command was interrupted.",
};

/** What has happened to one call, in milliseconds of the clock. */
interface CallState {
  /** When the first attempt began; undefined before it. */
  start?: number;
  retries: number;
  /** Why the last attempt was no success, if it may have been charged. */
  failure?: CallProblem;
  /** Responses with status 429 in a row, and when the first one came. */
  rateLimits: number;
  limitedSince: number;
  /** When the last 429 came, if there was no attempt since. */
  limitedAt?: number | undefined;
  /** The time between responses with status 429 and the next attempts. */
  limitedMs: number;
}

/** The calls to one address. `stop` of the options ends them. */
export function createRetriedCalls(options: RetriedCallsOptions): RetriedCalls {
  const { clock, stop } = options;
  const ended = createEndedCalls(stop);
  const limit = createAdaptiveLimit({ ...options, stop: ended.signal });
  const sleep = createEndableSleep(clock, ended.signal);
  const pauses = createRetryPauses(options, ended);

  async function attempt<Reply>(
    { model, begin, failAttempt, send }: RetriedCall<Reply>,
    state: CallState,
  ): Promise<Attempted<Reply>> {
    const known = ended.problemOf(model);
    if (known) return { problem: known };
    const problem = begin();
    if (problem) return { problem: state.failure ?? problem };
    const now = clock.now();
    state.start ??= now;
    state.limitedMs += now - (state.limitedAt ?? now);
    state.limitedAt = undefined;
    try {
      const reply = await send();
      pauses.endRateLimit();
      return { reply };
    } catch (error) {
      if (isNamed<ProviderError>(error, "ProviderError")) {
        failAttempt(error);
        ended.add(error, model, problemOf(error, state)); // before others start
      }
      throw error;
    }
  }

  return {
    make: async (call) => {
      const state: CallState = { retries: 0, rateLimits: 0, limitedSince: 0, limitedMs: 0 };
      for (;;) {
        try {
          return await limit.run(() => attempt(call, state), state.start !== undefined);
        } catch (error) {
          if (!isNamed<ProviderError>(error, "ProviderError")) throw error;
          if (maySpend(error)) state.failure = problemOf(error, state);
          const pause = pauses.after(error, state);
          if (pause === undefined) return { problem: problemOf(error, state) };
          await sleep(pause);
        }
      }
    },
  };
}

/** The failures that end calls: all of them, or those to one model. */
interface EndedCalls {
  /** Aborted when all calls end. */
  readonly signal: AbortSignal;
  /** Why calls to a model are not made; undefined if they are. */
  problemOf(model: string): CallProblem | undefined;
  /** Ends the calls that a failure concerns: those that wait, and later ones. */
  add(error: ProviderError, model: string, problem: CallProblem): void;
  endAll(problem: CallProblem): void;
}

function createEndedCalls(stop: AbortSignal): EndedCalls {
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
    signal: end.signal,
    problemOf: (model) => problemOfAll ?? (stop.aborted ? interrupted : problemsByModel.get(model)),
    add: ({ code }, model, problem) => {
      if (endingCodes.has(code)) endAll(problem);
      if (code === "unknown-model") problemsByModel.set(model, problem);
    },
    endAll,
  };
}

/** Decides whether and when a failed call is retried. */
interface RetryPauses {
  /** The milliseconds before the next attempt; undefined if there is none. */
  after(error: ProviderError, state: CallState): number | undefined;
  /** A call has succeeded. */
  endRateLimit(): void;
}

function createRetryPauses(
  { clock, retries, onRateLimit }: RetriedCallsOptions,
  { endAll }: Pick<EndedCalls, "endAll">,
): RetryPauses {
  /** When the first 429 since the last success came. */
  let limitedSince: number | undefined;
  let isReported = false;

  /** The limit waits for Retry-After; the pause is for calls that get 429 while others succeed. */
  function afterRateLimit(error: ProviderError, state: CallState): number | undefined {
    const now = clock.now();
    if (state.rateLimits++ === 0) state.limitedSince = now;
    state.limitedAt = now;
    limitedSince ??= now;
    if (!isReported && now - limitedSince >= minReportedRateLimitMs) {
      isReported = true;
      onRateLimit?.(error.message, longestRateLimitMs);
    }
    const pause = randomBackOffMs(state.rateLimits, clock.random());
    const later = now + Math.max(pause, error.retryAfterMs ?? 0);
    if (later - limitedSince > longestRateLimitMs) endAll(problemOf(error, state));
    return later - state.limitedSince > longestRateLimitMs ? undefined : pause;
  }

  return {
    after: (error, state) => {
      if (error.code === "rate-limited") return afterRateLimit(error, state);
      if (!isTransient(error) || state.retries === retries) return undefined;
      const wait = error.retryAfterMs ?? 0;
      const pause = Math.max(randomBackOffMs(state.retries + 1, clock.random()), wait);
      const duration = clock.now() + pause - state.start! - state.limitedMs;
      if (duration > longestRetriesMs) return undefined;
      state.retries++;
      state.rateLimits = 0;
      return pause;
    },
    endRateLimit: () => {
      limitedSince = undefined;
    },
  };
}

/** Whether a provider may have run the request, and charge for it. */
export function maySpend({ code }: ProviderError): boolean {
  return spendingCodes.has(code);
}

const spendingCodes: ReadonlySet<ProviderError["code"]> = new Set([
  "provider-failed",
  "timed-out",
  "broke-off",
  "unreadable-reply",
]);

/** A failure that may not occur again: 5xx, no response in time, or a broken connection. */
function isTransient({ code, status }: ProviderError): boolean {
  if (code === "provider-failed") return status === undefined || status >= 500;
  return code === "timed-out" || code === "unreachable" || code === "broke-off";
}

function problemOf({ code, message }: ProviderError, { retries }: CallState): CallProblem {
  const times = retries === 1 ? "one retry" : `${retries} retries`;
  return {
    code: code === "cancelled" ? "interrupted" : code,
    message: retries === 0 ? message : `${message} (after ${times})`,
  };
}
