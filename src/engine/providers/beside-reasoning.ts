// Settings that a provider or a model refuses beside reasoning, and takes without it.
import type { ModelParameters } from "../../generated/types.ts";
import { type JsonObject, objectOf } from "../model/json.ts";
import { knownModel, refusedBy } from "./known-models.ts";
import { requestFactsOf } from "./request-facts.ts";
import { changedSettings, type Setting } from "./model-settings.ts";

/** Settings of a prompt that its model refuses beside its reasoning. */
interface BesideReasoning {
  readonly settings: readonly Setting[];
  /** What asks for reasoning, for the end of "refuses temperature with". */
  readonly reasoning: string;
  /** How to write the prompt without reasoning. */
  readonly withoutReasoning: string;
}

/** What a model refuses of a prompt because it asks for reasoning. */
export function refusedBesideReasoning(parameters: ModelParameters): BesideReasoning | undefined {
  const { provider, name, options } = parameters;
  const { reasoningEffort: effort = null, extra } = options ?? {};
  const changed = changedSettings(parameters);
  if (effort !== null && effort !== "none" && refusedBy(provider, name).has("samplingWithEffort"))
    return {
      settings: changed.filter((setting) => setting === "temperature" || setting === "topP"),
      reasoning: `reasoningEffort: ${effort}`,
      withoutReasoning: "write reasoningEffort: none",
    };
  const { thinking, models } = requestFactsOf(provider) ?? {};
  const { type } = objectOf(objectOf((extra ?? {}) as JsonObject)["thinking"]);
  if (!thinking || !models?.test(knownModel(provider, name))) return undefined;
  if (type !== "enabled" && type !== "adaptive") return undefined;
  const { topP } = parameters;
  const settings = changed.filter(
    (setting) =>
      setting === "temperature" ||
      setting === "topK" ||
      (setting === "topP" && typeof topP === "number" && topP < thinking.minTopP),
  );
  return { settings, reasoning: "thinking", withoutReasoning: "remove thinking from extra" };
}
