// Matching by pins. Duplicates and ambiguous names are in laws/property and in leftovers.test.ts.
import { expect, it } from "vitest";
import { tool, toolResponse } from "../../fixtures/responses.ts";
import { planOf } from "../../fixtures/in-memory.ts";
import { checkPlan, type PlanRow as Row, pins } from "../../fixtures/plan-rows.ts";

const keyed = (key: string, description = "d"): string =>
  tool.replace("name:", `key: ${key}\nname:`).replace(": d", `: ${description}`);

const rows: readonly Row[] = [
  [
    "a pin comes before the name",
    tool,
    { tools: [toolResponse("t1"), toolResponse("t2", { name: "old" })] },
    ["update tool/look t2", "unmanaged tool look t1: not defined in any file"],
    pins({ "tool/look": "t2" }),
  ],
  [
    "a pin whose id is absent is refused",
    tool,
    { tools: [toolResponse("t1")] },
    ["refused pin-absent tool/look", "unmanaged tool look t1: not defined in any file"],
    pins({ "tool/look": "t9" }),
  ],
  [
    "one id pinned twice is refused",
    [keyed("a"), keyed("b")].join("---\n"),
    { tools: [toolResponse("t1"), toolResponse("t2")] },
    ["refused pin-twice tool/b, tool/a", "unmanaged tool look t2: not defined in any file"],
    pins({ "tool/a": "t1", "tool/b": "t1" }),
  ],
  [
    "pins say which of equal names is which",
    [keyed("a"), keyed("b", "e")].join("---\n"),
    { tools: [toolResponse("t1", { description: "e" }), toolResponse("t2")] },
    [],
    pins({ "tool/a": "t2", "tool/b": "t1" }),
  ],
];

it.each(rows)("%s", checkPlan);

it("a pin without a definition gives a note and changes nothing", async () => {
  const plan = await planOf(tool, { tools: [toolResponse("t1")] }, pins({ "tool/lok": "t1" }));
  expect(plan.notes).toEqual(["promptctl.yaml pins tool/lok, which is not defined in any file."]);
  expect([plan.changes, plan.refusals]).toEqual([[], []]);
});
