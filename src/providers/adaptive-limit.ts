// Limits the calls to one address that are in progress at once, and adapts to its rate limit: status
// 429 pauses all calls that wait and halves the limit, which then grows again.
import type { Clock } from "../engine/model/ports.ts";
import { randomBackOffMs } from "../engine/model/retry-policy.ts";
import { ProviderError } from "./provider-error.ts";

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
  const { maximum, clock, stop, onPause } = options;
  const waiting: (() => void)[] = [];
  const sleep = createEndableSleep(clock, stop);
  let limit = maximum;
  let active = 0;
  let pause: { readonly until: number } | undefined;
  /** How many times the limit was halved, and how many times since the last success. */
  let [cuts, cutsInRow] = [0, 0];
  /** Successes since the limit changed. */
  let successes = 0;

  function isOpen(): boolean {
    return stop.aborted || (!pause && active < limit);
  }

  function admit(): void {
    while (waiting.length > 0 && isOpen()) {
      active++;
      waiting.shift()!();
    }
  }

  async function pauseFor(milliseconds: number, why: string): Promise<void> {
    const until = clock.now() + milliseconds;
    if (pause && pause.until >= until) return;
    if (!pause && milliseconds >= minReportedPauseMs) onPause?.(why, milliseconds);
    const own = { until };
    pause = own;
    await sleep(milliseconds);
    if (pause !== own) return; // a longer pause has begun
    pause = undefined;
    admit();
  }

  /** `cutsBefore`: calls that were in progress together halve the limit once. */
  function handleRateLimit(error: ProviderError, cutsBefore: number): void {
    if (cutsBefore === cuts) {
      limit = Math.max(1, Math.floor(limit / 2));
      cuts++;
      cutsInRow++;
      successes = 0;
    }
    const ownPause = randomBackOffMs(cutsInRow, clock.random());
    void pauseFor(retryAfterMs(error, clock) ?? ownPause, error.message);
  }

  /** The limit grows by one after as many successes as it permits calls. */
  function handleSuccess(cutsBefore: number): void {
    cutsInRow = 0;
    if (cutsBefore !== cuts || limit === maximum || ++successes < limit) return;
    limit++;
    successes = 0;
  }

  stop.addEventListener("abort", admit, { once: true });
  return {
    current: () => limit,
    run: async (attempt, isRetry) => {
      await new Promise<void>((resolve) => {
        if (isRetry) waiting.unshift(resolve);
        else waiting.push(resolve);
        admit();
      });
      const cutsBefore = cuts;
      try {
        const result = await attempt();
        handleSuccess(cutsBefore);
        return result;
      } catch (error) {
        if (error instanceof ProviderError && error.code === "rate-limited")
          handleRateLimit(error, cutsBefore);
        throw error;
      } finally {
        active--;
        admit();
      }
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

/** Retry-After (RFC 9110, section 10.2.3) in milliseconds from now; undefined without one. */
export function retryAfterMs(
  { retryAfter }: ProviderError,
  { time }: Pick<Clock, "time">,
): number | undefined {
  if (retryAfter === undefined) return undefined;
  const isSeconds = /^\d+$/.test(retryAfter);
  const milliseconds = isSeconds
    ? Number(retryAfter) * 1000
    : Date.parse(retryAfter) - time().getTime();
  return Math.max(0, milliseconds);
}
