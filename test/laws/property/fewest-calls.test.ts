// Promise 3: the calls are the fewest that the rules allow.
import { describe, expect, it } from "vitest";
import { oracle, type Verdict } from "./oracle.ts";
import { fewest } from "./oracle-evaluations.ts";
import { inWorlds, isWrite, type Recorded } from "./environment.ts";

const kinds: { readonly [collection: string]: string } = {
  tools: "tool",
  prompts: "prompt",
  evaluations: "evaluation",
  "evaluation-assertions": "assertion",
};

function kindOf({ path }: Recorded): string {
  return kinds[path.split("/")[3]!]!;
}

/** `POST tool a`, `PUT prompt id7`: as the oracle writes calls. */
function said(call: Recorded): string {
  const name = (): string => String((JSON.parse(call.body) as { name: string }).name);
  return `${call.method} ${kindOf(call)} ${call.method === "POST" ? name() : call.path.split("/")[4]}`;
}

function isNamed(call: Recorded): boolean {
  return ["tool", "prompt"].includes(kindOf(call));
}

function inApplied(
  runs: number,
  check: (verdict: Verdict, writes: readonly Recorded[]) => void,
): Promise<void> {
  return inWorlds(runs, async (world, { project, options }) => {
    const verdict = oracle(project, world.held(), options);
    const plan = await world.plan();
    if (plan.refusals.length > 0) return;
    await world.apply(plan, 10);
    check(verdict, world.calls.filter(isWrite));
  });
}

describe("the calls of apply", () => {
  it("are one for each tool and prompt that differs, and none else", async () => {
    await inApplied(200, ({ named }, writes) => {
      expect(writes.filter(isNamed).map(said).sort()).toEqual(named.toSorted());
    });
  });

  it("for evaluations and assertions are as few as the exhaustive search finds", async () => {
    await inApplied(200, ({ families }, writes) => {
      const least = families.reduce((sum, { outcomes }) => sum + fewest(outcomes), 0);
      expect(writes.filter((call) => !isNamed(call)).length).toBe(least);
    });
  });
});
