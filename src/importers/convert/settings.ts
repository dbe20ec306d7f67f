// Settings of a model in definitions, without those that have their default.
import type { Json, JsonObject } from "../../engine/model/json.ts";
import { providerOfModel } from "../../engine/providers/known-models.ts";
import type { ModelParameters } from "../../generated/types.ts";
import { RefusedPart } from "./imported.ts";
import { nodeAt, carry, leave, nameAt, numberAt, type SourceNode } from "./source-node.ts";

/** The parameters of a definition; undefined settings are omitted. */
export function parametersOf(
  { provider, name }: ModelName,
  settings: Readonly<Partial<Record<keyof ModelParameters, Json | undefined>>>,
): JsonObject {
  const given = Object.entries(settings).filter(
    (each): each is [string, Json] => each[1] !== undefined,
  );
  return { provider, name, ...Object.fromEntries(given) };
}

interface ModelName {
  readonly provider: ModelParameters["provider"];
  readonly name: string;
}

/**
 * The model of a name as gateways write it: `gpt-4.1`, `openai/gpt-4.1`, `anthropic:messages:claude-…`.
 * Undefined for models of other providers.
 */
export function modelOf(text: string): ModelName | undefined {
  const [, prefix, name = text] =
    /^([a-z-]+)[/:](?:(?:chat|responses|messages):)?(.+)$/.exec(text) ?? [];
  const known = { openai: "OPENAI", anthropic: "ANTHROPIC" } as const;
  if (prefix === undefined) {
    const provider = providerOfModel(text);
    return provider && { provider, name: text };
  }
  if (prefix === "ft") return { provider: "OPENAI", name: text };
  return Object.hasOwn(known, prefix)
    ? { provider: known[prefix as keyof typeof known], name }
    : undefined;
}

/** Why a prompt has no model. */
export const noModel = "It names no model. Name one with --model.";

/** Why the model of a prompt cannot be in a definition. */
export const otherModel = "Definitions have models of OpenAI and Anthropic.";

/**
 * The model that a field names; that of `standard`, the value of --model, if it names none, or in
 * place of a model of another provider, which is listed. Throws a RefusedPart of `part` or the field.
 */
export function namedModel(
  field: SourceNode,
  part: SourceNode,
  standard: string | undefined,
): ModelName {
  const own = nameAt(field);
  const names = [own, standard].filter((each) => each !== undefined);
  const model = names.map(modelOf).find((each) => each !== undefined);
  if (names.length === 0) throw new RefusedPart(part, noModel);
  if (!model) {
    const last = JSON.stringify(names.at(-1));
    const reason = `${otherModel} ${last} is none of them: name one with --model.`;
    throw new RefusedPart(own === undefined ? part : field, reason);
  }
  if (own !== undefined && !modelOf(own)) leave(field, `${otherModel} That of --model is used.`);
  return model;
}

/** The names of settings in formats of several providers. */
const settingNames = {
  temperature: ["temperature"],
  topP: ["topP", "top_p"],
  topK: ["topK", "top_k"],
  maxTokens: [
    "maxTokens",
    "maxCompletionTokens",
    "maxOutputTokens",
    "max_completion_tokens",
    "max_tokens",
    "max_output_tokens",
  ],
  frequencyPenalty: ["frequencyPenalty", "frequency_penalty"],
  presencePenalty: ["presencePenalty", "presence_penalty"],
  seed: ["seed"],
} as const;

/** The numbers among the settings of a node, under any of their names. */
export function numberSettings(
  node: SourceNode,
): Partial<Record<keyof typeof settingNames, number>> {
  const found = Object.entries(settingNames).flatMap(([setting, keys]) => {
    const number = firstNumber(node, keys, setting === "topK" ? 1 : undefined);
    return number === undefined ? [] : [[setting, number]];
  });
  return Object.fromEntries(found) as ReturnType<typeof numberSettings>;
}

/** The first number under the names of a setting, from `least`. Numbers after it are listed. */
export function firstNumber(
  node: SourceNode,
  keys: readonly string[],
  least?: number,
): number | undefined {
  const first = keys.find((key) => numberAt(node, key, least) !== undefined);
  if (first === undefined) return undefined;
  for (const key of keys.slice(keys.indexOf(first) + 1))
    leave(nodeAt(node, key), `${first} is imported in its place.`);
  return nodeAt(node, first).value as number;
}

/**
 * The model of a request to a provider; `standard`, the value of --model, if it names none. Throws a
 * RefusedPart without both.
 */
export function requestModel(
  node: SourceNode,
  provider: ModelName["provider"],
  standard: string | undefined,
): ModelName {
  const model = nodeAt(node, "model");
  if (typeof model.value === "string" && model.value !== "")
    return { provider, name: carry(model) as string };
  if (standard === undefined) throw new RefusedPart(node, noModel);
  return modelOf(standard) ?? { provider, name: standard };
}
