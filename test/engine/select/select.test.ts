// --target and --exclude: what stays in the plan, what comes along, what is refused.
import { expect, it } from "vitest";
import {
  costResponse,
  evaluationResponse,
  prompt,
  promptResponse,
  tool,
  toolResponse,
} from "../../fixtures/responses.ts";
import { type RemoteResources, type PlanFixtureOptions, planOf } from "../../fixtures/in-memory.ts";

const evaluated = `${prompt}tools: [look]
evaluations:
  - name: e
    variables: { a: c }
    appendedMessages: [{ role: user, content: Hi }]
    assertions: [{ type: COST, targetThreshold: 1 }, { type: COST, targetThreshold: 3 }]
`;
const appendedMessages = [{ role: "user", content: [{ type: "TEXT", text: "Hi" }] }];
const listedKinds = { variables: { a: "b" }, appendedMessages };
const old: RemoteResources = {
  tools: [toolResponse("t")],
  prompts: [promptResponse("p", { tools: [toolResponse("t")] })],
  evaluations: [evaluationResponse("x", "p", listedKinds)],
  assertions: [costResponse("a1", "x"), costResponse("a2", "x", { targetThreshold: 3 })],
};
/** Two equal evaluations, one of them a second copy. */
const twice: RemoteResources = {
  ...old,
  evaluations: ["x", "y"].map((id) =>
    evaluationResponse(id, "p", { ...listedKinds, variables: { a: "c" } }),
  ),
  assertions: ["x", "y"].flatMap((id) => [
    costResponse(`${id}1`, id),
    costResponse(`${id}2`, id, { targetThreshold: 3 }),
  ]),
};

const changedPrompt: RemoteResources = {
  ...old,
  prompts: [promptResponse("p", { tools: [] })],
};

it.each([
  ["its evaluation", ["evaluation/*"], changedPrompt, true],
  ["its evaluation and the prompt", ["evaluation/*", "prompt/Greet"], changedPrompt, false],
  ["its evaluation, which is the only change", ["evaluation/*"], old, false],
  ["a tool", ["tool/look"], changedPrompt, false],
] as const)("a target of %s names the changed prompt, if it is left out", async (...row) => {
  const [, target, remote, isNamed] = row;
  const { changes, notes } = await planOf(`${tool}---\n${evaluated}`, remote, { target });
  expect(changes.map(({ address }) => address).includes("prompt/Greet")).toBe(
    target.length > 1 && remote === changedPrompt,
  );
  expect(notes).toEqual(
    isNamed
      ? [
          "--target leaves out a change of prompt/Greet, to which targets belong. To include it, add:\n--target prompt/Greet",
        ]
      : [],
  );
});

const everything = [
  "create tool/look",
  "create prompt/Greet",
  "create evaluation/Greet/e",
  "create assertion/Greet/e/1",
  "create assertion/Greet/e/2",
];

const rows: readonly [
  sentence: string,
  options: PlanFixtureOptions,
  seen: readonly string[],
  remote?: RemoteResources,
][] = [
  ["everything, without either", {}, everything],
  [
    "a prompt takes its tools along, not its evaluations",
    { target: ["prompt/Greet"] },
    ["create tool/look", "create prompt/Greet"],
  ],
  [
    "an evaluation takes its assertions along, and the prompt that is still to be made",
    { target: ["evaluation/*"] },
    everything,
  ],
  ["a tool alone", { target: ["tool/look"] }, ["create tool/look"]],
  [
    "an excluded evaluation takes its assertions away",
    { exclude: ["evaluation/*"] },
    ["create tool/look", "create prompt/Greet"],
  ],
  [
    "a change that needs an excluded create is refused",
    { exclude: ["tool/look", "evaluation/*"] },
    [
      "create prompt/Greet",
      "refused: prompt/Greet needs tool/look, which is excluded and does not exist.",
    ],
  ],
  [
    "an excluded tool that is there is no matter",
    { exclude: ["tool/look", "evaluation/*"] },
    ["create prompt/Greet"],
    { tools: [toolResponse("t", { description: "x" })] },
  ],
  [
    "an excluded assertion of a replaced evaluation is refused: it would be made anew",
    { exclude: ["assertion/Greet/e/1"] },
    [
      "replace evaluation/Greet/e",
      "refused: evaluation/Greet/e needs assertion/Greet/e/1, which is excluded and does not exist.",
    ],
    old,
  ],
  [
    "a second copy goes with the evaluation that it is a copy of",
    { target: ["evaluation/Greet/e"] },
    ["delete evaluation/Greet/id:y"],
    twice,
  ],
  ["and not with its prompt alone", { target: ["prompt/Greet"] }, [], twice],
  ["and stays where that evaluation is excluded", { exclude: ["evaluation/*"] }, [], twice],
];

it.each(rows)("%s", async (_sentence, options, seen, remote = {}) => {
  const { changes, refusals } = await planOf(`${tool}---\n${evaluated}`, remote, options);
  expect([
    ...changes.map(({ action, address }) => `${action} ${address}`),
    ...refusals.map(({ message }) => `refused: ${message}`),
  ]).toEqual(seen);
});
