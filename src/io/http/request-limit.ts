// Limits the requests that are in progress at once. A response with status 429 halves the limit; it
// can then grow again, and pause all requests that wait.
import { type CallFailure, isCallFailure, isRepeatable } from "../../engine/model/failure.ts";
import type { Clock } from "../../engine/model/ports.ts";
import { randomBackOffMs } from "./back-off.ts";

export interface RequestLimit {
  /** The number of requests that may be in progress now. */
  current(): number;
  /** Makes a request as soon as the limit permits; `isRetry`: before the requests that wait. */
  run<Result>(request: () => Promise<Result>, isRetry?: boolean): Promise<Result>;
}

export interface LimitOptions {
  /** The limit at the start, and the most that it grows to. */
  readonly maximum: number;
  /** Whether the limit grows after a 429; otherwise it stays for the rest of the run. */
  readonly recovers?: boolean;
  /** A 429 pauses all requests, for Retry-After or with exponential back-off. Default: none. */
  readonly pausesAll?: PauseOptions;
}

export interface PauseOptions {
  readonly clock: Pick<Clock, "now" | "random" | "sleep">;
  /** Ends all pauses and the limit, so that the requests that wait can end themselves. */
  readonly stop: AbortSignal;
  /** Called when a pause of seconds begins, with the message of the failure. */
  readonly onPause?: ((why: string, milliseconds: number) => void) | undefined;
}

/** Shorter pauses are not worth a line. */
const minReportedPauseMs = 5000;

/** Creates a limit without requests in progress. */
export function createLimit({ maximum, recovers = false, pausesAll }: LimitOptions): RequestLimit {
  const waiting: (() => void)[] = [];
  const size = createLimitSize(maximum, recovers);
  const stop = pausesAll?.stop;
  let active = 0;

  const mayStart = (): boolean =>
    stop?.aborted === true || (!pause?.isActive() && active < size.current());

  function admit(): void {
    while (waiting.length > 0 && mayStart()) {
      active++;
      waiting.shift()!();
    }
  }

  const pause = pausesAll && createPause(pausesAll, admit);
  stop?.addEventListener("abort", admit, { once: true });
  return {
    current: size.current,
    run: async (request, isRetry = false) => {
      await new Promise<void>((resolve) => {
        if (isRetry) waiting.unshift(resolve);
        else waiting.push(resolve);
        admit();
      });
      const cutsBefore = size.cuts();
      try {
        const result = await request();
        size.grow(cutsBefore);
        return result;
      } catch (error) {
        if (isRateLimit(error)) {
          const cutsInRow = size.cut(cutsBefore);
          pause?.begin(cutsInRow, error);
        }
        throw error;
      } finally {
        active--;
        admit();
      }
    },
  };
}

/**
 * Providers also respond with 429 if the credit is used up, or to a request that they never permit,
 * which are no limits of the rate.
 */
function isRateLimit(error: unknown): error is CallFailure {
  return isCallFailure(error) && error.status === 429 && isRepeatable(error, false);
}

/** How many requests may be in progress. Requests that began before a cut do not change it. */
function createLimitSize(maximum: number, recovers: boolean) {
  let limit = maximum;
  let [cuts, cutsInRow] = [0, 0];
  /** Successes since the limit changed. */
  let successes = 0;
  return {
    current: () => limit,
    /** How many times the limit was halved. */
    cuts: () => cuts,
    /** Halves the limit. Returns how many times it was halved since the last success. */
    cut: (cutsBefore: number) => {
      if (cutsBefore !== cuts) return cutsInRow;
      limit = Math.max(1, Math.floor(limit / 2));
      cuts++;
      successes = 0;
      return ++cutsInRow;
    },
    /** Counts a success. The limit grows by one after as many successes as it permits requests. */
    grow: (cutsBefore: number) => {
      cutsInRow = 0;
      if (!recovers || cutsBefore !== cuts || limit === maximum || ++successes < limit) return;
      limit++;
      successes = 0;
    },
  };
}

/** A pause of all requests that wait. */
function createPause({ clock, stop, onPause }: PauseOptions, onEnd: () => void) {
  const sleep = createEndableSleep(clock, stop);
  let current: { readonly until: number } | undefined;
  const waitFor = async (pause: typeof current, milliseconds: number): Promise<void> => {
    await sleep(milliseconds);
    if (current !== pause) return; // a longer pause has begun
    current = undefined;
    onEnd();
  };
  return {
    isActive: () => current !== undefined,
    /** Begins a pause after a number of cuts in a row, or extends the current one. */
    begin: (cutsInRow: number, { message, retryAfterMs }: CallFailure) => {
      const milliseconds = retryAfterMs ?? randomBackOffMs(cutsInRow, clock.random());
      const until = clock.now() + milliseconds;
      if (current && current.until >= until) return;
      if (!current && milliseconds >= minReportedPauseMs) onPause?.(message, milliseconds);
      current = { until };
      void waitFor(current, milliseconds);
    },
  };
}

/** Returns a sleep that a signal ends: with one listener, because Node warns of more than ten. */
export function createEndableSleep(
  { sleep }: Pick<Clock, "sleep">,
  signal: AbortSignal,
): (milliseconds: number) => Promise<void> {
  const sleepers = new Set<AbortController>();
  signal.addEventListener("abort", () => sleepers.forEach((each) => each.abort()), { once: true });
  return async (milliseconds) => {
    if (signal.aborted) return;
    const sleeper = new AbortController();
    sleepers.add(sleeper);
    await sleep(milliseconds, sleeper.signal);
    sleepers.delete(sleeper);
  };
}
