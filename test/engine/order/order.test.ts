// Changes to calls: what each needs, in which order, and what goes by itself.
import { expect, it } from "vitest";
import type { Plan } from "../../../src/engine/model/plan.ts";
import {
  costResponse,
  evaluationResponse,
  prompt,
  promptResponse,
  tool,
  toolResponse,
} from "../../fixtures/responses.ts";
import { type RemoteResources, type PlanFixtureOptions, planOf } from "../../fixtures/in-memory.ts";

/** A line per step: its id, its remote id, what it needs, and whether it is pruning. */
function lines({ steps }: Plan): string[] {
  return steps.map(({ id, remoteId, needs, phase }) =>
    [
      remoteId === undefined ? id : `${id} (${remoteId})`,
      ...(needs.length > 0 ? [`after ${needs.join(", ")}`] : []),
      ...(phase === "prune" ? ["[prune]"] : []),
    ].join(" "),
  );
}

const using = `${prompt}tools: [look]\n`;
const evaluated = (...evaluations: string[]): string =>
  `${prompt}evaluations:\n${evaluations.map((each) => `  - { ${each} }\n`).join("")}`;
const cost = (limit: number): string => `{ type: COST, targetThreshold: ${limit} }`;
const look = toolResponse("t");
const old: RemoteResources = {
  prompts: [promptResponse("p")],
  evaluations: [evaluationResponse("x", "p", { variables: { a: "b" }, weight: 0.5 })],
  assertions: [costResponse("a1", "x"), costResponse("a2", "x", { targetThreshold: 2 })],
};
const cascading = { evaluationUpdate: false, evaluationDeleteCascades: true };

