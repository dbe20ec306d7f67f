// Model options that a provider, a model or an API refuses or does not get, each at its place.
import type { Finding } from "../model/diagnostic.ts";
import { isObject, type JsonObject, listOf, objectOf, type Path } from "../model/json.ts";
import { type ApiFacts, settingOfField } from "../providers/api-facts.ts";
import { apiOf, effortsOf, knownModel, refusedBy } from "../providers/known-models.ts";
import { factsOf } from "../providers/provider-facts.ts";
import { changedSettings, hasReplySchema } from "../providers/model-settings.ts";
import { oneOf } from "../text/word-lists.ts";
import type { ModelParameters } from "../../generated/types.ts";
import { toolsOf } from "./assertion-rules.ts";
import { type CalledModel, calledModel } from "./called-model.ts";
import type { RuleProject, Subject } from "./rule.ts";

function pathOf(option: string): Path {
  return ["parameters", "options", option];
}

/** Options with which every request of a prompt fails, unless its server accepts more. */
export function refusedOptions(subject: Subject, project: RuleProject): Finding[] {
  const called = calledModel(subject, project);
  if (!called) return [];
  const { parameters, severity } = called;
  const { options } = parameters;
  if (!isObject(options)) return [];
  return [effort, stops, schemaOfModel, fieldsOfOtherApi, thinkingBudget, probabilities]
    .flatMap((find) => find(called, options))
    .map((finding) => ({ ...finding, severity }));
}

function effort({ provider, name, effect }: CalledModel, options: JsonObject): Finding[] {
  const { reasoningEffort: value } = options;
  const row = effortsOf(provider, name);
  if (!row || typeof value !== "string" || row.takes.some((each) => each === value)) return [];
  return [
    {
      code: "refused-option",
      path: pathOf("reasoningEffort"),
      message: `The model ${name} refuses reasoningEffort: ${value}${effect}.`,
      hint: row.takes.length > 0 ? `Use ${oneOf(row.takes)}, or remove it.` : "Remove it.",
    },
  ];
}

function stops(
  { facts, provider, name, parameters, effect }: CalledModel,
  { stopSequences: texts }: JsonObject,
): Finding[] {
  const { refused = [] } = apiOf(parameters as unknown as ModelParameters);
  if (!Array.isArray(texts) || refused.includes("stopSequences")) return [];
  const path = pathOf("stopSequences");
  if (refusedBy(provider, name).has("stopSequences")) {
    const hint = "Remove them, and say in the messages where the reply ends.";
    return [
      {
        code: "refused-option",
        path,
        message: `The model ${name} refuses stop sequences${effect}.`,
        hint,
      },
    ];
  }
  const { maxStopSequences: max = Infinity } = facts;
  if (texts.length <= max) return [];
  const message = `${facts.name} refuses more than ${max} stop sequences${effect}.`;
  return [{ code: "refused-option", path, message, hint: `Keep ${max} of the ${texts.length}.` }];
}

function schemaOfModel(
  { facts, provider, name, effect }: CalledModel,
  { responseSchema }: JsonObject,
): Finding[] {
  if (!isObject(responseSchema)) return [];
  if (!facts.replySchemas.without.test(knownModel(provider, name))) return [];
  return [
    {
      code: "refused-option",
      path: pathOf("responseSchema"),
      message: `The model ${name} refuses reply schemas${effect}.`,
      hint: "Use a newer model, or describe the reply in the messages.",
    },
  ];
}

/** Fields of `extra` that another API of the provider has. Servers of others may have fields of both. */
function fieldsOfOtherApi(
  { facts, parameters, isSure, effect }: CalledModel,
  { extra }: JsonObject,
): Finding[] {
  if (!isSure) return [];
  const api = apiOf(parameters as unknown as ModelParameters);
  const others = facts.apis.filter((each) => each !== api);
  return Object.entries(objectOf(extra)).flatMap(([key, value]) => {
    if (hasField(api, key)) return [];
    const other = others.find((each) => hasField(each, key));
    if (!other) return [];
    const setting = settingOfField(other, [key], isObject(value));
    return {
      code: "refused-option",
      path: [...pathOf("extra"), key],
      part: "key" as const,
      message: `The ${api.title} has no field ${key}${effect}.`,
      hint: setting
        ? `Remove it, and set ${setting} if you need it.`
        : `Remove it, or write api: ${other.id} under parameters.options.`,
    };
  });
}

/** A budget of thinking that is not within the limit of tokens. */
function thinkingBudget(
  { facts, provider, name, parameters, effect }: CalledModel,
  { extra }: JsonObject,
): Finding[] {
  const { type, budget_tokens: budget } = objectOf(objectOf(extra)["thinking"]);
  if (!facts.thinking || type !== "enabled" || typeof budget !== "number") return [];
  const path = [...pathOf("extra"), "thinking", "budget_tokens"];
  const refusal = (what: string, hint: string): Finding[] => [
    { code: "refused-option", path, message: `${what}${effect}.`, hint },
  ];
  if (refusedBy(provider, name).has("thinkingBudget"))
    return refusal(
      `The model ${name} refuses thinking budgets`,
      "Write thinking: { type: adaptive }, and the effort as options.reasoningEffort.",
    );
  const { minBudget } = facts.thinking;
  if (budget < minBudget)
    return refusal(
      `${facts.name} refuses thinking budgets below ${minBudget}`,
      `Use ${minBudget} or more.`,
    );
  const { maxTokens: given } = parameters;
  const limit = given ?? facts.defaultMaxTokens;
  if (typeof limit !== "number" || budget < limit) return [];
  const cause =
    typeof given === "number"
      ? `maxTokens: ${given}`
      : `the limit ${limit} of prompts without maxTokens`;
  return refusal(
    `${facts.name} refuses a thinking budget of ${budget} with ${cause}`,
    "Set parameters.maxTokens above it: thinking counts in maxTokens.",
  );
}

