// Mutations: single changes of the remote state, such as other people could have made.
import * as fc from "fast-check";
import type { JsonObject } from "./oracle-normal-form.ts";
import type { EvaluationNode, PromptNode, RemoteTree } from "./generate-remote.ts";

/** `index` and `secondIndex` choose what is changed, modulo the number of candidates. */
export interface Mutation {
  readonly type: keyof typeof mutations;
  readonly index: number;
  readonly secondIndex: number;
}

type Mutate = (tree: RemoteTree, donor: RemoteTree, index: number, secondIndex: number) => void;

/** Applies a mutation. Does nothing if there is no candidate. New values come from the donor. */
export function mutate(
  tree: RemoteTree,
  donor: RemoteTree,
  { type, index, secondIndex }: Mutation,
): void {
  mutations[type](tree, donor, index, secondIndex);
}

function pick<Item>(items: readonly Item[], index: number): Item | undefined {
  return items.length === 0 ? undefined : items[index % items.length];
}

function drop<Item>(items: Item[], index: number): void {
  if (items.length > 0) items.splice(index % items.length, 1);
}

function allEvaluations(tree: RemoteTree): EvaluationNode[] {
  return tree.prompts.flatMap((each) => each.evaluations);
}

function allAssertions(tree: RemoteTree): JsonObject[] {
  return allEvaluations(tree).flatMap((each) => each.assertions);
}

/** A copy that mutations can change. */
export function copied(evaluation: EvaluationNode): EvaluationNode {
  return { own: evaluation.own, assertions: [...evaluation.assertions] };
}

/** The same object with its keys in reverse order. This must not change any plan. */
function reversed(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).reverse());
}

function onTool(change: (value: JsonObject, donor: JsonObject) => JsonObject): Mutate {
  return (tree, donor, index, secondIndex) => {
    const tool = pick(tree.tools, index);
    if (tool) tool.value = change(tool.value, pick(donor.tools, secondIndex)?.value ?? {});
  };
}

function onPrompt(
  change: (prompt: PromptNode, tree: RemoteTree, donor: RemoteTree, secondIndex: number) => void,
): Mutate {
  return (tree, donor, index, secondIndex) => {
    const prompt = pick(tree.prompts, index);
    if (prompt) change(prompt, tree, donor, secondIndex);
  };
}

function onEvaluation(
  change: (one: EvaluationNode, donor: RemoteTree, secondIndex: number) => void,
): Mutate {
  return (tree, donor, index, secondIndex) => {
    const evaluation = pick(allEvaluations(tree), index);
    if (evaluation) change(evaluation, donor, secondIndex);
  };
}

function changeOwn(field: string): Mutate {
  return onEvaluation((evaluation, donor, secondIndex) => {
    const value = pick(allEvaluations(donor), secondIndex)?.own[field];
    const { [field]: _, ...rest } = evaluation.own;
    evaluation.own = value === undefined ? rest : { ...rest, [field]: value };
  });
}