const rows: readonly [
  sentence: string,
  texts: string,
  remote: RemoteResources,
  steps: string[],
  options?: PlanFixtureOptions,
][] = [
  [
    "tools before prompts before evaluations before assertions",
    `${evaluated(`name: e, assertions: [${cost(1)}]`)}tools: [look]\n---\n${tool}`,
    {},
    [
      "create tool/look",
      "create prompt/Greet after create tool/look",
      "create evaluation/Greet/e after create prompt/Greet",
      "create assertion/Greet/e/1 after create evaluation/Greet/e",
    ],
  ],
  [
    "an update of a prompt comes after the update of its tool",
    `${using.replace("gpt", "gpt-2")}---\n${tool.replace(": d", ": e")}`,
    { tools: [look], prompts: [promptResponse("p", { tools: [look] })] },
    ["update tool/look (t)", "update prompt/Greet (p) after update tool/look"],
  ],
  [
    "a prompt that does not change is not written when its tool is",
    `${using}---\n${tool.replace(": d", ": e")}`,
    { tools: [look], prompts: [promptResponse("p", { tools: [look] })] },
    ["update tool/look (t)"],
  ],
  [
    "a child of an unchanged resource needs the nearest written ancestor",
    evaluated(
      `name: e, variables: { a: b }, weight: 0.5, assertions: [${cost(1)}, ${cost(2)}, ${cost(3)}]`,
    ).replace("gpt", "gpt-2"),
    old,
    ["update prompt/Greet (p)", "create assertion/Greet/e/3 after update prompt/Greet"],
  ],
  [
    "equal creates under one parent run one after another",
    evaluated(
      `name: e, assertions: [${cost(1)}, ${cost(2)}, ${cost(1)}, ${cost(1)}]`,
      "name: f, weight: 0.5",
      "name: g",
    ),
    { prompts: [promptResponse("p")] },
    [
      "create evaluation/Greet/e",
      "create evaluation/Greet/f",
      "create evaluation/Greet/g after create evaluation/Greet/e",
      "create assertion/Greet/e/1 after create evaluation/Greet/e",
      "create assertion/Greet/e/2 after create evaluation/Greet/e",
      "create assertion/Greet/e/3 after create evaluation/Greet/e, create assertion/Greet/e/1",
      "create assertion/Greet/e/4 after create evaluation/Greet/e, create assertion/Greet/e/3",
    ],
  ],
  [
    "equal creates under different parents do not wait for one another",
    evaluated(
      `name: e, variables: { a: b }, assertions: [${cost(1)}]`,
      `name: f, assertions: [${cost(1)}]`,
    ),
    { prompts: [promptResponse("p")] },
    [
      "create evaluation/Greet/e",
      "create evaluation/Greet/f",
      "create assertion/Greet/e/1 after create evaluation/Greet/e",
      "create assertion/Greet/f/1 after create evaluation/Greet/f",
    ],
  ],
  [
    "a replace keeps the old one until the new one and all its assertions are made",
    evaluated(`name: e, variables: { a: b }, assertions: [${cost(1)}, ${cost(2)}]`),
    old,
    [
      "create evaluation/Greet/e",
      "create assertion/Greet/e/1 after create evaluation/Greet/e",
      "create assertion/Greet/e/2 after create evaluation/Greet/e",
      "delete assertion/Greet/e/id:a1 (a1) after create evaluation/Greet/e, create assertion/Greet/e/1, create assertion/Greet/e/2",
      "delete assertion/Greet/e/id:a2 (a2) after create evaluation/Greet/e, create assertion/Greet/e/1, create assertion/Greet/e/2",
      "delete evaluation/Greet/e (x) after create evaluation/Greet/e, create assertion/Greet/e/1, create assertion/Greet/e/2, delete assertion/Greet/e/id:a1, delete assertion/Greet/e/id:a2",
    ],
  ],
  [
    "where deleting an evaluation takes its assertions along, they need no calls",
    evaluated(`name: e, variables: { a: b }, assertions: [${cost(1)}, ${cost(2)}]`),
    old,
    [
      "create evaluation/Greet/e",
      "create assertion/Greet/e/1 after create evaluation/Greet/e",
      "create assertion/Greet/e/2 after create evaluation/Greet/e",
      "delete evaluation/Greet/e (x) after create evaluation/Greet/e, create assertion/Greet/e/1, create assertion/Greet/e/2",
    ],
    { capabilities: cascading },
  ],
  [
    "an evaluation that is updated keeps its assertions",
    evaluated(`name: e, variables: { a: b }, assertions: [${cost(1)}, ${cost(2)}]`),
    old,
    ["update evaluation/Greet/e (x)"],
    { capabilities: { ...cascading, evaluationUpdate: true } },
  ],
  [
    "extra assertions are deleted, and that is no pruning",
    evaluated(`name: e, variables: { a: b }, weight: 0.5, assertions: [${cost(1)}]`),
    old,
    ["delete assertion/Greet/e/id:a2 (a2)"],
  ],
  [
    "a deleted evaluation's assertions go first",
    `${prompt}evaluations: []\n`,
    old,
    [
      "delete assertion/Greet/id:x/id:a1 (a1) [prune]",
      "delete assertion/Greet/id:x/id:a2 (a2) [prune]",
      "delete evaluation/Greet/id:x (x) after delete assertion/Greet/id:x/id:a1, delete assertion/Greet/id:x/id:a2 [prune]",
    ],
    { prune: true },
  ],
  [
    "a deleted prompt is deleted with its descendants, and before its tool",
    "kind: tool\nname: other\nexternal: true\n",
    {
      ...old,
      prompts: [promptResponse("p", { tools: [look] })],
      tools: [look, toolResponse("o", { name: "other" })],
    },
    ["delete prompt/id:p (p) [prune]", "delete tool/id:t (t) after delete prompt/id:p [prune]"],
    { prune: true },
  ],
  [
    "a tool goes after the update of the prompt that used it",
    prompt.replace("gpt", "gpt-2"),
    { tools: [look], prompts: [promptResponse("p", { tools: [look] })] },
    ["update prompt/Greet (p)", "delete tool/id:t (t) [prune]"],
    { prune: true },
  ],
];

it.each(rows)("%s", async (_sentence, texts, remote, expected, options) => {
  expect(lines(await planOf(texts, remote, options))).toEqual(expected);
});

it("the children of an orphan are deleted on the same condition that its parent is missing", async () => {
  const remote = {
    prompts: [promptResponse("p")],
    evaluations: [evaluationResponse("x", "gone")],
    assertions: [costResponse("a1", "x")],
  };
  const { steps } = await planOf(prompt, remote, { prune: true });
  const gone = { kind: "prompt", id: "gone" };
  expect(
    steps
      .filter(({ verb }) => verb === "delete")
      .map(({ id, onlyIfMissing: without }) => [id, without]),
  ).toEqual([
    ["delete assertion/id:x/id:a1", gone],
    ["delete evaluation/id:x", gone],
  ]);
});
