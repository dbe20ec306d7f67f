// `after: staging`: what waits for the service of staging, and why.
import { expect, it } from "vitest";
import {
  costResponse,
  evaluationResponse,
  modelSettings,
  prompt,
  promptResponse,
  tool,
  toolResponse,
} from "../../fixtures/responses.ts";
import { type PlanFixtureOptions, planOf, type RemoteResources } from "../../fixtures/in-memory.ts";

const evaluated = `${prompt}tools: [look]
evaluations:
  - name: e
    variables: { a: b }
    appendedMessages: []
    assertions: [{ type: COST, targetThreshold: 1 }]
`;
const files = `${tool}---\n${evaluated}`;
const variables = { variables: { a: "b" } };

/** A service that holds the files. */
const equal: RemoteResources = {
  tools: [toolResponse("t")],
  prompts: [promptResponse("p", { tools: [{ id: "t" }] })],
  evaluations: [evaluationResponse("e", "p", variables)],
  assertions: [costResponse("a", "e")],
};
const withTool = (fields: object): RemoteResources => ({
  ...equal,
  tools: [toolResponse("t", { ...fields })],
});
const withPrompt = (fields: object): RemoteResources => ({
  ...equal,
  prompts: [promptResponse("p", { tools: [{ id: "t" }], ...fields })],
});
const withAssertion = (targetThreshold: number): RemoteResources => ({
  ...equal,
  assertions: [costResponse("a", "e", { targetThreshold })],
});
const cooler = { parameters: { ...modelSettings, temperature: 0 } };
const extraPrompt = (id: string) => ({
  ...equal,
  prompts: [...equal.prompts!, promptResponse(id, { name: "Old" })],
});
const extraTool = (id: string) => ({
  ...equal,
  tools: [...equal.tools!, toolResponse(id, { name: "old" })],
});
const extraEvaluation = (id: string, value: string): RemoteResources => ({
  ...equal,
  evaluations: [...equal.evaluations!, evaluationResponse(id, "p", { variables: { c: value } })],
});

const other = promptResponse("o", { name: "Other" });

interface Row {
  readonly name: string;
  readonly staging: RemoteResources;
  readonly production: RemoteResources;
  /** The changes that are made, then those that wait with the reason. */
  readonly plan: readonly string[];
  readonly options?: Omit<NonNullable<PlanFixtureOptions["upstream"]>, "remote">;
  readonly texts?: string;
}

const prune = { prune: true };

it.each<Row>([
  {
    name: "all that staging holds is made",
    staging: equal,
    production: {},
    plan: [
      "create tool/look",
      "create prompt/Greet",
      "create evaluation/Greet/e",
      "create assertion/Greet/e/1",
    ],
  },
  {
    name: "a tool that differs on staging waits, with the prompt and the evaluation that need it",
    staging: withTool({ description: "other" }),
    production: {},
    plan: [
      "waits: create tool/look: version",
      "waits: create prompt/Greet: needs tool/look",
      "waits: create evaluation/Greet/e: needs prompt/Greet",
      "waits: create assertion/Greet/e/1: needs prompt/Greet",
    ],
  },
  {
    name: "what needs a tool waits also if production has that tool already",
    staging: withTool({ description: "other" }),
    production: withPrompt(cooler),
    plan: ["waits: update prompt/Greet: needs tool/look"],
  },
  {
    name: "a prompt waits without its tool",
    staging: withPrompt(cooler),
    production: {
      ...withPrompt(cooler),
      ...withTool({ description: "x" }),
      prompts: withPrompt(cooler).prompts!,
    },
    plan: ["update tool/look", "waits: update prompt/Greet: version"],
  },
  {
    name: "what is not on staging at all waits",
    staging: { ...equal, prompts: [], evaluations: [], assertions: [] },
    production: withPrompt(cooler),
    plan: ["waits: update prompt/Greet: version"],
  },
  {
    name: "a copy of an evaluation on staging is no other version",
    staging: {
      ...equal,
      evaluations: ["e", "f"].map((id) => evaluationResponse(id, "p", variables)),
      assertions: ["e", "f"].map((id) => costResponse(`${id}1`, id)),
    },
    production: withAssertion(2),
    plan: ["update assertion/Greet/e/1"],
  },
  {
    name: "a prompt that staging has deleted is deleted",
    staging: equal,
    production: extraPrompt("q"),
    plan: ["delete prompt/id:q"],
  },
  {
    name: "an evaluation with the same content on staging is not deleted",
    staging: extraEvaluation("s", "d"),
    production: extraEvaluation("q", "d"),
    plan: ["waits: delete evaluation/Greet/id:q: exists"],
  },
  {
    name: "an evaluation of another prompt on staging does not hold one back",
    texts: `${files}---\n${prompt.replace("Greet", "Other")}evaluations: []\n`,
    staging: { ...extraEvaluation("s", "d"), prompts: [...equal.prompts!, other] },
    production: {
      ...equal,
      prompts: [...equal.prompts!, other],
      evaluations: [...equal.evaluations!, evaluationResponse("q", "o", { variables: { c: "d" } })],
    },
    plan: ["delete evaluation/Other/id:q"],
  },
  {
    name: "a tool that a waiting prompt still uses is not deleted",
    staging: withPrompt(cooler),
    production: { ...extraTool("u"), prompts: [promptResponse("p", { tools: [{ id: "u" }] })] },
    plan: ["waits: update prompt/Greet: version", "waits: delete tool/id:u: used by prompt/Greet"],
  },
  {
    name: "a tool that a waiting delete still uses is not deleted",
    staging: extraPrompt("s"),
    production: {
      ...extraTool("u"),
      prompts: [...equal.prompts!, promptResponse("q", { name: "Old", tools: [{ id: "u" }] })],
    },
    plan: ["waits: delete tool/id:u: used by prompt/id:q", "waits: delete prompt/id:q: exists"],
  },
  {
    name: "a name that is not certain on staging waits",
    staging: {
      ...equal,
      prompts: [...equal.prompts!, promptResponse("r", cooler)],
    },
    production: withPrompt(cooler),
    plan: ["waits: update prompt/Greet: version"],
  },
])("$name", async ({ staging, production, plan, options, texts = files }) => {
  const upstream = { remote: staging, ...options };
  const { changes, steps, promotion, refusals } = await planOf(texts, production, {
    ...prune,
    upstream,
  });
  const waiting = promotion!.heldBack.map(({ change, reason, other }) => {
    const words = {
      version: "version",
      exists: "exists",
      needs: "needs",
      used: "used by",
      unknown: "unknown",
    };
    return `waits: ${change.action} ${change.address}: ${[words[reason], other].filter(Boolean).join(" ")}`;
  });
  expect([...changes.map((each) => `${each.action} ${each.address}`), ...waiting]).toEqual(plan);
  expect(refusals).toEqual([]);
  const made = new Set(changes.map(({ address }) => address));
  expect(steps.filter(({ address }) => !made.has(address))).toEqual([]);
  const allowed = await planOf(texts, production, {
    ...prune,
    upstream: { ...upstream, allowsUnpromoted: true },
  });
  expect([allowed.changes.length, allowed.promotion!.allowed.length]).toEqual([
    plan.length,
    waiting.length,
  ]);
});
