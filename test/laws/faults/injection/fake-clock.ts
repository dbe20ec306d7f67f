// A fake clock. It advances to the next timer as soon as no work is in progress, so a run that waits
// for minutes takes milliseconds and has the same order of events each time.
import { expect, vi } from "vitest";
import type { Sleep } from "../../../../src/engine/model/ports.ts";
import { eventLoopTurns } from "../../../fixtures/event-loop.ts";

export interface FakeClock extends Disposable {
  /** Milliseconds since the clock was created. */
  now(): number;
  readonly sleep: Sleep;
  /** Calls `action` after this time. */
  setTimer(milliseconds: number, action: () => unknown): void;
  /** Stops the time until the work is done. */
  pauseDuring<Result>(work: Promise<Result>): Promise<Result>;
  /** Resolves when no timer is left. */
  idle(): Promise<void>;
  /** Waits for the time-out of a call and rejects as the platform does. */
  rejectAtTimeout(signal: AbortSignal): Promise<never>;
}

interface Timer {
  readonly at: number;
  action(): unknown;
}

/** The time advances only if nothing is busy and nothing has happened for some event loop turns. */
interface ClockState {
  time: number;
  /** How many pieces of work are in progress. */
  busy: number;
  /** Counts all events. */
  events: number;
  timers: Timer[];
  /** Set while the clock runs timers. */
  running: Promise<void> | undefined;
}

/** Creates a clock at 0. Until it is disposed, `AbortSignal.timeout` uses it too. */
export function createFakeClock(): FakeClock {
  const state: ClockState = { time: 0, busy: 0, events: 0, timers: [], running: undefined };
  const timeouts = new WeakMap<
    AbortSignal,
    { controller: AbortController; milliseconds: number }
  >();
  const setTimer: FakeClock["setTimer"] = (milliseconds, action) => {
    state.events++;
    state.timers.push({ at: state.time + milliseconds, action });
    state.running ??= runTimers(state);
  };
  const spy = vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
    const controller = new AbortController();
    timeouts.set(controller.signal, { controller, milliseconds });
    return controller.signal;
  });
  return {
    now: () => state.time,
    setTimer,
    sleep: (milliseconds) => new Promise((resolve) => setTimer(milliseconds, resolve)),
    pauseDuring: async (work) => {
      state.busy++;
      try {
        return await work;
      } finally {
        state.busy--;
        state.events++;
      }
    },
    idle: async () => {
      while (state.running) await state.running;
    },
    rejectAtTimeout: (signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason as Error));
        const { controller, milliseconds } = timeouts.get(signal) ?? expect.fail("no time-out");
        const reason = new DOMException("The operation was aborted due to timeout", "TimeoutError");
        setTimer(milliseconds, () => controller.abort(reason));
      }),
    [Symbol.dispose]: () => spy.mockRestore(),
  };
}

async function runTimers(state: ClockState): Promise<void> {
  for (;;) {
    await untilIdle(state);
    const [next] = state.timers.sort((a, b) => a.at - b.at);
    if (!next) break;
    state.timers.shift();
    state.time = next.at;
    state.events++;
    await next.action();
  }
  state.running = undefined;
}

/** Resolves when no work is in progress and four event loop turns passed without an event. */
async function untilIdle(state: ClockState): Promise<void> {
  for (;;) {
    const before = state.events;
    await eventLoopTurns(4);
    if (state.busy === 0 && state.events === before) return;
  }
}
