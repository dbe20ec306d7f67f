// Remote states: what a service holds before plan, from a project by mutations, or from another one.
import * as fc from "fast-check";
import type { Store } from "../../../src/service/store.ts";
import type { StoredResource } from "../../../src/service/stored-resource.ts";
import { type ProjectModel, toolsOf } from "./generate-project.ts";
import { type JsonObject, spelled, type Spelling, storedMessages } from "./oracle-normal-form.ts";
import { type Mutation, mutate, mutation } from "./mutate-remote.ts";

/** What a service holds, children within parents; it is changed in place while it is made. */
export interface Tree {
  tools: ToolNode[];
  prompts: PromptNode[];
  /** Assertions whose evaluation is gone. */
  orphans: JsonObject[];
}
export interface ToolNode {
  value: JsonObject;
}
export interface PromptNode {
  value: JsonObject;
  tools: ToolNode[];
  evaluations: EvaluationNode[];
}
export interface EvaluationNode {
  own: JsonObject;
  assertions: JsonObject[];
}

export interface RemoteModel {
  readonly base: "same" | "other" | "nothing";
  readonly mutations: readonly Mutation[];
  readonly spelling: Spelling;
  /** What ids look like; makes their order another than that of creation. */
  readonly idStep: number;
}

export const remote: fc.Arbitrary<RemoteModel> = fc.record({
  base: fc.constantFrom("same", "same", "same", "same", "same", "same", "other", "nothing"),
  mutations: fc.array(mutation, { minLength: 1, maxLength: 7, size: "max" }),
  spelling: fc.constantFrom("filled", "asWritten", "nulls"),
  idStep: fc.nat(995),
});

/** What the service holds before plan; `donor` is where mutations take foreign values from. */
export function treeOf(model: RemoteModel, project: ProjectModel, donor: ProjectModel): Tree {
  const bases = { same: project, other: donor, nothing: { tools: [], prompts: [], layout: 0 } };
  const tree = planted(bases[model.base]);
  for (const each of model.mutations) mutate(tree, planted(donor), each);
  for (const each of tree.prompts) spell(each, model.spelling);
  return tree;
}

function spell(prompt: PromptNode, spelling: Spelling): void {
  const parameters = prompt.value["parameters"] as JsonObject;
  prompt.value = { ...prompt.value, parameters: spelled(parameters, "parameters", spelling) };
  prompt.evaluations = prompt.evaluations.map(({ own, assertions }) => ({
    own: spelled(own, "evaluation", spelling),
    assertions: assertions.map((each) => spelled(each, "assertion", spelling)),
  }));
}

/** What a project would be on a service, defaults left out where it leaves them out. */
function planted(project: ProjectModel): Tree {
  const nodes = new Map(project.tools.map((each) => [each, { value: each.value }]));
  const prompts = project.prompts.map((prompt): PromptNode => ({
    value: {
      name: prompt.name,
      ...prompt.value,
      messages: storedMessages(prompt.value["messages"]!),
    },
    tools: toolsOf(project, prompt).map((each) => nodes.get(each)!),
    evaluations: prompt.evaluations.map(({ own, assertions }) => ({
      own: storedOwn(own),
      assertions: assertions.map((each) => each.value),
    })),
  }));
  return { tools: [...nodes.values()], prompts, orphans: [] };
}

function storedOwn(own: JsonObject): JsonObject {
  const { appendedMessages } = own;
  return appendedMessages === undefined
    ? own
    : { ...own, appendedMessages: storedMessages(appendedMessages) };
}

/** Ids never given before, in no order. */
export function idsFrom(step: number): () => string {
  let count = 0;
  return () => `id${String((++count * 389 + step) % 997).padStart(3, "0")}`;
}

/** Puts a tree into a store, as a service would hold it. */
export function seed(store: Store, tree: Tree, newId: () => string): void {
  const insert = (kind: string, rest: Omit<StoredResource, "kind" | "id">): string => {
    const id = newId();
    const outcome = store.insert({ kind, id, ...rest });
    if (outcome.is !== "done") throw new Error(`the store refused a ${kind}: ${outcome.is}`);
    return id;
  };
  const under = (kind: string, id: string, body: JsonObject) => ({
    parent: { kind, id },
    body,
    references: [],
  });
  const ids = new Map(
    tree.tools.map((each) => [each, insert("tool", { body: each.value, references: [] })]),
  );
  for (const { value, tools, evaluations } of tree.prompts) {
    const references = tools.map((each) => ({
      field: "tools",
      to: { kind: "tool", id: ids.get(each)! },
    }));
    const prompt = insert("prompt", { body: value, references });
    for (const { own, assertions } of evaluations) {
      const evaluation = insert("evaluation", under("prompt", prompt, own));
      for (const each of assertions) insert("assertion", under("evaluation", evaluation, each));
    }
  }
  if (tree.orphans.length > 0) seedOrphans(store, tree.orphans, insert, under);
}

/** Deleting an evaluation and nothing else leaves its assertions without one. */
function seedOrphans(
  store: Store,
  orphans: readonly JsonObject[],
  insert: (kind: string, rest: Omit<StoredResource, "kind" | "id">) => string,
  under: (kind: string, id: string, body: JsonObject) => Omit<StoredResource, "kind" | "id">,
): void {
  const body = { name: "short-lived", parameters: {}, messages: [] };
  const prompt = insert("prompt", { body, references: [] });
  const evaluation = insert("evaluation", under("prompt", prompt, {}));
  for (const each of orphans) insert("assertion", under("evaluation", evaluation, each));
  store.remove("evaluation", evaluation);
  store.remove("prompt", prompt);
}
