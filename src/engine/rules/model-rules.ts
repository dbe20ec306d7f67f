// Warnings about settings, tools and models that the APIs of the providers refuse.
import { oneOf } from "../text/word-lists.ts";
import { didYouMean } from "../text/did-you-mean.ts";
import { type Finding } from "../model/diagnostic.ts";
import { type JsonObject, objectOf } from "../model/json.ts";
import { modelEnd } from "./model-ends.ts";
import { changedSettings } from "../providers/model-settings.ts";
import { providerFacts, type SettingRange } from "../providers/provider-facts.ts";
import { factsOf, providerOfModel, refusedBy } from "../providers/known-models.ts";
import { toolsOf } from "./assertion-rules.ts";
import type { Definition } from "../model/resource.ts";
import { addressFlags } from "../text/command-text.ts";
import type { RuleProject, Subject } from "./rule.ts";

/** Values of settings outside the range of the provider. */
export function settingsOutOfRange({ definition }: Subject): Finding[] {
  const parameters = objectOf(definition.spec["parameters"]);
  const facts = factsOf(parameters["provider"]);
  if (!facts) return [];
  return Object.entries(facts.settings).flatMap(([setting, range]) => {
    const value = parameters[setting];
    if (range === "ignored" || typeof value !== "number" || isInRange(value, range)) return [];
    return [
      {
        code: "setting-range",
        path: ["parameters", setting],
        message: `${facts.name} refuses ${setting}: ${value}.`,
        hint: `Use ${rangeText(range)}.`,
      },
    ];
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

/** Tools and values of toolChoice that providers or models refuse. */
export function refusedTools(subject: Subject, project: RuleProject): Finding[] {
  const tools = toolsOf(project, subject);
  if (!tools) return [];
  const parameters = objectOf(subject.definition.spec["parameters"]);
  const names = tools.map(({ definition }) => String(definition.name));
  return [
    ...repeatedTools(names),
    ...unknownChoice(parameters, names),
    ...refusedByModel(parameters, names),
  ];
}

function repeatedTools(names: readonly string[]): Finding[] {
  return names.flatMap((name, index) =>
    names.indexOf(name) === index
      ? []
      : [
          {
            code: "refused-tools",
            path: ["tools", index],
            message: `Another tool of this prompt has the name "${name}": providers refuse it.`,
            hint: "Keep one of them.",
          },
        ],
  );
}

const choices = ["auto", "none", "required"];

function unknownChoice({ toolChoice }: JsonObject, names: readonly string[]): Finding[] {
  if (typeof toolChoice !== "string" || toolChoice === "") return [];
  if ([...choices, ...names].includes(toolChoice)) return [];
  const message = `The prompt has no tool "${toolChoice}": providers refuse this toolChoice.`;
  const hint = didYouMean(toolChoice, [...names, ...choices]);
  const path = ["parameters", "toolChoice"];
  return [
    { code: "refused-tools", path, message, hint: hint ?? `Use ${oneOf([...choices, ...names])}.` },
  ];
}

function refusedByModel(parameters: JsonObject, names: readonly string[]): Finding[] {
  const { provider, name, toolChoice } = parameters;
  const refused = refusedBy(provider, String(name));
  if (names.length === 0) return [];
  const isForced = toolChoice === "required" || names.includes(String(toolChoice));
  if (isForced && refused.has("forcedToolChoice"))
    return [
      {
        code: "refused-tools",
        path: ["parameters", "toolChoice"],
        message: `The model ${String(name)} refuses to be forced to call a tool.`,
        hint: "Use toolChoice: auto, and ask for the call in the messages.",
      },
    ];
  if (!refused.has("toolsInChat")) return [];
  const message = `The model ${String(name)} refuses tools in the Chat Completions API while it reasons.`;
  const hint =
    "promptctl test and the embedded service turn its reasoning off. Check that your service does.";
  return [{ code: "refused-tools", path: ["tools"], message, hint }];
}

/** The model of another provider. */
export function modelOfOtherProvider({ definition }: Subject): Finding[] {
  const { provider, name } = objectOf(definition.spec["parameters"]);
  const owner = providerOfModel(String(name));
  if (owner === undefined || owner === provider || !factsOf(provider)) return [];
  return [
    {
      code: "other-provider",
      path: ["parameters", "name"],
      message: `${String(name)} is a model of ${providerFacts[owner].name}, but the provider is ${String(provider)}.`,
      hint: `Write provider: ${owner}, or name another model.`,
    },
  ];
}

/** How many days before its end a model gets a warning: Anthropic announces an end 60 days before. */
const noticeDays = 60;

/** Models that the provider has ended or ends soon. */
export function endingModels({ definition }: Subject, { today }: RuleProject): Finding[] {
  const { provider, name } = objectOf(definition.spec["parameters"]);
  const end = modelEnd(String(provider), String(name));
  if (!end) return [];
  const days = (Date.parse(end.ends) - Date.parse(today)) / 86_400_000;
  if (days > noticeDays) return [];
  const { ends, replacement, source } = end;
  const owner = providerFacts[end.provider].name;
  return [
    {
      code: "ending-model",
      path: ["parameters", "name"],
      message:
        days > 0
          ? `${owner} ends the model ${String(name)} on ${ends}.`
          : `${owner} ended the model ${String(name)} on ${ends}.`,
      hint: `${replacement === undefined ? "Choose another model" : `Its replacement is ${replacement}`} (${source}). To compare: ${comparison(definition, replacement)}`,
      usedBy: "prompts",
    },
  ];
}

/** The command that compares a prompt with another model. */
function comparison({ address }: Definition, model = "MODEL"): string {
  return `promptctl test ${addressFlags("--target", [address])} --with parameters.name=${model}`;
}
