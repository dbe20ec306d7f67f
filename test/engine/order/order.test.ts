// The steps of real plans: which resource is written or deleted first, and what each step waits for.
import { expect, it } from "vitest";
import { planOf, type RemoteResources } from "../../fixtures/in-memory.ts";
import {
  costResponse,
  evaluationResponse,
  prompt,
  promptResponse,
  textMessage,
  tool,
  toolResponse,
} from "../../fixtures/responses.ts";

const greet = prompt.replace("messages: []", "tools: [look]\nmessages: []");
const evaluation = (name: string, assertions: string): string =>
  `kind: evaluation\nname: ${name}\nprompt: Greet\nassertions: ${assertions}\n`;
const all = (...texts: string[]): string => texts.join("---\n");
const cost = (threshold: number): string => `{ type: COST, targetThreshold: ${threshold} }`;

/** A step as a line: its phase and id, then the steps that must succeed before it. */
async function stepLines(texts: string, remote: RemoteResources): Promise<string[]> {
  const { steps } = await planOf(texts, remote, { prune: true });
  return steps.map(({ phase, id, needs }) =>
    [`${phase}: ${id}`, ...needs.map((each) => `  after ${each}`)].join("\n"),
  );
}

it.each<[sentence: string, texts: string, remote: RemoteResources, steps: string[]]>([
  [
    "a create waits for what it refers to and for its parent",
    all(evaluation("e", `[${cost(1)}]`), greet, tool),
    {},
    [
      "write: create tool/look",
      "write: create prompt/Greet\n  after create tool/look",
      "write: create evaluation/Greet/e\n  after create prompt/Greet",
      "write: create assertion/Greet/e/1\n  after create evaluation/Greet/e",
    ],
  ],
  [
    "a resource that the service has already is not waited for",
    all(greet, tool),
    { tools: [toolResponse("t1")] },
    ["write: create prompt/Greet"],
  ],
  [
    "an assertion of an unchanged evaluation waits for the prompt above, which changes",
    all(evaluation("e", `[${cost(1)}, ${cost(2)}]`), prompt),
    {
      prompts: [promptResponse("p1", { messages: [textMessage("old")] })],
      evaluations: [evaluationResponse("e1", "p1")],
      assertions: [costResponse("a1", "e1")],
    },
    [
      "write: update prompt/Greet",
      "write: create assertion/Greet/e/2\n  after update prompt/Greet",
    ],
  ],
  [
    "equal creates run one after the other, others at the same time",
    all(evaluation("e", `[${cost(1)}, ${cost(2)}, ${cost(1)}]`), prompt),
    { prompts: [promptResponse("p1")] },
    [
      "write: create evaluation/Greet/e",
      "write: create assertion/Greet/e/1\n  after create evaluation/Greet/e",
      "write: create assertion/Greet/e/2\n  after create evaluation/Greet/e",
      "write: create assertion/Greet/e/3\n  after create evaluation/Greet/e\n  after create assertion/Greet/e/1",
    ],
  ],
  [
    "a tool is deleted after the prompt that uses it, without waiting for writes",
    "kind: tool\nname: new\ndescription: d\nparameters: {}\n",
    {
      tools: [toolResponse("t1")],
      prompts: [promptResponse("p1", { tools: [{ id: "t1" }] })],
    },
    [
      "write: create tool/new",
      "prune: delete prompt/id:p1",
      "prune: delete tool/id:t1\n  after delete prompt/id:p1",
    ],
  ],
  [
    "assertions are deleted before their evaluation, which the service does not do itself",
    all(evaluation("e", "[]"), prompt),
    {
      prompts: [promptResponse("p1")],
      evaluations: [
        evaluationResponse("e1", "p1"),
        evaluationResponse("e2", "p1", { variables: { a: "b" } }),
      ],
      assertions: [costResponse("a1", "e2"), costResponse("a2", "e2", { targetThreshold: 2 })],
    },
    [
      "prune: delete assertion/Greet/id:e2/id:a1",
      "prune: delete assertion/Greet/id:e2/id:a2",
      "prune: delete evaluation/Greet/id:e2\n  after delete assertion/Greet/id:e2/id:a1\n  after delete assertion/Greet/id:e2/id:a2",
    ],
  ],
  [
    "the old evaluation of a replace is deleted after the new one and its assertions are complete",
    all(
      evaluation("e", `[${cost(1)}, ${cost(2)}]`).replace("prompt:", "weight: 0.5\nprompt:"),
      prompt,
    ),
    {
      prompts: [promptResponse("p1")],
      evaluations: [evaluationResponse("e1", "p1")],
      assertions: [costResponse("a1", "e1"), costResponse("a2", "e1", { targetThreshold: 2 })],
    },
    [
      "write: create evaluation/Greet/e",
      "write: create assertion/Greet/e/1\n  after create evaluation/Greet/e",
      "write: create assertion/Greet/e/2\n  after create evaluation/Greet/e",
      "delete: delete assertion/Greet/e/id:a1\n  after create evaluation/Greet/e\n  after create assertion/Greet/e/1\n  after create assertion/Greet/e/2",
      "delete: delete assertion/Greet/e/id:a2\n  after create evaluation/Greet/e\n  after create assertion/Greet/e/1\n  after create assertion/Greet/e/2",
      "delete: delete evaluation/Greet/e\n  after create evaluation/Greet/e\n  after create assertion/Greet/e/1\n  after create assertion/Greet/e/2\n  after delete assertion/Greet/e/id:a1\n  after delete assertion/Greet/e/id:a2",
    ],
  ],
])("%s", async (_sentence, texts, remote, steps) => {
  expect(await stepLines(texts, remote)).toEqual(steps);
});
