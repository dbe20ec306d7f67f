// Whether prune deletes a resource without a definition, and why the others stay.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/engine/model/json.ts";
import { historyOf } from "../../fixtures/history.ts";
import {
  planLines,
  type PlanFixtureOptions,
  planOf,
  type RemoteResources,
} from "../../fixtures/in-memory.ts";
import {
  costResponse,
  evaluationResponse,
  prompt,
  promptResponse,
  tool,
  toolResponse,
} from "../../fixtures/responses.ts";

describe("without --prune", () => {
  const evaluated = `${prompt}evaluations: [{ name: e, appendedMessages: [], variables: {}, assertions: [{ type: COST, targetThreshold: 1 }] }]\n`;
  const assertion = (id: string, of: string, targetThreshold = 1): JsonObject =>
    costResponse(id, of, { targetThreshold });
  const remote = {
    prompts: [promptResponse("p")],
    evaluations: [evaluationResponse("e", "p")],
    assertions: [assertion("a", "e")],
  };
  const deleted = async (resources: RemoteResources): Promise<string[]> => {
    const { changes, steps } = await planOf(evaluated, { ...remote, ...resources });
    const reasons = changes.map(({ action }) => action);
    const ids = steps.flatMap(({ verb, remoteId }) => (verb === "delete" ? remoteId! : []));
    return [...reasons, ...ids];
  };

  it.each<[string, RemoteResources]>([
    ["a tool", { tools: [toolResponse("t")] }],
    ["a duplicate of a prompt", { prompts: [promptResponse("p"), promptResponse("q")] }],
    [
      "an evaluation that left the files",
      {
        evaluations: [
          ...remote.evaluations,
          evaluationResponse("f", "p", { variables: { a: "b" } }),
        ],
      },
    ],
    [
      "an assertion whose evaluation does not exist",
      { assertions: [...remote.assertions, assertion("b", "x")] },
    ],
  ])("%s stays", async (_sentence, resources) => {
    expect(await deleted(resources)).toEqual([]);
  });

  it.each<[string, RemoteResources, string[]]>([
    [
      "an assertion that its evaluation no longer has",
      { assertions: [...remote.assertions, assertion("b", "e", 2)] },
      ["delete", "b"],
    ],
    [
      "the old copy of a replaced evaluation",
      { evaluations: [evaluationResponse("e", "p", { variables: { a: "b" } })] },
      ["replace", "a", "e"],
    ],
    [
      "a second copy of an evaluation within `scope` with the same assertions",
      {
        evaluations: [...remote.evaluations, evaluationResponse("f", "p")],
        assertions: [...remote.assertions, assertion("b", "f")],
      },
      ["delete", "b", "f"],
    ],
  ])("%s is deleted, as SECURITY.md says", async (phrase, resources, expected) => {
    expect(await deleted(resources)).toEqual(expected);
    const page = readFileSync(join(import.meta.dirname, "../../../SECURITY.md"), "utf8");
    expect(/\*\*Deletions\.\*\*.*/.exec(page)![0]).toContain(phrase);
  });
});

const lookInBilling = [
  { kind: "tool", name: "look", project: "billing", external: false, childKinds: [] },
];

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
  ["in the scope", {}, "apply --prune deletes it", true],
  ["that is in use", {}, "apply --prune deletes it", true, true],
  ["outside the scope", { scope: ["prompt/*"] }, "outside the scope of promptctl.yaml", false],
  ["under keep", { keep: ["tool/look"] }, "listed under keep in promptctl.yaml", false],
  [
    "that another project defines",
    { history: historyOf({ line: [], elsewhere: lookInBilling }) },
    "the project billing defines it",
    false,
  ],
  [
    "that another project defines, with --prune",
    { history: historyOf({ line: [], elsewhere: lookInBilling }), prune: true },
    "the project billing defines it",
    false,
  ],
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
      reason: expect.objectContaining({ text: `a duplicate of tool/look; ${reason}` }),
      duplicateOf: "tool/look",
      deletedByPrune,
    },
  ]);
});

it.each<[string, PlanFixtureOptions, string]>([
  ["in the scope", {}, "Delete the duplicates with --prune first."],
  [
    "outside the scope",
    { scope: ["prompt/*"] },
    "--prune does not delete the duplicate: outside the scope of promptctl.yaml.",
  ],
])("a change of a resource with a duplicate %s is refused with a true hint", async (...row) => {
  const [, options, hint] = row;
  const remote = { tools: [toolResponse("t1"), toolResponse("t2")] };
  const { refusals } = await planOf(tool.replace(": d", ": e"), remote, options);
  expect(refusals.map((refusal) => refusal.hint.split("\n")[0])).toEqual([hint]);
});

/** The prompt of another team with an evaluation of ours and two of theirs. */
const shared = {
  prompts: [promptResponse("p")],
  evaluations: ["ours", "theirs1", "theirs2"].map((id) =>
    evaluationResponse(id, "p", { variables: { id } }),
  ),
  assertions: [costResponse("a1", "theirs1"), costResponse("orphan", "missing")],
};
const sharedPrompt = `kind: prompt
name: Greet
external: true
evaluations: [{ name: e, variables: { id: ours }, appendedMessages: [], assertions: [] }]
`;
const stays = "outside the scope of promptctl.yaml";
const orphanStays =
  "its evaluation does not exist; prune deletes it only if promptctl.yaml has no scope";

it.each<[sentence: string, scope: readonly string[], plan: readonly string[]]>([
  [
    "stay with a scope that does not match the prompt",
    ["prompt/Team B *"],
    [
      `unmanaged evaluation prompt/Greet theirs1: ${stays}`,
      `unmanaged evaluation prompt/Greet theirs2: ${stays}`,
      `unmanaged assertion orphan: ${orphanStays}`,
    ],
  ],
  [
    "are deleted with a scope that matches the prompt, orphans are not",
    ["prompt/Gr*"],
    [
      "delete evaluation/Greet/id:theirs1 theirs1",
      "delete evaluation/Greet/id:theirs2 theirs2",
      `unmanaged assertion orphan: ${orphanStays}`,
    ],
  ],
  [
    "are deleted without a scope, orphans too",
    ["*"],
    [
      "delete evaluation/Greet/id:theirs1 theirs1",
      "delete evaluation/Greet/id:theirs2 theirs2",
      "delete assertion/id:orphan orphan",
    ],
  ],
])("evaluations without a definition %s", async (_sentence, scope, plan) => {
  expect(planLines(await planOf(sharedPrompt, shared, { prune: true, scope }))).toEqual(plan);
});

it("the scope applies to the name of an external prompt on the service, not to its key", async () => {
  const pins = { "https://prompts.test": { "prompt/Team B copy": "p" } };
  const text = sharedPrompt.replace("Greet", "Team B copy");
  const options = { prune: true, scope: ["prompt/Team B *"], pins };
  expect((await planOf(text, shared, options)).changes).toEqual([]);
});
