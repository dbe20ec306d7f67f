// Promise 3: the calls are the fewest among the legal plans. The oracle finds that number by exhaustive
// search.
import { describe, expect, it } from "vitest";
import { expectedResult, type ExpectedResult } from "./oracle.ts";
import { fewestCalls } from "./oracle-evaluations.ts";
import { casePast, checkCases, isWrite, type RecordedCall } from "./environment.ts";

const kinds: { readonly [collection: string]: string } = {
  tools: "tool",
  prompts: "prompt",
  evaluations: "evaluation",
  "evaluation-assertions": "assertion",
};

function kindOf({ path }: RecordedCall): string {
  return kinds[path.split("/")[3]!]!;
}

/** A call in the form of the oracle: `POST tool a`, `PUT prompt id7`. */
function callText(call: RecordedCall): string {
  const { method, path, body } = call;
  const name = method === "POST" ? (JSON.parse(body) as { name: string }).name : path.split("/")[4];
  return `${method} ${kindOf(call)} ${name}`;
}

/** True for calls for tools and prompts. */
function isNamed(call: RecordedCall): boolean {
  return ["tool", "prompt"].includes(kindOf(call));
}

/** Applies the plan of each case, unless it is refused, and checks the calls. */
function checkWrites(
  runs: number,
  check: (expected: ExpectedResult, writes: readonly RecordedCall[]) => void,
): Promise<void> {
  return checkCases(runs, async (environment, given) => {
    const { project, options } = given;
    const state = await environment.remoteState();
    const expected = expectedResult(project, state, options, casePast(given));
    const plan = await environment.plan();
    if (plan.refusals.length > 0) return;
    await environment.apply(plan, 10);
    check(expected, environment.calls.filter(isWrite));
  });
}

describe("the calls of apply", () => {
  it("are exactly one for each tool and prompt that differs", async () => {
    await checkWrites(200, ({ namedCalls }, writes) => {
      expect(writes.filter(isNamed).map(callText).sort()).toEqual(namedCalls.toSorted());
    });
  });

  it("for evaluations and assertions are as few as exhaustive search finds", async () => {
    await checkWrites(200, ({ evaluationGroups }, writes) => {
      const fewest = evaluationGroups.reduce((sum, { outcomes }) => sum + fewestCalls(outcomes), 0);
      expect(writes.filter((call) => !isNamed(call)).length).toBe(fewest);
    });
  });
});