/** Probabilities of tokens, which some models have only without reasoning. */
function probabilities({ provider, name, effect }: CalledModel, options: JsonObject): Finding[] {
  const { reasoningEffort: effort, extra } = options;
  if (typeof effort !== "string" || effort === "none") return [];
  if (!refusedBy(provider, name).has("samplingWithEffort")) return [];
  return ["logprobs", "top_logprobs"]
    .filter((field) => Object.hasOwn(objectOf(extra), field))
    .map((field) => ({
      code: "refused-option",
      path: [...pathOf("extra"), field],
      part: "key",
      message: `The model ${name} refuses ${field} with reasoningEffort: ${effort}${effect}.`,
      hint: "Remove it, or write reasoningEffort: none.",
    }));
}

/** Whether promptctl writes a field of a request, or fields within it. */
function hasField({ fields }: ApiFacts, key: string): boolean {
  return fields.some(([field]) => field.split(".")[0] === key);
}

/** Stop sequences that have no effect, because they are there twice. */
export function repeatedStops({ definition }: Subject): Finding[] {
  const { options } = objectOf(definition.spec["parameters"]);
  const texts = listOf(objectOf(options)["stopSequences"]);
  return texts.flatMap((text, index) =>
    texts.indexOf(text) === index
      ? []
      : {
          code: "ignored-setting",
          path: [...pathOf("stopSequences"), index],
          message: `The stop sequence ${JSON.stringify(text)} is there twice.`,
          hint: "Remove one of them.",
        },
  );
}

/** Options that the provider of a prompt does not get, and a format that is not sent beside a schema. */
export function optionsNotSent({ definition, mapping }: Subject): Finding[] {
  const { provider, options } = objectOf(definition.spec["parameters"]);
  const facts = factsOf(provider);
  if (!facts || !isObject(options)) return [];
  const found: Finding[] = [];
  const add = (path: Path, message: string, hint: string): void => {
    found.push({ code: "refused-option", path, message, hint });
  };
  if (options["strictTools"] === true && facts.strictTools !== true)
    add(
      pathOf("strictTools"),
      `promptctl does not send strictTools to ${facts.name}.`,
      "Remove it: only OpenAI gets it.",
    );
  const { api } = options;
  if (api !== undefined && !(facts.apis.length > 1 && facts.apis.some(({ id }) => id === api)))
    add(pathOf("api"), `${facts.name} has no API named ${String(api)}.`, "Remove it.");
  const format = objectOf(mapping["parameters"])["responseFormat"] ?? undefined;
  if (format !== undefined && hasReplySchema({ options }))
    add(
      ["parameters", "responseFormat"],
      "responseFormat is not sent beside responseSchema.",
      "Remove it: replies follow the schema.",
    );
  return found;
}

/** Fields of the option `extra` that promptctl writes itself. */
export function writtenFields(subject: Subject, project: RuleProject): Finding[] {
  const { parameters } = subject.definition.spec;
  const { extra } = objectOf(objectOf(parameters)["options"]);
  if (!isObject(extra) || !factsOf(objectOf(parameters)["provider"])) return [];
  const given = parameters as unknown as ModelParameters;
  const api = apiOf(given);
  const own = fieldsOfPrompt(given, (toolsOf(project, subject)?.length ?? 0) > 0);
  const found: Finding[] = [];
  const visit = (fields: JsonObject, path: Path): void => {
    for (const [key, value] of Object.entries(fields)) {
      const at = [...path, key];
      const setting =
        settingOfField(api, at, isObject(value)) ?? (path.length === 0 ? own.get(key) : undefined);
      if (setting !== undefined)
        found.push({
          code: "written-field",
          path: [...pathOf("extra"), ...at],
          part: "key",
          message: `promptctl writes the field ${at.join(".")} itself.`,
          hint: `Remove it from extra. Its value comes from ${setting}.`,
        });
      else if (isObject(value)) visit(value, at);
    }
  };
  visit(extra, []);
  return found;
}

/** The fields at the top of a request that only some prompts have, and their settings. */
function fieldsOfPrompt(parameters: ModelParameters, hasTools: boolean): Map<string, string> {
  const own = new Map<string, string>();
  if (hasTools) own.set("tools", "tools");
  if (hasTools && changedSettings(parameters).includes("toolChoice"))
    own.set("tool_choice", "parameters.toolChoice");
  if (parameters.options?.reasoningEffort === "none")
    own.set("thinking", "parameters.options.reasoningEffort");
  return own;
}
