// The model settings sent to a provider: only those that differ from the documented default, because
// current models reject some settings even at their default value, and none that the model refuses.
import { refusedBy } from "../engine/model/provider-limits.ts";
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

export type SentSettings = {
  readonly [name in Setting]?: NonNullable<ModelParameters[name]>;
};

/** The settings with a value other than their default, without those that the model refuses. */
export function sentSettings(parameters: ModelParameters): SentSettings {
  const omitted = omittedSettings(parameters);
  const sent = nonDefaultSettings(parameters).filter((name) => !omitted.includes(name));
  return Object.fromEntries(sent.map((name) => [name, parameters[name]])) as SentSettings;
}

/** The settings that are not sent because the API of the provider refuses them for the model. */
export function omittedSettings(parameters: ModelParameters): string[] {
  const refused = refusedBy(parameters.provider, parameters.name);
  const given = nonDefaultSettings(parameters);
  return given.filter((name) => {
    if (name === "toolChoice") return refused.has("forcedToolChoice") && isForced(parameters);
    const isSecond = name === "topP" && given.includes("temperature");
    return (
      (refused as ReadonlySet<string>).has(name) || (isSecond && refused.has("temperatureWithTopP"))
    );
  });
}

function isForced({ toolChoice }: ModelParameters): boolean {
  return toolChoice !== "auto" && toolChoice !== "none";
}

/** The settings with a value other than their default; null and "" count as no value. */
function nonDefaultSettings(parameters: ModelParameters): Setting[] {
  return (Object.keys(defaultSettings) as Setting[]).filter((name) => {
    const value = parameters[name];
    return value !== defaultSettings[name] && value !== null && value !== "";
  });
}
