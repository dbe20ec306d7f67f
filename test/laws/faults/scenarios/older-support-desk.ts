// An older state of the support desk on the service: resources of every kind are changed, missing or
// superfluous, and there are unmanaged resources.
import type { StoredResource } from "../../../../src/service/store/stored-resource.ts";
import type { JsonObject } from "../../property/oracle-normal-form.ts";
import type { InitialState } from "./scenario.ts";

/** How the first twenty evaluations differ from the newer state, in turn. The others are equal. */
const differences = [
  "replaced",
  "replaced with its assertions",
  "assertion changed",
  "assertion missing",
  "superfluous assertions",
  "equal",
  "missing",
  "duplicate",
] as const;
type Difference = (typeof differences)[number];

/** Creates the older state from the newer one. With prune, fewer unmanaged resources stay unchanged. */
export function olderSupportDesk(newer: readonly StoredResource[], prune: boolean): InitialState {
  const ofKind = (kind: string): StoredResource[] =>
    newer.filter((resource) => resource.kind === kind);
  const [missingTool, missingPrompt] = [ofKind("tool").at(-1)!, ofKind("prompt").at(-1)!];
  const evaluations = ofKind("evaluation").filter(({ parent }) => parent!.id !== missingPrompt.id);
  const differenceOf = (id: string): Difference => {
    const index = evaluations.findIndex((each) => each.id === id);
    return index < 20 ? differences[index % differences.length]! : "equal";
  };
  const tools = ofKind("tool").filter((each) => each !== missingTool);
  const prompts = ofKind("prompt").filter((each) => each !== missingPrompt);
  const resources = [
    ...tools.map((each, index) =>
      index < 2 ? withBody(each, { description: "Older description." }) : each,
    ),
    ...prompts.map((each, index) => olderPrompt(each, index, missingTool.id)),
    ...evaluations.flatMap((each) => olderEvaluation(each, differenceOf(each.id))),
    ...ofKind("assertion").flatMap((each) => {
      const known = evaluations.some(({ id }) => id === each.parent!.id);
      return known ? olderAssertion(each, differenceOf(each.parent!.id), newer) : [];
    }),
  ];
  const outOfScope = unmanagedResources("billing", "Billing triage");
  const prunable = [
    ...unmanagedResources("support_old", "Support old"),
    ...unmanagedEvaluation(prompts[0]!.id),
  ];
  return {
    resources: [...resources, ...outOfScope, ...prunable],
    unmanaged: [...outOfScope, ...(prune ? [] : prunable)].map(({ id }) => id),
  };
}

/** The resource with some fields of its body changed. */
function withBody(resource: StoredResource, body: JsonObject): StoredResource {
  return { ...resource, body: { ...resource.body, ...body } };
}

function olderPrompt(prompt: StoredResource, index: number, missingTool: string): StoredResource {
  const references = prompt.references.filter(({ to }) => to.id !== missingTool);
  const parameters = prompt.body["parameters"] as JsonObject;
  const messages = prompt.body["messages"] as readonly JsonObject[];
  const body = {
    ...(index === 1 && { parameters: { ...parameters, temperature: 0.77 } }),
    ...(index === 3 && { messages: messages.slice(0, -1) }),
  };
  return { ...withBody(prompt, body), references };
}

function olderEvaluation(evaluation: StoredResource, difference: Difference): StoredResource[] {
  switch (difference) {
    case "missing":
      return [];
    case "replaced":
    case "replaced with its assertions":
      return [withBody(evaluation, { threshold: 0.123 })];
    case "duplicate":
      return [evaluation, { ...evaluation, id: `${evaluation.id}-duplicate` }];
    default:
      return [evaluation];
  }
}

function olderAssertion(
  assertion: StoredResource,
  difference: Difference,
  all: readonly StoredResource[],
): StoredResource[] {
  const isFirst = all.find((each) => each.parent?.id === assertion.parent!.id) === assertion;
  const copy = (name: string, body: JsonObject): StoredResource => ({
    ...withBody(assertion, body),
    id: `${assertion.id}-${name}`,
  });
  switch (difference) {
    case "missing":
      return [];
    case "replaced with its assertions":
      return isFirst
        ? [withBody(assertion, { weight: 0.42 }), copy("b", { weight: 0.43 })]
        : [assertion];
    case "assertion changed":
      return [isFirst ? withBody(assertion, { weight: 0.42 }) : assertion];
    case "assertion missing":
      return isFirst ? [] : [assertion];
    case "superfluous assertions":
      return isFirst ? [assertion, copy("b", { weight: 0.42 }), copy("c", {})] : [assertion];
    case "duplicate": {
      const { parent } = assertion;
      const other = { kind: parent!.kind, id: `${parent!.id}-duplicate` };
      return [assertion, { ...copy("duplicate", {}), parent: other }];
    }
    default:
      return [assertion];
  }
}

const parameters = { provider: "OPENAI", name: "gpt-4.1", responseFormat: "TEXT" };

/** A tool and a prompt that uses it, with an evaluation of two assertions. */
export function unmanagedResources(tool: string, prompt: string): StoredResource[] {
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

/** An evaluation of a defined prompt that is similar to none of its definitions. */
function unmanagedEvaluation(prompt: string): StoredResource[] {
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
