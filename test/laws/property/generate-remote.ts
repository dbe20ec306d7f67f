// Generated remote states: the resources of the service before plan. Most are made from the project by
// mutations, some from another project, some are empty.
import * as fc from "fast-check";
import type { Origin } from "../../../src/engine/model/origin.ts";
import type { Store, StoredResource } from "../../../src/service/store/stored-resource.ts";
import { type ProjectModel, toolsOf } from "./generate-project.ts";
import {
  type JsonObject,
  inResponseStyle,
  type ResponseStyle,
  storedMessages,
} from "./oracle-normal-form.ts";
import { copied, type Mutation, mutate, mutation } from "./mutate-remote.ts";

/** The resources of a service, children inside their parents. Mutations change it in place. */
export interface RemoteTree {
  tools: ToolNode[];
  prompts: PromptNode[];
  /** Assertions whose evaluation no longer exists. */
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
  /** The project that the state is made from: the same, the donor, or none. */
  readonly base: "same" | "donor" | "empty";
  readonly mutations: readonly Mutation[];
  /** Evaluations that contain what a commit defined. */
  readonly earlier: readonly EarlierEvaluations[];
  readonly responseStyle: ResponseStyle;
  /** Changes the ids and so their order, which differs from the order of creation. */
  readonly idStep: number;
}

/**
 * Sets evaluations of a prompt to what a commit defined: one, all, or one more. Numbers are modulo the
 * candidates.
 */
interface EarlierEvaluations {
  readonly type: "one" | "all" | "added";
  readonly prompt: number;
  readonly commit: number;
  readonly evaluation: number;
}

const earlier: fc.Arbitrary<EarlierEvaluations> = fc.record({
  type: fc.constantFrom("one", "one", "all", "all", "added"),
  prompt: fc.nat(2),
  commit: fc.nat(3),
  evaluation: fc.nat(5),
});

export const remote: fc.Arbitrary<RemoteModel> = fc.record({
  base: fc.constantFrom("same", "same", "same", "same", "same", "same", "donor", "empty"),
  mutations: fc.array(mutation, { minLength: 1, maxLength: 7, size: "max" }),
  earlier: fc.array(earlier, { minLength: 1, maxLength: 4, size: "max" }),
  responseStyle: fc.constantFrom("withDefaults", "asWritten", "nulls"),
  idStep: fc.nat(995),
});

/** The projects that a remote state takes values from. */
export interface RemoteSources {
  readonly project: ProjectModel;
  /** Mutations take other values from it. */
  readonly donor: ProjectModel;
  /** The project in earlier commits. */
  readonly past: readonly ProjectModel[];
}

/** The resources of the service before plan. */
export function remoteTree(model: RemoteModel, sources: RemoteSources): RemoteTree {
  const { project, donor, past } = sources;
  const bases = { same: project, donor, empty: { tools: [], prompts: [], layout: 0 } };
  const tree = treeFromProject(bases[model.base]);
  for (const change of model.mutations) mutate(tree, treeFromProject(donor), change);
  const pastPrompts = past.flatMap((each) => treeFromProject(each).prompts);
  for (const each of model.earlier) setEarlierEvaluations(tree, pastPrompts, each);
  for (const prompt of tree.prompts) applyResponseStyle(prompt, model.responseStyle);
  return tree;
}

/** Does nothing if no prompt of the tree had evaluations. */
function setEarlierEvaluations(
  tree: RemoteTree,
  past: readonly PromptNode[],
  { type, prompt: index, commit, evaluation }: EarlierEvaluations,
): void {
  const candidates = tree.prompts.flatMap((prompt) => {
    const versions = past.filter(
      ({ value, evaluations }) => value["name"] === prompt.value["name"] && evaluations.length > 0,
    );
    return versions.length > 0 ? [{ prompt, versions }] : [];
  });
  if (candidates.length === 0) return;
  const { prompt, versions } = candidates[index % candidates.length]!;
  const defined = versions[commit % versions.length]!.evaluations.map(copied);
  const position = evaluation % defined.length;
  if (type === "all") prompt.evaluations = defined;
  else if (type === "one") prompt.evaluations.splice(position, 1, defined[position]!);
  else prompt.evaluations.push(defined[position]!);
}

