// What can have happened to a service since it was as the definitions say: one change at a time.
import * as fc from "fast-check";
import type { JsonObject } from "./oracle-normal-form.ts";
import type { EvaluationNode, PromptNode, Tree } from "./generate-remote.ts";

/** `at` and `also` are positions, counted round; foreign values come from a donor. */
export interface Mutation {
  readonly what: keyof typeof mutations;
  readonly at: number;
  readonly also: number;
}

type Mutate = (tree: Tree, donor: Tree, at: number, also: number) => void;

/** Applies one mutation; where there is nothing to change it does nothing. */
export function mutate(tree: Tree, donor: Tree, { what, at, also }: Mutation): void {
  mutations[what](tree, donor, at, also);
}

function pick<Item>(items: readonly Item[], at: number): Item | undefined {
  return items.length === 0 ? undefined : items[at % items.length];
}

function drop<Item>(items: Item[], at: number): void {
  if (items.length > 0) items.splice(at % items.length, 1);
}

function allEvaluations(tree: Tree): EvaluationNode[] {
  return tree.prompts.flatMap((each) => each.evaluations);
}

function allAssertions(tree: Tree): JsonObject[] {
  return allEvaluations(tree).flatMap((each) => each.assertions);
}

function copied(evaluation: EvaluationNode): EvaluationNode {
  return { own: evaluation.own, assertions: [...evaluation.assertions] };
}

/** The other order of keys, of which nothing may follow. */
function reversed(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).reverse());
}

function onTool(change: (value: JsonObject, donor: JsonObject) => JsonObject): Mutate {
  return (tree, donor, at, also) => {
    const tool = pick(tree.tools, at);
    if (tool) tool.value = change(tool.value, pick(donor.tools, also)?.value ?? {});
  };
}

function onPrompt(
  change: (prompt: PromptNode, tree: Tree, donor: Tree, also: number) => void,
): Mutate {
  return (tree, donor, at, also) => {
    const prompt = pick(tree.prompts, at);
    if (prompt) change(prompt, tree, donor, also);
  };
}

function onEvaluation(change: (one: EvaluationNode, donor: Tree, also: number) => void): Mutate {
  return (tree, donor, at, also) => {
    const evaluation = pick(allEvaluations(tree), at);
    if (evaluation) change(evaluation, donor, also);
  };
}

function changeOwn(field: string): Mutate {
  return onEvaluation((evaluation, donor, also) => {
    const value = pick(allEvaluations(donor), also)?.own[field];
    const { [field]: _, ...rest } = evaluation.own;
    evaluation.own = value === undefined ? rest : { ...rest, [field]: value };
  });
}

