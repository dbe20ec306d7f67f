// Promises 2 and 6: apply makes one call for each step of the plan, in an order that the service accepts
// and that loses nothing if it is interrupted, however long each call takes. Its only other calls are one
// list of the tools and one of the prompts after it created some: another apply may have created the same.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Change, Delete, ExecutablePlan } from "../../../src/engine/model/plan.ts";
import type { RemoteState } from "./remote-state.ts";
import {
  caseTree,
  checkCases,
  isWrite,
  openEnvironment,
  propertyCases,
  propertyParameters,
  type RecordedCall,
  type TestEnvironment,
} from "./environment.ts";
import type { RemoteTree } from "./generate-remote.ts";

/** Applies the plan and returns its calls. A refused plan is not applied. */
async function applyPlan(
  environment: TestEnvironment,
  plan: ExecutablePlan,
  concurrency: number,
): Promise<RecordedCall[]> {
  const callCount = environment.calls.length;
  if (plan.refusals.length === 0) await environment.apply(plan, concurrency);
  return environment.calls.slice(callCount);
}

/** The number of calls that a change needs according to the plan that a reviewer sees. */
function callCountOf(change: Change): number {
  switch (change.action) {
    case "create":
    case "update":
      return 1;
    case "replace":
      return 2 + change.childCreates.length + childDeleteCount(change.childDeletes);
    case "delete":
      return 1 + childDeleteCount(change.childDeletes);
  }
}

function childDeleteCount(deletes: readonly Delete[]): number {
  return deletes
    .filter(({ cascades }) => !cascades)
    .reduce((sum, { childDeletes }) => sum + 1 + childDeleteCount(childDeletes), 0);
}

const verbs: { readonly [method: string]: string } = {
  POST: "create",
  PUT: "update",
  DELETE: "delete",
};

/** The paths that apply lists after its writes. */
function listsAfterWrites({ steps }: ExecutablePlan): string[] {
  const created = new Set(steps.flatMap(({ verb, kind }) => (verb === "create" ? [kind] : [])));
  return ["prompt", "tool"].filter((kind) => created.has(kind)).map((kind) => `/sdk/v1/${kind}s`);
}

function expectDeletesLast(calls: readonly RecordedCall[]): void {
  const deletes = calls.filter(({ method }) => method === "DELETE").map(({ began }) => began);
  const writes = calls.filter(({ method }) => method !== "DELETE").map(({ ended }) => ended);
  expect(Math.min(...deletes)).toBeGreaterThan(Math.max(...writes));
}

