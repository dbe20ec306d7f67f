// Limits the calls to one address that are in progress at once, and adapts to its rate limit:
// status 429 pauses all calls that wait and halves the limit, which then grows again.
import { isNamed } from "../engine/model/failure.ts";
import type { Clock } from "../engine/model/ports.ts";
import { randomBackOffMs } from "../engine/model/retry-policy.ts";
import type { ProviderError } from "./provider-error.ts";

export interface AdaptiveLimit {
  /** The number of calls that may be in progress now. */
  current(): number;
  /** Makes an attempt as soon as the limit permits; `isRetry`: before the calls that wait. */
  run<Result>(attempt: () => Promise<Result>, isRetry: boolean): Promise<Result>;
}

export interface AdaptiveLimitOptions {
  /** The limit at the start, and the most that it grows to. */
  readonly maximum: number;
  readonly clock: Clock;
  /** Ends all pauses and the limit, so that the attempts that wait can end themselves. */
  readonly stop: AbortSignal;
  /** Called when a pause of seconds begins, with the words of the provider. */
  readonly onPause?: ((why: string, milliseconds: number) => void) | undefined;
}

/** Shorter pauses are not worth a line. */
const minReportedPauseMs = 5000;

/** Creates a limit without calls in progress. */
export function createAdaptiveLimit(options: AdaptiveLimitOptions): AdaptiveLimit {
  const { maximum, clock, stop } = options;
  const waiting: (() => void)[] = [];
  const size = createLimitSize(maximum);
  let active = 0;

  function admit(): void {
    while (waiting.length > 0 && (stop.aborted || (!pause.isActive() && active < size.current()))) {
      active++;
      waiting.shift()!();
    }
  }

  const pause = createPause(options, admit);
  stop.addEventListener("abort", admit, { once: true });
  return {
    current: size.current,
    run: async (attempt, isRetry) => {
      await new Promise<void>((resolve) => {
        if (isRetry) waiting.unshift(resolve);
        else waiting.push(resolve);
        admit();
      });
      const cutsBefore = size.cuts();
      try {
        const result = await attempt();
        size.grow(cutsBefore);
        return result;
      } catch (error) {
        if (isNamed<ProviderError>(error, "ProviderError") && error.code === "rate-limited") {
          const ownPause = randomBackOffMs(size.cut(cutsBefore), clock.random());
          pause.begin(error.retryAfterMs ?? ownPause, error.message);
        }
        throw error;
      } finally {
        active--;
        admit();
      }
    },
  };
}

/** How many calls may be in progress. */
interface LimitSize {
  current(this: void): number;
  /** How many times the limit was halved. Calls that began before a cut do not change it. */
  cuts(): number;
  /** Halves the limit. Returns how many times it was halved since the last success. */
  cut(cutsBefore: number): number;
  /** Counts a success. The limit grows by one after as many successes as it permits calls. */
  grow(cutsBefore: number): void;
}

function createLimitSize(maximum: number): LimitSize {
  let limit = maximum;
  let [cuts, cutsInRow] = [0, 0];
  /** Successes since the limit changed. */
  let successes = 0;
  return {
    current: () => limit,
    cuts: () => cuts,
    cut: (cutsBefore) => {
      if (cutsBefore !== cuts) return cutsInRow;
      limit = Math.max(1, Math.floor(limit / 2));
      cuts++;
      successes = 0;
      return ++cutsInRow;
    },
    grow: (cutsBefore) => {
      cutsInRow = 0;
      if (cutsBefore !== cuts || limit === maximum || ++successes < limit) return;
      limit++;
      successes = 0;
    },
  };
}

/** A pause of all calls that wait. */
interface Pause {
  isActive(): boolean;
  /** Begins a pause, or extends the current one. */
  begin(milliseconds: number, why: string): void;
}

function createPause({ clock, stop, onPause }: AdaptiveLimitOptions, onEnd: () => void): Pause {
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
    begin: (milliseconds, why) => {
      const until = clock.now() + milliseconds;
      if (current && current.until >= until) return;
      if (!current && milliseconds >= minReportedPauseMs) onPause?.(why, milliseconds);
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