function applyResponseStyle(prompt: PromptNode, responseStyle: ResponseStyle): void {
  const parameters = prompt.value["parameters"] as JsonObject;
  prompt.value = {
    ...prompt.value,
    parameters: inResponseStyle(parameters, "parameters", responseStyle),
  };
  prompt.evaluations = prompt.evaluations.map(({ own, assertions }) => ({
    own: inResponseStyle(own, "evaluation", responseStyle),
    assertions: assertions.map((value) => inResponseStyle(value, "assertion", responseStyle)),
  }));
}

/** The resources that a project defines. Fields without a value in the project are left out. */
function treeFromProject(project: ProjectModel): RemoteTree {
  const nodes = new Map(project.tools.map((tool) => [tool, { value: tool.value }]));
  const prompts = project.prompts.map((prompt): PromptNode => ({
    value: {
      name: prompt.name,
      ...prompt.value,
      messages: storedMessages(prompt.value["messages"]!),
    },
    tools: toolsOf(project, prompt).map((tool) => nodes.get(tool)!),
    evaluations: prompt.evaluations.map(({ own, assertions }) => ({
      own: storedOwn(own),
      assertions: assertions.map(({ value }) => value),
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

/** Returns a function that gives a new id at each call, in no particular order. */
export function idGenerator(step: number): () => string {
  let count = 0;
  return () => `id${String((++count * 389 + step) % 997).padStart(3, "0")}`;
}

/** Inserts a resource; returns its id. */
type Insert = (kind: string, rest: Omit<StoredResource, "kind" | "id">) => Promise<string>;

/** Inserts the resources of a tree into the store of a service. */
export async function insertTree(
  store: Store,
  tree: RemoteTree,
  newId: () => string,
  origin?: Origin,
): Promise<void> {
  const insert: Insert = async (kind, rest) => {
    const id = newId();
    const outcome = await store.insert({ kind, id, ...rest }, origin && { writer: { origin } });
    if (outcome.is !== "done") throw new Error(`the store refused a ${kind}: ${outcome.is}`);
    return id;
  };
  const childFields = (kind: string, id: string, body: JsonObject) => ({
    parent: { kind, id },
    body,
    references: [],
  });
  const ids = new Map<unknown, string>();
  for (const tool of tree.tools)
    ids.set(tool, await insert("tool", { body: tool.value, references: [] }));
  for (const { value, tools, evaluations } of tree.prompts) {
    const references = tools.map((tool) => ({
      field: "tools",
      to: { kind: "tool", id: ids.get(tool)! },
    }));
    const prompt = await insert("prompt", { body: value, references });
    for (const { own, assertions } of evaluations) {
      const evaluation = await insert("evaluation", childFields("prompt", prompt, own));
      for (const body of assertions)
        await insert("assertion", childFields("evaluation", evaluation, body));
    }
  }
  if (tree.orphans.length > 0) await insertOrphans(store, tree.orphans, insert, childFields);
}

/** Inserts assertions without an evaluation: the service does not delete assertions with their evaluation. */
async function insertOrphans(
  store: Store,
  orphans: readonly JsonObject[],
  insert: Insert,
  childFields: (kind: string, id: string, body: JsonObject) => Omit<StoredResource, "kind" | "id">,
): Promise<void> {
  const body = { name: "deleted prompt", parameters: {}, messages: [] };
  const prompt = await insert("prompt", { body, references: [] });
  const evaluation = await insert("evaluation", childFields("prompt", prompt, {}));
  for (const assertion of orphans)
    await insert("assertion", childFields("evaluation", evaluation, assertion));
  await store.remove("evaluation", evaluation);
  await store.remove("prompt", prompt);
}
