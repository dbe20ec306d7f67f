// When an application loads the list of prompts again, and whether its callers wait.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  afterLoad,
  emptyState,
  isInterrupted,
  type ListState,
  type LoadResult,
  nextAction,
} from "../../src/client/list-state.ts";

const maxAgeMs = 60_000;
const times = { maxAgeMs, hasBundle: false };
const start = Date.UTC(2026, 10, 23);
const list = (name: string, tag?: string): LoadResult<string> => ({ is: "list", list: name, tag });
const failed: LoadResult<string> = { is: "failed" };
const unchanged: LoadResult<string> = { is: "unchanged" };

/** The times of a load that ends at once. */
const timesOf = (now: number) => ({ startedAt: now, now, random: 1, maxAgeMs });

/** The state after loads that end so many seconds after the start. */
function after(...loads: readonly (readonly [seconds: number, LoadResult<string>])[]) {
  return loads.reduce<ListState<string>>(
    (state, [seconds, result]) => afterLoad(state, result, timesOf(start + seconds * 1000)),
    emptyState,
  );
}

const loaded = after([0, list("a", "t")]);
const answers = { loads: false, waits: false };
const behind = { loads: true, waits: false };
const waits = { loads: true, waits: true };

describe("a caller", () => {
  it.each<[string, ListState<string>, seconds: number, object]>([
    ["waits where nothing was loaded", emptyState, 0, waits],
    ["gets a fresh list", loaded, 59, answers],
    ["gets a list while a newer one is loaded", loaded, 60, behind],
    ["gets it for ten times its age", loaded, 599, behind],
    ["waits after ten times its age", loaded, 600, waits],
    ["waits after a night", loaded, 8 * 3600, waits],
    [
      "gets a list that the service confirmed",
      after([0, list("a", "t")], [50, unchanged]),
      100,
      answers,
    ],
    ["does not wait in the pause after a failure", after([0, failed]), 0.5, answers],
    ["waits after the pause", after([0, failed]), 1, waits],
    ["does not wait in a longer pause", after([0, failed], [1, failed], [3, failed]), 6.9, answers],
    ["waits after it", after([0, failed], [1, failed], [3, failed]), 7, waits],
    ["gets an old list in the pause", after([0, list("a")], [700, failed]), 700.5, answers],
    ["gets a list while it is loaded, if the clock went back", loaded, -3600, behind],
    ["waits if the clock went back in a pause", after([0, failed]), -3600, waits],
  ])("%s", (_name, state, seconds, expected) => {
    expect(nextAction(state, start + seconds * 1000, times)).toEqual(expected);
  });

  it("with a bundle does not wait again after the first failure", () => {
    const withBundle = { maxAgeMs, hasBundle: true };
    expect(nextAction(emptyState, start, withBundle)).toEqual(waits);
    expect(nextAction(after([0, failed]), start + 5_000, withBundle)).toEqual(behind);
  });

  it("the pauses double up to the age of a fresh list", () => {
    const pauses = Array.from({ length: 12 }, (_, count) => {
      const state = after(...Array.from({ length: count + 1 }, () => [0, failed] as const));
      let ms = 0;
      while (!nextAction(state, start + ms, times).loads) ms += 500;
      return ms / 1000;
    });
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60, 60]);
  });
});

it.each([
  [0, false],
  [20_000, false], // a load that ended at its limit
  [40_001, true],
  [-3_600_000, false],
])("a load that took %i ms of at most 20,000 was interrupted: %s", (tookMs, expected) => {
  expect(isInterrupted(start, start + tookMs, 20_000)).toBe(expected);
});

it("a service that says unchanged before it gave a list has failed", () => {
  expect(after([0, unchanged])).toMatchObject({ held: undefined, failures: 1 });
});

const results = fc.oneof(
  fc.constant(failed),
  fc.constant(unchanged),
  fc.integer({ min: 0, max: 9 }).map((number) => list(`list ${number}`, `tag ${number}`)),
);

it("whatever the service and the clock do, the list is the last one that was loaded, and nothing old is kept for ever", () => {
  const steps = fc.array(
    fc.record({ seconds: fc.integer({ min: -5_000, max: 50_000 }), result: results }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(steps, fc.double({ min: 0, max: 1, noNaN: true }), (all, random) => {
      let [state, now, last]: [ListState<string>, number, string | undefined] = [
        emptyState,
        start,
        undefined,
      ];
      for (const { seconds, result } of all) {
        now += seconds * 1000;
        const { loads, waits: isWaiting } = nextAction(state, now, times);
        // Nobody waits without a load, and what is older than ten times its age is not given unless a load
        // failed a moment ago.
        if (isWaiting) expect(loads).toBe(true);
        if (!loads && state.held && state.failures === 0)
          expect(Math.abs(now - state.loadedAt)).toBeLessThan(maxAgeMs);
        if (!loads && state.failures > 0) expect(now - state.failedAt).toBeLessThan(maxAgeMs);
        if (!loads) continue;
        state = afterLoad(state, result, { startedAt: now, now, random, maxAgeMs });
        if (result.is === "list") last = result.list;
        expect(state.held?.list).toBe(last);
      }
    }),
  );
});
