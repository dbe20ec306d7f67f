// The model settings sent to a provider: only those that differ from the documented default,
// because current models reject some settings even at their default value.
import type { ModelParameters } from "../generated/types.ts";

/**
 * The defaults of settings that definitions may omit: a copy of those in schemas/parts.schema.json,
 * which test/providers/native-requests.test.ts compares. All are scalars, so that `!==` compares them.
 */
export const defaultSettings = {
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

type Setting = keyof typeof defaultSettings;

export type NonDefaultSettings = {
  readonly [name in Setting]?: NonNullable<ModelParameters[name]>;
};

/** The settings that have a value other than their default; null and "" count as no value. */
export function nonDefaultSettings(parameters: ModelParameters): NonDefaultSettings {
  const entries = (Object.keys(defaultSettings) as Setting[])
    .map((name) => [name, parameters[name]] as const)
    .filter(([name, value]) => value !== defaultSettings[name] && value !== null && value !== "");
  return Object.fromEntries(entries) as NonDefaultSettings;
}