const mutations = {
  dropTool: (tree, _, index) => {
    const dropped = pick(tree.tools, index);
    tree.tools = tree.tools.filter((tool) => tool !== dropped);
    for (const prompt of tree.prompts)
      prompt.tools = prompt.tools.filter((tool) => tool !== dropped);
  },
  changeTool: onTool((value, donor) => ({ ...value, description: donor["description"] ?? "new" })),
  changeToolParameters: onTool((value, donor) => ({
    ...value,
    parameters: donor["parameters"] ?? { n: 2 },
  })),
  reorderTool: onTool((value) =>
    reversed({ ...value, parameters: reversed(value["parameters"] as JsonObject) }),
  ),
  foreignTool: (tree, donor, index, secondIndex) => {
    const value = pick(donor.tools, secondIndex)?.value;
    const name = `foreign_${index % 3}`;
    const isNew = tree.tools.every((each) => each.value["name"] !== name);
    if (value && isNew) tree.tools.push({ value: { ...value, name } });
  },
  duplicateTool: (tree, _, index, secondIndex) => {
    const tool = pick(tree.tools, index);
    if (!tool) return;
    const duplicate = { value: tool.value };
    tree.tools.push(duplicate);
    const user = pick(tree.prompts, secondIndex);
    if (user && secondIndex > 5)
      user.tools = user.tools.map((each) => (each === tool ? duplicate : each));
  },
  dropPrompt: (tree, _, index) => drop(tree.prompts, index),
  changeParameters: onPrompt((prompt, _, donor, secondIndex) => {
    const parameters = pick(donor.prompts, secondIndex)?.value["parameters"];
    prompt.value = { ...prompt.value, parameters: parameters ?? { provider: "OPENAI", name: "o" } };
  }),
  insertMessage: onPrompt((prompt, _, __, secondIndex) => {
    const messages = [...(prompt.value["messages"] as JsonObject[])];
    messages.splice(secondIndex % (messages.length + 1), 0, { role: "user", content: [] });
    prompt.value = { ...prompt.value, messages };
  }),
  addToolToPrompt: onPrompt((prompt, tree, _, secondIndex) => {
    const tool = pick(tree.tools, secondIndex);
    if (tool && !prompt.tools.includes(tool)) prompt.tools.push(tool);
  }),
  removeToolFromPrompt: onPrompt((prompt, _, __, secondIndex) => drop(prompt.tools, secondIndex)),
  reorderPrompt: onPrompt((prompt) => {
    prompt.tools.reverse();
    prompt.value = reversed(prompt.value);
  }),
  foreignPrompt: (tree, donor, index, secondIndex) => {
    const from = pick(donor.prompts, secondIndex);
    const name = `foreign ${index % 3}`;
    if (!from || tree.prompts.some((each) => each.value["name"] === name)) return;
    const tools = tree.tools.filter((_, position) => position % 2 === index % 2);
    tree.prompts.push({ ...from, value: { ...from.value, name }, tools });
  },
  duplicatePrompt: (tree, _, index, secondIndex) => {
    const prompt = pick(tree.prompts, index);
    if (!prompt) return;
    const evaluations = secondIndex > 5 ? prompt.evaluations.map(copied) : [];
    const duplicate = { value: prompt.value, tools: [...prompt.tools], evaluations };
    tree.prompts.splice(secondIndex % (tree.prompts.length + 1), 0, duplicate);
  },
  dropEvaluation: onPrompt((prompt, _, __, secondIndex) => drop(prompt.evaluations, secondIndex)),
  changeVariables: changeOwn("variables"),
  changeAppended: changeOwn("appendedMessages"),
  changeWeight: changeOwn("weight"),
  addEvaluation: onPrompt((prompt, _, donor, secondIndex) => {
    const evaluation = pick(allEvaluations(donor), secondIndex);
    if (evaluation) prompt.evaluations.push(copied(evaluation));
  }),
  duplicateEvaluation: onPrompt((prompt, _, __, secondIndex) => {
    const evaluation = pick(prompt.evaluations, secondIndex);
    if (!evaluation) return;
    const duplicate = copied(evaluation);
    if (secondIndex > 7) drop(duplicate.assertions, secondIndex);
    prompt.evaluations.splice(secondIndex % 2, 0, duplicate);
  }),
  dropAssertion: onEvaluation((evaluation, _, secondIndex) =>
    drop(evaluation.assertions, secondIndex),
  ),
  changeAssertion: onEvaluation((evaluation, donor, secondIndex) => {
    drop(evaluation.assertions, secondIndex);
    evaluation.assertions.push(
      pick(allAssertions(donor), secondIndex) ?? { type: "EXACT_MATCH", targetValue: "b" },
    );
  }),
  addAssertion: onEvaluation((evaluation, donor, secondIndex) => {
    const added = pick([...allAssertions(donor), ...evaluation.assertions], secondIndex);
    evaluation.assertions.splice(secondIndex % 2, 0, added ?? { type: "COST", targetThreshold: 1 });
  }),
  orphan: (tree) => {
    tree.orphans.push({ type: "EXACT_MATCH", targetValue: "a" });
  },
} satisfies { readonly [type: string]: Mutate };

function weights(): { [type in keyof typeof mutations]: number } {
  const usual = Object.fromEntries(Object.keys(mutations).map((each) => [each, 3]));
  const more = {
    changeVariables: 9,
    changeAppended: 6,
    changeAssertion: 9,
    foreignTool: 6,
    foreignPrompt: 6,
  };
  const rare = { duplicateTool: 1, duplicatePrompt: 1, orphan: 1, dropPrompt: 1, dropTool: 1 };
  return { ...(usual as Record<keyof typeof mutations, number>), ...more, ...rare };
}

function repeatedByWeight(type: Mutation["type"]): Mutation["type"][] {
  return new Array<Mutation["type"]>(weights()[type]).fill(type);
}

/** A random mutation. Those that are hard to match are more frequent than those that lead to a refusal. */
export const mutation: fc.Arbitrary<Mutation> = fc.record({
  type: fc.constantFrom(
    ...(Object.keys(weights()) as Mutation["type"][]).flatMap(repeatedByWeight),
  ),
  index: fc.nat(11),
  secondIndex: fc.nat(11),
});
