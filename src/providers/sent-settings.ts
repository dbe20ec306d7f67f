// The model settings sent to a provider: only those that differ from the documented default, because
// current models reject some settings even at their default value, and none that the model or the API
// refuses.
import { refusedBesideReasoning } from "../engine/providers/beside-reasoning.ts";
import { changedSettings, type Setting } from "../engine/providers/model-settings.ts";
import { apiOf, refusedBy } from "../engine/providers/known-models.ts";
import type { ModelParameters } from "../generated/types.ts";

export type SentSettings = {
  readonly [name in Setting]?: NonNullable<ModelParameters[name]>;
};

/** The settings with a value other than their default, without those that the model refuses. */
export function sentSettings(parameters: ModelParameters): SentSettings {
  const omitted = omittedSettings(parameters);
  const sent = changedSettings(parameters).filter((name) => !omitted.includes(name));
  return Object.fromEntries(sent.map((name) => [name, parameters[name]])) as SentSettings;
}

/** The settings that are not sent because the API refuses them, of this model or of all. */
export function omittedSettings(parameters: ModelParameters): string[] {
  const { provider, name: model, options } = parameters;
  const { refused: refusedByApi = [] } = apiOf(parameters);
  const refused = new Set([...refusedBy(provider, model), ...refusedByApi]);
  const given = changedSettings(parameters);
  const beside = refusedBesideReasoning(parameters)?.settings;
  const omitted = given.filter((name) => {
    if (beside?.includes(name)) return true;
    if (name === "toolChoice") return refused.has("forcedToolChoice") && isForced(parameters);
    const isSecond = name === "topP" && given.includes("temperature");
    return refused.has(name) || (isSecond && refused.has("temperatureWithTopP"));
  });
  const hasStops = options?.stopSequences && refusedByApi.includes("stopSequences");
  return hasStops ? [...omitted, "stopSequences"] : omitted;
}

function isForced({ toolChoice }: ModelParameters): boolean {
  return toolChoice !== "auto" && toolChoice !== "none";
}
