// Warnings about evaluations that always pass or fail, and about variables that do not match the texts.
import { didYouMean, similarWord } from "../text/did-you-mean.ts";
import { type Finding } from "../model/diagnostic.ts";
import { memo } from "../model/collections.ts";
import { isObject, type JsonObject, objectOf, objectsIn } from "../model/json.ts";
import type { Address } from "../model/resource.ts";
import type { Findings, RuleProject, Subject } from "./rule.ts";
import { placeholderOf } from "./texts.ts";

/** Evaluations without assertions and checks, which always pass. */
export function missingAssertions(
  { definition: { address }, mapping }: Subject,
  project: RuleProject,
): Findings {
  if (checksIn(mapping).length > 0) return [];
  if (project.children("assertion", address).length > 0 || project.isIncomplete("assertion"))
    return [];
  return {
    code: "no-assertions",
    path: [],
    message: "This evaluation has no assertions, so it does not check the reply.",
    hint: "Add assertions, for example { type: LATENCY, targetThreshold: 5000 }.",
  };
}

/** Evaluations whose weights are all 0, and therefore never reach a threshold above 0. */
export function zeroWeights(
  { definition: { address, spec }, mapping }: Subject,
  project: RuleProject,
): Findings {
  const weights = project
    .children("assertion", address)
    .map(({ definition }) => definition.spec["weight"]);
  weights.push(...checksIn(mapping).map(({ weight = 1 }) => weight));
  if (weights.length === 0 || weights.some((weight) => weight !== 0)) return [];
  if (!(Number(spec["threshold"]) > 0) || project.isIncomplete("assertion")) return [];
  return {
    code: "zero-weights",
    path: ["threshold"],
    message: `All assertions have the weight 0, so the threshold ${String(spec["threshold"])} is never reached.`,
    hint: "Give at least one assertion a weight above 0.",
  };
}

/** The checks as written: commands that never send them do not load them. */
function checksIn({ checks }: JsonObject): JsonObject[] {
  return objectsIn(checks);
}

/** Variables that the messages use and an evaluation does not define, and vice versa. */
export function evaluationVariables(
  { definition: { address, parent, spec } }: Subject,
  project: RuleProject,
): Finding[] {
  const prompt = project.find(parent);
  if (!prompt || prompt.definition.external) return [];
  const { names, before } = project.messages.get(address)!;
  const used = new Set([...(before?.names.keys() ?? []), ...names.keys()]);
  const given = Object.keys(objectOf(spec["variables"]));
  const { address: promptAddress } = prompt.definition;
  // misspelledVariables reports these at the prompt, if that is checked.
  const misspelled = project.isChecked(promptAddress)
    ? misspelledNames(project)(promptAddress)
    : new Map<string, string>();
  const missing = [...used].filter((name) => !given.includes(name) && !misspelled.has(name));
  const meant = new Set(misspelled.values());
  const unused = given.filter((name) => !used.has(name) && !meant.has(name));
  return [
    ...missing.map((name) => {
      const similar = similarWord(name, unused);
      const text = names.get(name);
      return {
        code: "missing-variable",
        ...(text ? { path: text.path, span: placeholderOf(name, text) } : { path: ["variables"] }),
        message: `The messages use {{${name}}}, but this evaluation has no value for it: the run fails.`,
        hint: similar ? `Rename "${similar}" to "${name}"?` : `Add ${name}: … to its variables.`,
      };
    }),
    ...unused.map((name) => ({
      code: "unused-variable",
      path: ["variables", name],
      part: "key" as const,
      message: `The messages of "${prompt.definition.name}" do not use {{${name}}}.`,
      hint: didYouMean(name, missing),
    })),
  ];
}

/** Variables of the messages of a prompt that look like one of its evaluations, and are none. */
export function misspelledVariables(
  { definition: { address } }: Subject,
  project: RuleProject,
): Finding[] {
  const { names } = project.messages.get(address)!;
  return [...misspelledNames(project)(address)].map(([name, similar]) => {
    const text = names.get(name)!;
    return {
      code: "missing-variable",
      path: text.path,
      span: placeholderOf(name, text),
      message: `No evaluation of this prompt has a value for {{${name}}}: their runs fail.`,
      hint: `Did you mean {{${similar}}}? Otherwise, add ${name}: … to the variables of the evaluations.`,
    };
  });
}

/** Computed once for each prompt, which can have hundreds of evaluations. */
const misspelledNames = memo(
  (project: RuleProject) => memo((prompt: Address) => findMisspelled(project, prompt)),
  new WeakMap(),
);

/** The variables of a prompt's messages that no evaluation has, each with the similar one of theirs. */
function findMisspelled(project: RuleProject, prompt: Address): ReadonlyMap<string, string> {
  if (project.isIncomplete("evaluation")) return new Map();
  const given = new Set(
    project
      .children("evaluation", prompt)
      .flatMap(({ definition }) => Object.keys(objectOf(definition.spec["variables"]))),
  );
  const missing = [...project.messages.get(prompt)!.names.keys()].filter(
    (name) => !given.has(name),
  );
  return new Map(
    missing.flatMap((name) => {
      const similar = similarWord(name, [...given]);
      return similar === undefined ? [] : [[name, similar] as const];
    }),
  );
}

/** Variables that a prompt declares and its messages do not use, and vice versa. */
export function declaredVariables(
  { definition: { address }, mapping: { variables } }: Subject,
  project: RuleProject,
): Finding[] {
  if (!isObject(variables)) return [];
  const declared = Object.keys(variables);
  const messages = project.messages;
  const used = messages.get(address)!.names;
  const usedLater = new Set(
    project
      .children("evaluation", address)
      .flatMap(({ definition }) => [...messages.get(definition.address)!.names.keys()]),
  );
  const undeclared = [...used].filter(([name]) => !declared.includes(name));
  const undeclaredNames = undeclared.map(([name]) => name);
  const unused = project.isIncomplete("evaluation")
    ? []
    : declared.filter((name) => !used.has(name) && !usedLater.has(name));
  return [
    ...unused.map((name) => ({
      code: "unused-declaration",
      path: ["variables", name],
      part: "key" as const,
      message: `The messages do not use {{${name}}}.`,
      hint: correctEither(similarWord(name, undeclaredNames)),
    })),
    ...undeclared.map(([name, text]) => ({
      code: "undeclared-variable",
      path: text.path,
      span: placeholderOf(name, text),
      message: `"variables" of this prompt does not declare ${name}.`,
      hint: didYouMean(name, unused) ?? `Add ${name} to it, with a description.`,
    })),
  ];
}

function correctEither(used: string | undefined): string | undefined {
  return used === undefined ? undefined : `They use {{${used}}}. Correct one of the two names.`;
}