/** Deletes of evaluations that began before the deletes of their assertions had ended. */
function earlyParentDeletes(calls: readonly RecordedCall[], before: RemoteState): RecordedCall[] {
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

/**
 * Deletes of tools that began before each prompt with the tool was deleted or updated. `before`: the
 * prompts, as they were.
 */
function earlyToolDeletes(calls: readonly RecordedCall[], before: RemoteState): RecordedCall[] {
  const idOf = ({ path }: RecordedCall): string => path.split("/")[4]!;
  return calls.filter((call) => {
    if (call.method !== "DELETE" || call.path.split("/")[3] !== "tools") return false;
    const users = before.prompt.filter(({ tools }) => tools.includes(idOf(call)));
    return users.some(
      ({ id }) => !calls.some((other) => idOf(other) === id && other.ended < call.began),
    );
  });
}

/** Tools and prompts without a definition; `uses`: the tools of each prompt. */
const removedTree: fc.Arbitrary<Pick<RemoteTree, "tools" | "prompts">> = fc
  .record({
    count: fc.integer({ min: 1, max: 3 }),
    uses: fc.array(fc.subarray([0, 1, 2], { minLength: 1 }), { minLength: 1, maxLength: 4 }),
  })
  .map(({ count, uses }) => {
    const tools = Array.from({ length: count }, (_, index) => ({
      value: { name: `removed_${index}`, description: "d", parameters: {} },
    }));
    const prompts = uses.map((indexes, index) => ({
      value: {
        name: `removed ${index}`,
        parameters: { provider: "OPENAI", name: "m" },
        messages: [],
      },
      tools: indexes.flatMap((each) => tools[each] ?? []),
      evaluations: [],
    }));
    return { tools, prompts };
  });

/** The largest number of calls in progress at the same time. */
function maximumConcurrency(calls: readonly RecordedCall[]): number {
  const inProgress = (time: number): number =>
    calls.filter(({ began, ended }) => began <= time && time <= ended).length;
  return Math.max(0, ...calls.map(({ began }) => inProgress(began)));
}

/** Pairs of equal creates that were in progress at the same time. */
function concurrentEqualCreates(calls: readonly RecordedCall[]): [RecordedCall, RecordedCall][] {
  const creates = calls.filter(({ method }) => method === "POST");
  return creates.flatMap((one) =>
    creates
      .filter((other) => one.path === other.path && one.body === other.body)
      .filter((other) => one.began < other.began && other.began < one.ended)
      .map((other): [RecordedCall, RecordedCall] => [one, other]),
  );
}

describe.each([1, 10])("apply with concurrency %i", (concurrency) => {
  const checkPlans = (
    check: (plan: ExecutablePlan, calls: readonly RecordedCall[], before: RemoteState) => void,
  ): Promise<void> =>
    checkCases(100, async (environment) => {
      const before = await environment.remoteState();
      const plan = await environment.plan();
      check(plan, await applyPlan(environment, plan, concurrency), before);
    });

  it("makes exactly one call for each step, and each call succeeds", async () => {
    await checkPlans((plan, calls) => {
      if (plan.refusals.length > 0) return expect(calls).toEqual([]);
      expect(calls.filter(({ status }) => status !== 200)).toEqual([]);
      const calledVerbs = calls.filter(isWrite).map(({ method }) => verbs[method]!);
      expect(calledVerbs.sort()).toEqual(plan.steps.map(({ verb }) => verb).sort());
    });
  });

  it("lists tools and prompts once after their creates, and nothing else", async () => {
    await checkPlans((plan, calls) => {
      if (plan.refusals.length > 0) return;
      const reads = calls.filter((call) => !isWrite(call));
      expect(reads.map(({ path }) => path).sort()).toEqual(listsAfterWrites(plan));
      const lastWrite = Math.max(...calls.filter(isWrite).map(({ ended }) => ended));
      for (const { method, began } of reads)
        expect([method, began > lastWrite]).toEqual(["GET", true]);
    });
  });

  it("deletes last and children first, respects the concurrency, and never runs two equal creates at once", async () => {
    await checkPlans((_, all, before) => {
      const calls = all.filter(isWrite);
      expectDeletesLast(calls);
      expect(earlyParentDeletes(calls, before)).toEqual([]);
      expect(maximumConcurrency(calls)).toBeLessThanOrEqual(concurrency);
      expect(concurrentEqualCreates(calls)).toEqual([]);
    });
  });
});

describe.each([1, 10])("prune with concurrency %i", (concurrency) => {
  it("deletes no tool before the prompts that use it", async () => {
    const property = fc.asyncProperty(propertyCases, removedTree, async (given, removed) => {
      const options = { ...given.options, prune: true, scope: ["*"] };
      const pruned = { ...given, options };
      const tree = caseTree(pruned);
      tree.tools.push(...removed.tools);
      tree.prompts.push(...removed.prompts);
      const environment = await openEnvironment(pruned, tree);
      try {
        const before = await environment.remoteState();
        const plan = await environment.plan();
        const calls = await applyPlan(environment, plan, concurrency);
        expect(earlyToolDeletes(calls, before)).toEqual([]);
      } finally {
        environment.close();
      }
    });
    await fc.assert(property, propertyParameters(60));
  });
});

describe("the counts of a plan", () => {
  it("agree with its changes, its steps and the number of definitions", async () => {
    await checkCases(150, async (environment) => {
      const {
        changes,
        counts,
        steps,
        definitionCount: definitions,
        refusals,
      } = await environment.plan();
      for (const action of ["create", "update", "replace", "delete"] as const)
        expect(counts[action]).toBe(changes.filter((change) => change.action === action).length);
      expect(changes.map(callCountOf).reduce((sum, count) => sum + count, 0)).toBe(steps.length);
      expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length);
      const childCreates = changes.flatMap((change) =>
        change.action === "replace" ? change.childCreates : [],
      );
      const { create, update, replace, keep } = counts;
      if (refusals.length === 0)
        expect(create + update + replace + keep + childCreates.length).toBe(definitions);
    });
  });
});
