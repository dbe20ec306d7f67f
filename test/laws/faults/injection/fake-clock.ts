// Time in which pauses and time-outs pass at once: it stands still while anything is under way, and
// then goes on to whatever is due next. So a run over minutes takes milliseconds, the same each time.
import { expect, vi } from "vitest";
import type { Sleep } from "../../../../src/engine/model/retry-policy.ts";

export interface Clock extends Disposable {
  /** Milliseconds since the clock was made. */
  now(): number;
  readonly sleep: Sleep;
  /** Carries something out when so much time has passed. */
  after(milliseconds: number, what: () => unknown): void;
  /** Time stands still while the work is under way. */
  during<Result>(work: Promise<Result>): Promise<Result>;
  /** Resolves when nothing is due any more. */
  settled(): Promise<void>;
  /** Waits until the time of a call is up, and ends it as the platform does. */
  timeOut(signal: AbortSignal): Promise<never>;
}

interface Due {
  readonly at: number;
  what(): unknown;
}

/** What is going on: time goes on only where nothing has stirred for a while. */
interface State {
  time: number;
  busy: number;
  /** Counts whatever happens. */
  stirred: number;
  due: Due[];
  /** While time goes on. */
  going: Promise<void> | undefined;
}

/** A clock at 0; while it is there, the time-outs of calls are kept by it too. */
export function openClock(): Clock {
  const state: State = { time: 0, busy: 0, stirred: 0, due: [], going: undefined };
  const limits = new WeakMap<AbortSignal, { controller: AbortController; milliseconds: number }>();
  const after: Clock["after"] = (milliseconds, what) => {
    state.stirred++;
    state.due.push({ at: state.time + milliseconds, what });
    state.going ??= goOn(state);
  };
  const spy = vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
    const controller = new AbortController();
    limits.set(controller.signal, { controller, milliseconds });
    return controller.signal;
  });
  return {
    now: () => state.time,
    after,
    sleep: (milliseconds) => new Promise((resolve) => after(milliseconds, resolve)),
    during: async (work) => {
      state.busy++;
      try {
        return await work;
      } finally {
        state.busy--;
        state.stirred++;
      }
    },
    settled: async () => {
      while (state.going) await state.going;
    },
    timeOut: (signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason as Error));
        const { controller, milliseconds } = limits.get(signal) ?? expect.fail("no time-out");
        const reason = new DOMException("The operation was aborted due to timeout", "TimeoutError");
        after(milliseconds, () => controller.abort(reason));
      }),
    [Symbol.dispose]: () => spy.mockRestore(),
  };
}

async function goOn(state: State): Promise<void> {
  for (;;) {
    await stillness(state);
    const [next] = state.due.sort((a, b) => a.at - b.at);
    if (!next) break;
    state.due.shift();
    state.time = next.at;
    state.stirred++;
    await next.what();
  }
  state.going = undefined;
}

/** Resolves when nothing is under way, and nothing has stirred for some turns of the event loop. */
async function stillness(state: State): Promise<void> {
  for (;;) {
    const before = state.stirred;
    for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
    if (state.busy === 0 && state.stirred === before) return;
  }
}
