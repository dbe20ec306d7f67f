// Warnings about misspelled names of models. A name that differs from a known one in other ways can be a
// new model: it has no warning.
import { distance } from "fastest-levenshtein";
import { modelNames } from "../../generated/model-names.ts";
import { memo } from "../model/collections.ts";
import { objectOf } from "../model/json.ts";
import { baseModel } from "../providers/known-models.ts";
import { factsOf } from "../providers/provider-facts.ts";
import type { Findings, RuleProject, Subject } from "./rule.ts";

/** Names that look like a misspelled name of a model with a known price. */
export function misspelledModels({ definition }: Subject, project: RuleProject): Findings {
  const { provider, name } = objectOf(definition.spec["parameters"]);
  if (typeof provider !== "string" || typeof name !== "string") return [];
  const similar = similarOf(provider)(name);
  if (similar === undefined || project.customProviders.includes(provider)) return [];
  return {
    code: "unknown-model",
    path: ["parameters", "name"],
    message: `No model ${name} of ${factsOf(provider)!.name} is known.`,
    hint: `Did you mean "${similar}"? If the model is new, ignore this warning.`,
    usedBy: "prompts",
  };
}

/** Computed once for each name, which many prompts have. */
const similarOf = memo((provider: string) =>
  memo((name: string) => similarModel(name, modelNames[provider] ?? [])),
);

/** Names of gateways, versions and fine-tuned models have these characters. */
const foreign = /[/@:]/;

/** The known name that a name is a misspelling of, with the date of the name; else undefined. */
export function similarModel(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name) || foreign.test(name)) return undefined;
  const base = baseModel(name);
  const bases = known.map(baseModel);
  if (bases.includes(base)) return undefined;
  const similar = bases.find((each) => isMisspelled(base, each));
  return similar === undefined ? undefined : similar + name.slice(base.length);
}

/**
 * Whether names differ in case and separators only (`claude-haiku-45`), or in one letter of one word
 * (`gpt-4o-mni`). Other digits are another version, and other words another model.
 */
function isMisspelled(name: string, known: string): boolean {
  const [parts, knownParts] = [nameParts(name), nameParts(known)];
  if (parts.join("") === knownParts.join("")) return true;
  if (parts.length !== knownParts.length) return false;
  const different = parts.flatMap((part, index) =>
    part === knownParts[index] ? [] : [[part, knownParts[index]!] as const],
  );
  const [first] = different;
  return different.length === 1 && isTypo(...first!);
}

/** The words and numbers of a name, in lower case. */
function nameParts(name: string): readonly string[] {
  return name.toLowerCase().match(/[a-z]+|\d+/g) ?? [];
}

/** Shorter words, such as the o of gpt-4o, are parts of versions. */
const minWord = 3;

/** Whether one letter is missing, added or changed, or two neighbours are exchanged. */
function isTypo(word: string, known: string): boolean {
  if (Math.min(word.length, known.length) < minWord || /\d/.test(word + known)) return false;
  if (distance(word, known) === 1) return true;
  const start = [...word].findIndex((letter, index) => letter !== known[index]);
  const exchanged =
    word.slice(0, start) +
    word
      .slice(start, start + 2)
      .split("")
      .reverse()
      .join("");
  return exchanged + word.slice(start + 2) === known;
}
