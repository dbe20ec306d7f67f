// The state of an environment: what counts as different, and under which name each change is counted.
import { expect, it } from "vitest";
import type { HeldVersion } from "../../../src/engine/model/held-version.ts";
import type { Plan } from "../../../src/engine/model/plan.ts";
import { statusOfPlan } from "../../../src/views/history/status-json.ts";
import { planOf } from "../../fixtures/in-memory.ts";
import {
  prompt,
  promptResponse,
  textMessage,
  tool,
  toolResponse,
} from "../../fixtures/responses.ts";

const at = { commit: "9".repeat(40), date: "", author: "", subject: "", orOlder: false };
const otherRef = { type: "other-ref" as const, at, ref: "hotfix", isChosen: false };

/** The counts that are not zero. */
function countsOf(plan: Plan): Record<string, number> {
  return Object.fromEntries(
    Object.entries(statusOfPlan(plan).counts!).filter(([, count]) => count),
  );
}

it.each<[sentence: string, held: HeldVersion | undefined, counts: Record<string, number>]>([
  ["a change whose version is unknown is an update", { type: "unknown" }, { update: 1 }],
  ["a change without history is an update", undefined, { update: 1 }],
  ["what no version has was changed on the service", { type: "none" }, { changedOnService: 1 }],
  [
    "what was changed on the service and taken over since is an update",
    { type: "none", isTakenOver: true },
    { update: 1 },
  ],
  [
    "a version of another branch is counted apart",
    { ...otherRef, isMerged: false },
    { otherRef: 1 },
  ],
  ["a version of a merged branch is an update", { ...otherRef, isMerged: true }, { update: 1 }],
])("%s", async (_sentence, held, counts) => {
  const changed = { prompts: [promptResponse("p1", { messages: [textMessage("old")] })] };
  const plan = await planOf(prompt, changed);
  const [{ held: _held, ...change }] = plan.changes as [Plan["changes"][number]];
  const changes = [{ ...change, ...(held && { held }) }] as Plan["changes"];
  expect(countsOf({ ...plan, changes })).toEqual(counts);
});

it("an unmanaged resource is no difference, a duplicate of a defined one is", async () => {
  const others = await planOf(tool, {
    tools: [toolResponse("t1"), toolResponse("t2", { name: "other" })],
  });
  expect([statusOfPlan(others).state, countsOf(others)]).toEqual(["in-sync", { unmanaged: 1 }]);
  const duplicateOf = "tool/look";
  const unmanaged = others.unmanaged.map((each) => ({ ...each, duplicateOf }));
  const duplicates = { ...others, unmanaged };
  expect([statusOfPlan(duplicates).state, countsOf(duplicates)]).toEqual([
    "different",
    { duplicates: 1 },
  ]);
});

it("an environment without changes is different while a version waits for another one", async () => {
  const plan = await planOf(tool, { tools: [] });
  const [change] = plan.changes as [Plan["changes"][number]];
  const waiting = { change, reason: "version" as const, upstream: { type: "none" as const } };
  const promotion = { after: "staging", isKnown: true, heldBack: [waiting] };
  const status = statusOfPlan({ ...plan, changes: [], promotion } as unknown as Plan);
  expect([status.state, status.promotion!.versions]).toEqual([
    "different",
    [{ address: "tool/look", action: "create", reason: "version", upstream: { type: "none" } }],
  ]);
});
