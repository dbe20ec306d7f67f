// Which settings of a prompt a provider is told: those with a value other than the default.
// Under which names is native-anthropic.ts and native-openai.ts.
import type { Json, JsonObject } from "../../engine/model/json.ts";
import type { ModelParameters } from "../../generated/types.ts";

/** The documented defaults: what definitions may leave out, and providers are not told. */
export const defaults = {
  responseFormat: "TEXT",
  temperature: 1,
  topP: 1,
  topK: null,
  frequencyPenalty: 0,
  presencePenalty: 0,
  maxTokens: null,
  seed: null,
  toolChoice: null,
  stream: false,
  parallelToolCalls: true,
} as const;

type Setting = keyof typeof defaults;

/** The settings that differ from their defaults, without null. */
export type Chosen = { readonly [name in Setting]?: NonNullable<ModelParameters[name]> };

export function chosen(parameters: ModelParameters): Chosen {
  const entries = (Object.keys(defaults) as Setting[])
    .map((name) => [name, parameters[name]] as const)
    .filter(([name, value]) => value !== defaults[name] && value !== null && value !== "");
  return Object.fromEntries(entries) as Chosen;
}

/** The object without the keys that have no value. */
export function present(object: { readonly [key: string]: Json | undefined }): JsonObject {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as JsonObject;
}

/** The list, or nothing where it is empty. */
export function filled(list: readonly Json[]): readonly Json[] | undefined {
  return list.length > 0 ? list : undefined;
}