const mutations = {
  dropTool: (tree, _, at) => {
    const gone = pick(tree.tools, at);
    tree.tools = tree.tools.filter((each) => each !== gone);
    for (const each of tree.prompts) each.tools = each.tools.filter((tool) => tool !== gone);
  },
  changeTool: onTool((value, donor) => ({ ...value, description: donor["description"] ?? "new" })),
  changeToolParameters: onTool((value, donor) => ({
    ...value,
    parameters: donor["parameters"] ?? { n: 2 },
  })),
  reorderTool: onTool((value) =>
    reversed({ ...value, parameters: reversed(value["parameters"] as JsonObject) }),
  ),
  foreignTool: (tree, donor, at, also) => {
    const value = pick(donor.tools, also)?.value;
    const name = `foreign_${at % 3}`;
    const isNew = tree.tools.every((each) => each.value["name"] !== name);
    if (value && isNew) tree.tools.push({ value: { ...value, name } });
  },
  doubleTool: (tree, _, at, also) => {
    const tool = pick(tree.tools, at);
    if (!tool) return;
    const double = { value: tool.value };
    tree.tools.push(double);
    const user = pick(tree.prompts, also);
    if (user && also > 5) user.tools = user.tools.map((each) => (each === tool ? double : each));
  },
  dropPrompt: (tree, _, at) => drop(tree.prompts, at),
  changeParameters: onPrompt((prompt, _, donor, also) => {
    const parameters = pick(donor.prompts, also)?.value["parameters"];
    prompt.value = { ...prompt.value, parameters: parameters ?? { provider: "OPENAI", name: "o" } };
  }),
  insertMessage: onPrompt((prompt, _, __, also) => {
    const messages = [...(prompt.value["messages"] as JsonObject[])];
    messages.splice(also % (messages.length + 1), 0, { role: "user", content: [] });
    prompt.value = { ...prompt.value, messages };
  }),
  addToolToPrompt: onPrompt((prompt, tree, _, also) => {
    const tool = pick(tree.tools, also);
    if (tool && !prompt.tools.includes(tool)) prompt.tools.push(tool);
  }),
  removeToolFromPrompt: onPrompt((prompt, _, __, also) => drop(prompt.tools, also)),
  reorderPrompt: onPrompt((prompt) => {
    prompt.tools.reverse();
    prompt.value = reversed(prompt.value);
  }),
  foreignPrompt: (tree, donor, at, also) => {
    const from = pick(donor.prompts, also);
    const name = `foreign ${at % 3}`;
    if (!from || tree.prompts.some((each) => each.value["name"] === name)) return;
    const tools = tree.tools.filter((_, index) => index % 2 === at % 2);
    tree.prompts.push({ ...from, value: { ...from.value, name }, tools });
  },
  doublePrompt: (tree, _, at, also) => {
    const prompt = pick(tree.prompts, at);
    if (!prompt) return;
    const evaluations = also > 5 ? prompt.evaluations.map(copied) : [];
    const double = { value: prompt.value, tools: [...prompt.tools], evaluations };
    tree.prompts.splice(also % (tree.prompts.length + 1), 0, double);
  },
  dropEvaluation: onPrompt((prompt, _, __, also) => drop(prompt.evaluations, also)),
  changeVariables: changeOwn("variables"),
  changeAppended: changeOwn("appendedMessages"),
  changeWeight: changeOwn("weight"),
  addEvaluation: onPrompt((prompt, _, donor, also) => {
    const evaluation = pick(allEvaluations(donor), also);
    if (evaluation) prompt.evaluations.push(copied(evaluation));
  }),
  doubleEvaluation: onPrompt((prompt, _, __, also) => {
    const evaluation = pick(prompt.evaluations, also);
    if (!evaluation) return;
    const double = copied(evaluation);
    if (also > 7) drop(double.assertions, also);
    prompt.evaluations.splice(also % 2, 0, double);
  }),
  dropAssertion: onEvaluation((evaluation, _, also) => drop(evaluation.assertions, also)),
  changeAssertion: onEvaluation((evaluation, donor, also) => {
    drop(evaluation.assertions, also);
    evaluation.assertions.push(
      pick(allAssertions(donor), also) ?? { type: "EXACT_MATCH", targetValue: "b" },
    );
  }),
  addAssertion: onEvaluation((evaluation, donor, also) => {
    const added = pick([...allAssertions(donor), ...evaluation.assertions], also);
    evaluation.assertions.splice(also % 2, 0, added ?? { type: "COST", targetThreshold: 1 });
  }),
  orphan: (tree) => {
    tree.orphans.push({ type: "EXACT_MATCH", targetValue: "a" });
  },
} satisfies { readonly [what: string]: Mutate };

function weights(): { [what in keyof typeof mutations]: number } {
  const usual = Object.fromEntries(Object.keys(mutations).map((each) => [each, 3]));
  const more = {
    changeVariables: 9,
    changeAppended: 6,
    changeAssertion: 9,
    foreignTool: 6,
    foreignPrompt: 6,
  };
  const rare = { doubleTool: 1, doublePrompt: 1, orphan: 1, dropPrompt: 1, dropTool: 1 };
  return { ...(usual as Record<keyof typeof mutations, number>), ...more, ...rare };
}

function repeated(what: Mutation["what"]): Mutation["what"][] {
  return new Array<Mutation["what"]>(weights()[what]).fill(what);
}

/** Rare are those that end in a refusal or leave little to compare; more frequent what is hard to match. */
export const mutation: fc.Arbitrary<Mutation> = fc.record({
  what: fc.constantFrom(...(Object.keys(weights()) as Mutation["what"][]).flatMap(repeated)),
  at: fc.nat(11),
  also: fc.nat(11),
});
