// What steps promise: one call each, in an order the service accepts, whatever is slow.
import { describe, expect, it } from "vitest";
import type { Change, Delete, ExecutablePlan } from "../../../src/engine/model/plan.ts";
import type { Held } from "./remote-state.ts";
import { inWorlds, isWrite, type Recorded, type World } from "./environment.ts";

/** Applies the plan and gives the calls it made; none where the plan is refused. */
async function applied(
  world: World,
  plan: ExecutablePlan,
  concurrency: number,
): Promise<Recorded[]> {
  const calls = world.calls.length;
  if (plan.refusals.length === 0) await world.apply(plan, concurrency);
  return world.calls.slice(calls);
}

/** How many calls a change stands for, by what a reviewer sees of it. */
function callsOf(change: Change): number {
  switch (change.action) {
    case "create":
    case "update":
      return 1;
    case "replace":
      return 2 + change.childCreates.length + beneath(change.childDeletes);
    case "delete":
      return 1 + beneath(change.childDeletes);
  }
}

function beneath(deletes: readonly Delete[]): number {
  return deletes
    .filter((each) => !each.cascades)
    .reduce((sum, each) => sum + 1 + beneath(each.childDeletes), 0);
}

const verbs: { readonly [method: string]: string } = {
  POST: "create",
  PUT: "update",
  DELETE: "delete",
};

function inTurn(calls: readonly Recorded[]): void {
  const deletes = calls.filter(({ method }) => method === "DELETE").map(({ began }) => began);
  const writes = calls.filter(({ method }) => method !== "DELETE").map(({ ended }) => ended);
  expect(Math.min(...deletes)).toBeGreaterThan(Math.max(...writes));
}

/** Deletes of an evaluation that began before those of its assertions had ended. */
function parentsFirst(calls: readonly Recorded[], before: Held): Recorded[] {
  const deletes = new Map(
    calls
      .filter(({ method }) => method === "DELETE")
      .map((call) => [call.path.split("/")[4]!, call]),
  );
  return before.assertion.flatMap(({ id, parent }) => {
    const [child, own] = [deletes.get(id), deletes.get(parent!)];
    return child && own && own.began < child.ended ? [own] : [];
  });
}

function mostAtOnce(calls: readonly Recorded[]): number {
  const during = (at: number): number =>
    calls.filter(({ began, ended }) => began <= at && at <= ended).length;
  return Math.max(0, ...calls.map(({ began }) => during(began)));
}

function equalOnesUnderWay(calls: readonly Recorded[]): [Recorded, Recorded][] {
  const creates = calls.filter(({ method }) => method === "POST");
  return creates.flatMap((one) =>
    creates
      .filter((other) => one.path === other.path && one.body === other.body)
      .filter((other) => one.began < other.began && other.began < one.ended)
      .map((other): [Recorded, Recorded] => [one, other]),
  );
}

describe.each([1, 10])("apply with %i calls at once", (concurrency) => {
  const inPlans = (
    check: (plan: ExecutablePlan, calls: readonly Recorded[], before: Held) => void,
  ): Promise<void> =>
    inWorlds(100, async (world) => {
      const before = world.held();
      const plan = await world.plan();
      check(plan, await applied(world, plan, concurrency), before);
    });

  it("makes exactly one call for each step, and each comes off", async () => {
    await inPlans((plan, calls) => {
      if (plan.refusals.length > 0) return expect(calls).toEqual([]);
      expect(calls.filter(({ status }) => status !== 200)).toEqual([]);
      const made = calls.map(({ method }) => verbs[method]!);
      expect(made.sort()).toEqual(plan.steps.map(({ verb }) => verb).sort());
      expect(calls.every(isWrite)).toBe(true);
    });
  });

  it("deletes after everything else and children first, never has too many under way, nor two equal creates", async () => {
    await inPlans((_, calls, before) => {
      inTurn(calls);
      expect(parentsFirst(calls, before)).toEqual([]);
      expect(mostAtOnce(calls)).toBeLessThanOrEqual(concurrency);
      expect(equalOnesUnderWay(calls)).toEqual([]);
    });
  });
});

describe("the counts of a plan", () => {
  it("agree with its changes, its steps and the definitions", async () => {
    await inWorlds(150, async (world) => {
      const { changes, counts, steps, definitionCount: definitions, refusals } = await world.plan();
      for (const action of ["create", "update", "replace", "delete"] as const)
        expect(counts[action]).toBe(changes.filter((each) => each.action === action).length);
      expect(changes.map(callsOf).reduce((sum, each) => sum + each, 0)).toBe(steps.length);
      expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length);
      const made = changes.flatMap((each) => (each.action === "replace" ? each.childCreates : []));
      const { create, update, replace, keep } = counts;
      if (refusals.length === 0)
        expect(create + update + replace + keep + made.length).toBe(definitions);
    });
  });
});
