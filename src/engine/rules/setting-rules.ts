// Warnings about settings that a provider or a model ignores or refuses.
import type { Finding } from "../model/diagnostic.ts";
import { objectOf } from "../model/json.ts";
import { refusedBesideReasoning } from "../providers/beside-reasoning.ts";
import { apiOf, refusedBy } from "../providers/known-models.ts";
import { factsOf } from "../providers/provider-facts.ts";
import {
  changedSettings,
  efforts,
  hasReplySchema,
  type SettingRange,
} from "../providers/model-settings.ts";
import type { ModelParameters } from "../../generated/types.ts";
import { calledModel } from "./called-model.ts";
import type { Findings, RuleProject, Subject } from "./rule.ts";

/** Settings that the chosen provider ignores. */
export function ignoredSettings({ definition: { spec } }: Subject): Finding[] {
  const parameters = objectOf(spec["parameters"]);
  const provider = String(parameters["provider"]);
  const facts = factsOf(provider);
  return changedSettings(parameters)
    .filter((setting) => facts?.settings[setting] === "ignored")
    .filter((setting) => setting !== "responseFormat" || !hasReplySchema(parameters)) // an error
    .map((setting) => ({
      code: "ignored-setting",
      path: ["parameters", setting],
      message: `${provider} does not support ${setting}${setting === "responseFormat" ? " JSON" : ""}: it is not sent.`,
      hint:
        setting === "responseFormat"
          ? "Remove it, and write the schema of the reply as options.responseSchema."
          : "Remove it, or describe the effect you want in the prompt.",
    }));
}

/** Values of settings outside the range of the provider, or of its API. */
export function settingsOutOfRange({ definition }: Subject): Finding[] {
  const parameters = objectOf(definition.spec["parameters"]);
  const facts = factsOf(parameters["provider"]);
  if (!facts) return [];
  const { title, settings = {} } = apiOf(parameters as unknown as ModelParameters);
  return Object.entries({ ...facts.settings, ...settings }).flatMap(([setting, range]) => {
    const value = parameters[setting];
    if (range === "ignored" || typeof value !== "number" || isInRange(value, range)) return [];
    return {
      code: "setting-range",
      path: ["parameters", setting],
      message: `${setting in settings ? `The ${title}` : facts.name} refuses ${setting}: ${value}.`,
      hint: `Use ${rangeText(range)}.`,
    };
  });
}

function isInRange(value: number, { min, max, isWhole }: SettingRange): boolean {
  return (
    value >= (min ?? -Infinity) &&
    value <= (max ?? Infinity) &&
    (isWhole !== true || Number.isInteger(value))
  );
}

/** `a number from 0 to 2`, `a whole number of 1 or more`. */
function rangeText({ min, max, isWhole }: SettingRange): string {
  const number = isWhole === true ? "a whole number" : "a number";
  if (min === undefined) return number;
  return max === undefined ? `${number} of ${min} or more` : `${number} from ${min} to ${max}`;
}

/** Settings that the model refuses, with a value other than the default. */
export function settingsOfModel({ definition }: Subject): Finding[] {
  const parameters = objectOf(definition.spec["parameters"]);
  const model = String(parameters["name"]);
  const refused = refusedBy(parameters["provider"], model);
  if (refused.size === 0) return [];
  const changed = changedSettings(parameters);
  const found = changed
    .filter((setting) => refused.has(setting))
    .map((setting) => ({
      code: "refused-setting",
      path: ["parameters", setting],
      message: `The model ${model} refuses ${setting}.`,
      hint: "Remove it: a service either leaves it out, or gets an error from the provider.",
    }));
  const hasBoth = changed.includes("temperature") && changed.includes("topP");
  if (!hasBoth || !refused.has("temperatureWithTopP")) return found;
  const message = `The model ${model} refuses temperature together with topP.`;
  const both = { code: "refused-setting", path: ["parameters", "topP"], message };
  return [...found, { ...both, hint: "Remove one of them." }];
}

/** Settings that the model refuses because the prompt asks for reasoning. */
export function settingsBesideReasoning({ definition }: Subject): Finding[] {
  const parameters = objectOf(definition.spec["parameters"]);
  if (!factsOf(parameters["provider"])) return [];
  const refused = refusedBesideReasoning(parameters as unknown as ModelParameters);
  if (!refused) return [];
  const { settings, reasoning, withoutReasoning } = refused;
  const model = String(parameters["name"]);
  const always = refusedBy(parameters["provider"], model);
  return settings
    .filter((setting) => !always.has(setting))
    .map((setting) => ({
      code: "refused-setting",
      path: ["parameters", setting],
      message: `The model ${model} refuses ${setting} with ${reasoning}.`,
      hint: `Remove it, or ${withoutReasoning}.`,
    }));
}

const sampling = ["temperature", "topP", "topK"] as const;

/** Sampling settings that the model takes, and the API version of newer SDKs refuses. */
export function samplingOfNewerSdks(subject: Subject, project: RuleProject): Finding[] {
  const called = calledModel(subject, project);
  const { withoutSampling, name = "" } = called?.facts ?? {};
  if (!called?.isSure || !withoutSampling) return [];
  const { sdk, since } = withoutSampling;
  const refused = refusedBy(called.provider, called.name);
  const changed = changedSettings(called.parameters);
  return sampling
    .filter((setting) => changed.includes(setting) && !refused.has(setting))
    .map((setting) => ({
      code: "sampling-setting",
      path: ["parameters", setting],
      message: `The API version of ${name}'s SDKs from ${sdk} (${since}) refuses ${setting}.`,
      hint: "promptctl sends an earlier version, which takes it. Remove it before your applications use such an SDK.",
      usedBy: "prompts",
    }));
}

/** Much reasoning within the limit of tokens that a provider gets for null. */
export function reasoningLimit(subject: Subject, project: RuleProject): Findings {
  const called = calledModel(subject, project);
  const { maxTokens, options } = called?.parameters ?? {};
  const limit = called?.facts.defaultMaxTokens;
  const { reasoningEffort: effort } = objectOf(options);
  if (limit === undefined || typeof maxTokens === "number") return [];
  if (!muchEffort.some((each) => each === effort)) return [];
  return {
    code: "low-limit",
    path: ["parameters", "options", "reasoningEffort"],
    message: `Without maxTokens, ${called!.facts.name} gets the limit ${limit}, and thinking counts in it: with reasoningEffort: ${String(effort)}, replies may be cut off.`,
    hint: "Set parameters.maxTokens, for example to 32000.",
  };
}

const muchEffort = efforts.slice(efforts.indexOf("high"));
