// The calls to one provider at one address: their limit, their retries, and the failures that end all of
// them. This is the only layer that retries calls of `promptctl test`.
import type { CallProblem } from "../engine/model/prompt-calls.ts";
import { randomBackOffMs } from "../engine/model/retry-policy.ts";
import {
  type AdaptiveLimitOptions,
  createAdaptiveLimit,
  createEndableSleep,
  retryAfterMs,
} from "./adaptive-limit.ts";
import { ProviderError } from "./provider-error.ts";

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
}

/** No retry starts later than this after the first attempt, waits for the rate limit not counted. */
const longestRetriesMs = 120_000;
/** How long a rate limit may last. */
const longestRateLimitMs = 600_000;

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
  const { clock, stop, retries } = options;
  const end = new AbortController();
  const limit = createAdaptiveLimit({ ...options, stop: end.signal });
  const sleep = createEndableSleep(clock, end.signal);
  const problemsByModel = new Map<string, CallProblem>();
  let problemOfAll: CallProblem | undefined;
  if (stop.aborted) end.abort();
  stop.addEventListener("abort", () => end.abort(), { once: true });
  /** When the first 429 since the last success came. */
  let limitedSince: number | undefined;

  async function attempt<Reply>(
    { model, begin, failAttempt, send }: RetriedCall<Reply>,
    state: CallState,
  ): Promise<Attempted<Reply>> {
    const known = problemOfAll ?? (stop.aborted ? interrupted : problemsByModel.get(model));
    if (known) return { problem: known };
    const problem = begin();
    if (problem) return { problem: state.failure ?? problem };
    const now = clock.now();
    state.start ??= now;
    state.limitedMs += now - (state.limitedAt ?? now);
    state.limitedAt = undefined;
    try {
      const reply = await send();
      limitedSince = undefined;
      return { reply };
    } catch (error) {
      if (error instanceof ProviderError) {
        failAttempt(error);
        endCallsWith(error, state, model); // before others start
      }
      throw error;
    }
  }

  /** The pause before the next attempt; undefined if there is none. */
  function pauseAfter(error: ProviderError, state: CallState): number | undefined {
    if (error.code === "rate-limited") return pauseAfterRateLimit(error, state);
    if (!isTransient(error) || state.retries === retries) return undefined;
    const wait = retryAfterMs(error, clock) ?? 0;
    const pause = Math.max(randomBackOffMs(state.retries + 1, clock.random()), wait);
    const duration = clock.now() + pause - state.start! - state.limitedMs;
    if (duration > longestRetriesMs) return undefined;
    state.retries++;
    state.rateLimits = 0;
    return pause;
  }

  /** The limit waits for Retry-After; the pause is for calls that get 429 while others succeed. */
  function pauseAfterRateLimit(error: ProviderError, state: CallState): number | undefined {
    const now = clock.now();
    if (state.rateLimits++ === 0) state.limitedSince = now;
    state.limitedAt = now;
    limitedSince ??= now;
    const pause = randomBackOffMs(state.rateLimits, clock.random());
    const later = now + Math.max(pause, retryAfterMs(error, clock) ?? 0);
    if (later - limitedSince > longestRateLimitMs) endAll(problemOf(error, state));
    return later - state.limitedSince > longestRateLimitMs ? undefined : pause;
  }

  /** Ends the calls that wait, and later ones. */
  function endAll(problem: CallProblem): void {
    problemOfAll ??= problem;
    end.abort();
  }

  function endCallsWith(error: ProviderError, state: CallState, model: string): void {
    if (endingCodes.has(error.code)) endAll(problemOf(error, state));
    if (error.code === "unknown-model") problemsByModel.set(model, problemOf(error, state));
  }

  return {
    make: async (call) => {
      const state: CallState = { retries: 0, rateLimits: 0, limitedSince: 0, limitedMs: 0 };
      for (;;) {
        try {
          return await limit.run(() => attempt(call, state), state.start !== undefined);
        } catch (error) {
          if (!(error instanceof ProviderError)) throw error;
          if (maySpend(error)) state.failure = problemOf(error, state);
          const pause = pauseAfter(error, state);
          if (pause === undefined) return { problem: problemOf(error, state) };
          await sleep(pause);
        }
      }
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
