// Matching by pins, of ambiguous names and of duplicates.
import { expect, it } from "vitest";
import {
  evaluationResponse,
  prompt,
  promptResponse,
  tool,
  toolResponse,
} from "../../fixtures/responses.ts";
import { planOf } from "../../fixtures/in-memory.ts";
import { checkPlan, type PlanRow as Row, pins } from "../../fixtures/plan-rows.ts";

const used = toolResponse("t2");
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
    "a pin of another base address is none",
    tool,
    { tools: [toolResponse("t1")] },
    [],
    { pins: { "https://other.test": { "tool/look": "t9" } } },
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
  [
    "where one of two holders of a name is pinned, the other is what is left",
    [keyed("a"), keyed("b", "e")].join("---\n"),
    { tools: [toolResponse("t1", { description: "e" }), toolResponse("t2")] },
    [],
    pins({ "tool/a": "t2" }),
  ],
  [
    "names that repeat where the service has none yet are all created",
    [keyed("a"), keyed("b")].join("---\n"),
    {},
    ["create tool/a", "create tool/b"],
  ],
  [
    "names that repeat need pins once the service has one of them",
    [keyed("a"), keyed("b")].join("---\n"),
    { tools: [toolResponse("t1")] },
    ["refused ambiguous-name tool/a, tool/b"],
  ],
  [
    "one name for two that differ is refused",
    tool,
    { tools: [toolResponse("t1"), toolResponse("t2", { description: "e" })] },
    ["refused ambiguous-name tool/look"],
  ],
  [
    "of equal duplicates the smaller id is matched",
    tool,
    { tools: [toolResponse("t2"), toolResponse("t1")] },
    ["unmanaged tool look t2: a duplicate of tool/look; apply --prune deletes it"],
  ],
  [
    "of equal duplicates of a prompt the one with evaluations is matched",
    `${prompt}evaluations: [{ name: e }]\n`,
    {
      prompts: [promptResponse("p1"), promptResponse("p2")],
      evaluations: [evaluationResponse("e", "p2")],
    },
    ["unmanaged prompt Greet p1: a duplicate of prompt/Greet; apply --prune deletes it"],
  ],
  [
    "a pin lets the change through",
    tool.replace(": d", ": e"),
    { tools: [toolResponse("t1"), toolResponse("t2")] },
    ["update tool/look t1", "unmanaged tool look t2: not defined in any file"],
    pins({ "tool/look": "t1" }),
  ],
  [
    "a prompt that moves to another duplicate of a tool is no change",
    [tool, `${prompt}tools: [look]\n`].join("---\n"),
    { tools: [toolResponse("t1"), used], prompts: [promptResponse("p", { tools: [used] })] },
    ["unmanaged tool look t1: a duplicate of tool/look; apply --prune deletes it"],
  ],
];

it.each(rows)("%s", checkPlan);

it("a pin without a definition gives a note and changes nothing", async () => {
  const plan = await planOf(tool, { tools: [toolResponse("t1")] }, pins({ "tool/lok": "t1" }));
  expect(plan.notes).toEqual(["promptctl.yaml pins tool/lok, which is not defined in any file."]);
  expect([plan.changes, plan.refusals]).toEqual([[], []]);
});
