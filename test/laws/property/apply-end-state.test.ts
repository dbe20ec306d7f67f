// Promise 2: after apply the service holds what the definitions say, and nothing is left to do.
import { describe, expect, it } from "vitest";
import { mistakes } from "./oracle-end-state.ts";
import { oracle } from "./oracle.ts";
import { inWorlds, isList } from "./environment.ts";

describe("after apply", () => {
  it("the service holds what the oracle says, and apply is refused only where the rules say so", async () => {
    await inWorlds(300, async (world, given) => {
      const before = world.held();
      const verdict = oracle(given.project, before, given.options);
      const plan = await world.plan();
      expect(plan.refusals.length > 0).toBe(verdict.refusals.length > 0);
      if (plan.refusals.length > 0) return;
      await world.apply(plan, 1 + (given.noise % 10));
      expect(mistakes(verdict, before, world.held())).toEqual([]);
    });
  });

  it("a second plan is empty, and a second apply makes only the list calls", async () => {
    await inWorlds(150, async (world, given) => {
      const plan = await world.plan();
      if (plan.refusals.length > 0) return;
      await world.apply(plan, 10);
      const [between, calls] = [world.held(), world.calls.length];
      const second = await world.plan();
      const { changes, steps, refusals, counts } = second;
      expect({ changes, steps, refusals }).toEqual({ changes: [], steps: [], refusals: [] });
      expect(counts).toEqual({
        create: 0,
        update: 0,
        replace: 0,
        delete: 0,
        keep: plan.definitionCount,
      });
      await world.apply(second, 1 + (given.noise % 10));
      const made = world.calls.slice(calls);
      expect(made.filter((call) => !isList(call))).toEqual([]);
      expect(new Set(made.map(({ path }) => path)).size).toBe(made.length);
      expect(world.held()).toEqual(between);
    });
  });
});
