// The support desk as it may have been: of every kind something is changed, missing or too much, and
// beside it stand things of others.
import type { StoredResource } from "../../../../src/service/stored-resource.ts";
import type { JsonObject } from "../../property/oracle-normal-form.ts";
import type { Before } from "./scenario.ts";

/** What the first twenty evaluations are, by their number; the others are as they will be. */
const fates = [
  "replaced",
  "replaced with its assertions",
  "assertion changed",
  "assertion missing",
  "assertions too many",
  "as it will be",
  "missing",
  "twice",
] as const;
type Fate = (typeof fates)[number];

/** Makes the older state from the newer one. */
export function older(newer: readonly StoredResource[], prune: boolean): Before {
  const of = (kind: string): StoredResource[] => newer.filter((each) => each.kind === kind);
  const [lostTool, lostPrompt] = [of("tool").at(-1)!, of("prompt").at(-1)!];
  const evaluations = of("evaluation").filter(({ parent }) => parent!.id !== lostPrompt.id);
  const fateOf = (id: string): Fate => {
    const index = evaluations.findIndex((each) => each.id === id);
    return index < 20 ? fates[index % fates.length]! : "as it will be";
  };
  const tools = of("tool").filter((each) => each !== lostTool);
  const prompts = of("prompt").filter((each) => each !== lostPrompt);
  const resources = [
    ...tools.map((each, index) => (index < 2 ? told(each, { description: "Older words." }) : each)),
    ...prompts.map((each, index) => olderPrompt(each, index, lostTool.id)),
    ...evaluations.flatMap((each) => olderEvaluation(each, fateOf(each.id))),
    ...of("assertion").flatMap((each) => {
      const known = evaluations.some(({ id }) => id === each.parent!.id);
      return known ? olderAssertion(each, fateOf(each.parent!.id), newer) : [];
    }),
  ];
  const stays = ofOthers("billing", "Billing triage");
  const goes = [...ofOthers("support_old", "Support old"), ...leftAlone(prompts[0]!.id)];
  return {
    resources: [...resources, ...stays, ...goes],
    foreign: [...stays, ...(prune ? [] : goes)].map(({ id }) => id),
  };
}

function told(resource: StoredResource, body: JsonObject): StoredResource {
  return { ...resource, body: { ...resource.body, ...body } };
}

function olderPrompt(prompt: StoredResource, index: number, lostTool: string): StoredResource {
  const references = prompt.references.filter(({ to }) => to.id !== lostTool);
  const parameters = prompt.body["parameters"] as JsonObject;
  const messages = prompt.body["messages"] as readonly JsonObject[];
  const body = {
    ...(index === 1 && { parameters: { ...parameters, temperature: 0.77 } }),
    ...(index === 3 && { messages: messages.slice(0, -1) }),
  };
  return { ...told(prompt, body), references };
}

function olderEvaluation(evaluation: StoredResource, fate: Fate): StoredResource[] {
  switch (fate) {
    case "missing":
      return [];
    case "replaced":
    case "replaced with its assertions":
      return [told(evaluation, { threshold: 0.123 })];
    case "twice":
      return [evaluation, { ...evaluation, id: `${evaluation.id}-twice` }];
    default:
      return [evaluation];
  }
}

function olderAssertion(
  assertion: StoredResource,
  fate: Fate,
  all: readonly StoredResource[],
): StoredResource[] {
  const isFirst = all.find((each) => each.parent?.id === assertion.parent!.id) === assertion;
  const copy = (name: string, body: JsonObject): StoredResource => ({
    ...told(assertion, body),
    id: `${assertion.id}-${name}`,
  });
  switch (fate) {
    case "missing":
      return [];
    case "replaced with its assertions":
      return isFirst
        ? [told(assertion, { weight: 0.42 }), copy("b", { weight: 0.43 })]
        : [assertion];
    case "assertion changed":
      return [isFirst ? told(assertion, { weight: 0.42 }) : assertion];
    case "assertion missing":
      return isFirst ? [] : [assertion];
    case "assertions too many":
      return isFirst ? [assertion, copy("b", { weight: 0.42 }), copy("c", {})] : [assertion];
    case "twice": {
      const { parent } = assertion;
      const other = { kind: parent!.kind, id: `${parent!.id}-twice` };
      return [assertion, { ...copy("twice", {}), parent: other }];
    }
    default:
      return [assertion];
  }
}

const parameters = { provider: "OPENAI", name: "gpt-4.1", responseFormat: "TEXT" };

/** A tool and a prompt that uses it, with an evaluation of two assertions. */
export function ofOthers(tool: string, prompt: string): StoredResource[] {
  const uses = [{ field: "tools", to: { kind: "tool", id: `${tool}-tool` } }];
  const body = { name: prompt, parameters, messages: [] };
  return [
    {
      kind: "tool",
      id: `${tool}-tool`,
      body: { name: tool, description: "Of others.", parameters: {} },
      references: [],
    },
    { kind: "prompt", id: `${tool}-prompt`, body, references: uses },
    ...evaluationWithTwo(tool, `${tool}-prompt`),
  ];
}

/** An evaluation of a defined prompt that is like none of its definitions. */
function leftAlone(prompt: string): StoredResource[] {
  return evaluationWithTwo("left-alone", prompt);
}

function evaluationWithTwo(name: string, prompt: string): StoredResource[] {
  const own = { variables: { left: name }, appendedMessages: [], weight: 1, threshold: 1 };
  const parent = { kind: "evaluation", id: `${name}-evaluation` };
  const assertion = (targetThreshold: number): StoredResource => ({
    kind: "assertion",
    id: `${name}-assertion-${targetThreshold}`,
    parent,
    body: { type: "LATENCY", targetThreshold, weight: 1 },
    references: [],
  });
  const evaluation: StoredResource = {
    ...parent,
    parent: { kind: "prompt", id: prompt },
    body: own,
    references: [],
  };
  return [evaluation, assertion(1000), assertion(2000)];
}
