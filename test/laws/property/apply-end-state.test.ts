// Promise 2: after apply the service contains what the definitions say, and a second plan is empty.
// The end state is compared with the oracle, which is written without the engine.
import { describe, expect, it } from "vitest";
import { endStateViolations } from "./oracle-end-state.ts";
import { expectedResult } from "./oracle.ts";
import { casePast, checkCases, isList } from "./environment.ts";

describe("after apply", () => {
  it("the service is in the end state of the oracle, and a plan is refused only if the oracle refuses it", async () => {
    await checkCases(300, async (environment, given) => {
      const before = await environment.remoteState();
      const expected = expectedResult(given.project, before, given.options, casePast(given));
      const plan = await environment.plan();
      expect(plan.refusals.length > 0).toBe(expected.refusals.length > 0);
      if (plan.refusals.length > 0) return;
      await environment.apply(plan, 1 + (given.noise % 10));
      expect(endStateViolations(expected, before, await environment.remoteState())).toEqual([]);
    });
  });

  it("a second plan is empty, and a second apply makes only the list calls", async () => {
    await checkCases(150, async (environment, given) => {
      const plan = await environment.plan();
      if (plan.refusals.length > 0) return;
      await environment.apply(plan, 10);
      const state = await environment.remoteState();
      const callCount = environment.calls.length;
      const second = await environment.plan();
      const { changes, steps, refusals, counts } = second;
      expect({ changes, steps, refusals }).toEqual({ changes: [], steps: [], refusals: [] });
      expect(counts).toEqual({
        create: 0,
        update: 0,
        replace: 0,
        delete: 0,
        keep: plan.definitionCount,
      });
      await environment.apply(second, 1 + (given.noise % 10));
      const calls = environment.calls.slice(callCount);
      expect(calls.filter((call) => !isList(call))).toEqual([]);
      expect(new Set(calls.map(({ path }) => path)).size).toBe(calls.length);
      expect(await environment.remoteState()).toEqual(state);
    });
  });
});
