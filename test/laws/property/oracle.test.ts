// Who watches the watchers: the generated cases ask for every verb, and the oracle catches a
// planner that returns nothing or forgets one call.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Plan, Step } from "../../../src/engine/model/plan.ts";
import { mistakes } from "./oracle-end-state.ts";
import { oracle, type Verdict } from "./oracle.ts";
import { type Case, cases, inWorlds, openWorld, trying } from "./environment.ts";

const sampled = 300;

/** What the oracle says of cases that are not refused, with the case. */
async function verdicts(): Promise<readonly Verdict[]> {
  const { seed = Date.now() } = trying(sampled);
  const given = fc.sample(cases, { seed, numRuns: sampled });
  const all = await Promise.all(given.map((each) => verdictOf(each)));
  return all.filter(({ refusals }) => refusals.length === 0);
}

async function verdictOf(given: Case): Promise<Verdict> {
  const world = await openWorld(given);
  try {
    return oracle(given.project, world.held(), given.options);
  } finally {
    world.close();
  }
}

function needed({ named, families }: Verdict): string[] {
  return [...named, ...families.flatMap(({ outcomes }) => outcomes[0]!.calls)];
}

/** Steps on which no other step hangs. */
function lastSteps({ steps }: Plan): readonly Step[] {
  const needs = new Set(steps.flatMap((each) => each.needs));
  return steps.filter(({ id }) => !needs.has(id));
}

describe("the generated cases", () => {
  it("need every verb for every kind often enough, and are rarely refused", async () => {
    const all = await verdicts();
    const share = (begin: string): number =>
      all.filter((each) => needed(each).some((call) => call.startsWith(begin))).length / all.length;
    const kinds = ["tool", "prompt", "evaluation", "assertion"];
    const shares = ["POST", "PUT", "DELETE"].flatMap((verb) =>
      kinds.map((kind) => [`${verb} ${kind}`, share(`${verb} ${kind}`)] as const),
    );
    expect(shares.filter(([, each]) => each < 0.02)).toEqual([]);
    expect(all.length / sampled).toBeGreaterThan(0.8);
    expect(all.filter((each) => needed(each).length === 0).length / all.length).toBeLessThan(0.4);
  });

  it("leave a choice among equal evaluations in some cases", async () => {
    const all = await verdicts();
    const open = all.filter(({ families }) => families.some(({ outcomes }) => outcomes.length > 1));
    expect(open.length / all.length).toBeGreaterThan(0.02);
  });
});

describe("the oracle", () => {
  it("finds fault with a planner that returns nothing, wherever a call is needed", async () => {
    await inWorlds(150, async (world, { project, options }) => {
      const held = world.held();
      const verdict = oracle(project, held, options);
      const isLazy = verdict.families.every(({ outcomes }) =>
        outcomes.every(({ calls }) => calls.length > 0),
      );
      if (verdict.named.length > 0 || (verdict.families.length > 0 && isLazy))
        expect(mistakes(verdict, held, held)).not.toEqual([]);
    });
  });

  it("finds fault with an apply that leaves out any one step", async () => {
    await inWorlds(150, async (world, { project, options, noise }) => {
      const before = world.held();
      const plan = await world.plan();
      const last = lastSteps(plan);
      if (plan.refusals.length > 0 || last.length === 0) return;
      const left = last[noise % last.length]!;
      await world.apply({ ...plan, steps: plan.steps.filter((each) => each !== left) }, 1);
      const verdict = oracle(project, before, options);
      expect(mistakes(verdict, before, world.held())).not.toEqual([]);
    });
  });
});
