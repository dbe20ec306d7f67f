// Whether prune deletes a duplicate, and why the others stay.
import { expect, it } from "vitest";
import { type PlanFixtureOptions, planOf } from "../../fixtures/in-memory.ts";
import { promptResponse, tool, toolResponse } from "../../fixtures/responses.ts";

/** Prompts that use the tool and its duplicate. */
const users = ["t1", "t2"].map((id) => promptResponse(`p-${id}`, { tools: [toolResponse(id)] }));

it.each<
  [
    sentence: string,
    options: PlanFixtureOptions,
    reason: string,
    deletedByPrune: boolean,
    user?: boolean,
  ]
>([
  ["in the scope", {}, "promptctl apply --prune deletes it", true],
  ["that is in use", {}, "promptctl apply --prune deletes it", true, true],
  ["outside the scope", { scope: ["prompt/*"] }, "outside the scope of promptctl.yaml", false],
  [
    "outside the scope, with --prune",
    { scope: ["prompt/*"], prune: true },
    "outside the scope of promptctl.yaml",
    false,
  ],
  [
    "that a resource uses which stays, with --prune",
    { scope: ["tool/*"], prune: true },
    'still used by the prompt "Greet" (id:p-t2)',
    false,
    true,
  ],
])("a duplicate %s", async (_sentence, options, reason, deletedByPrune, isUsed = false) => {
  const remote = {
    tools: [toolResponse("t1"), toolResponse("t2")],
    prompts: isUsed ? users : [],
  };
  const { unmanaged } = await planOf(tool, remote, options);
  expect(unmanaged.filter(({ kind }) => kind === "tool")).toEqual([
    {
      kind: "tool",
      name: "look",
      id: "t2",
      reason: `a duplicate of tool/look; ${reason}`,
      duplicateOf: "tool/look",
      deletedByPrune,
    },
  ]);
});

it("a duplicate in the scope is deleted with --prune", async () => {
  const remote = { tools: [toolResponse("t1"), toolResponse("t2")] };
  const { changes, unmanaged } = await planOf(tool, remote, { prune: true });
  expect(changes).toMatchObject([{ action: "delete", id: "t2", reason: "duplicate" }]);
  expect(unmanaged).toEqual([]);
});
