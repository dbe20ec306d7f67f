// Settings and models that an API of a provider refuses, or whose models have another API only.
import type { Finding } from "../model/diagnostic.ts";
import { objectOf, type Path } from "../model/json.ts";
import { apiOf, refusedBy } from "../providers/known-models.ts";
import { factsOf } from "../providers/provider-facts.ts";
import { changedSettings } from "../providers/model-settings.ts";
import type { ModelParameters } from "../../generated/types.ts";
import { calledModel } from "./called-model.ts";
import type { Findings, RuleProject, Subject } from "./rule.ts";

/** Settings and options that an API of a provider has for no model. They are not sent. */
export function settingsWithoutApi({ definition }: Subject): Finding[] {
  const parameters = objectOf(definition.spec["parameters"]);
  if (!factsOf(parameters["provider"])) return [];
  const { title, refused = [] } = apiOf(parameters as unknown as ModelParameters);
  const settings = changedSettings(parameters).map((name): Path => ["parameters", name]);
  const options = Object.keys(objectOf(parameters["options"])).map((name): Path => [
    "parameters",
    "options",
    name,
  ]);
  return [...settings, ...options]
    .filter((path) => refused.some((each) => each === path.at(-1)))
    .map((path) => ({
      code: "refused-option",
      path,
      message: `The ${title} has no ${String(path.at(-1))}: it is not sent.`,
      hint: "Remove it, or describe the effect you want in the prompt.",
    }));
}

/** A model that the API of the prompt does not have, unless it is at another server. */
export function modelsWithoutApi(subject: Subject, project: RuleProject): Findings {
  const called = calledModel(subject, project);
  if (!called) return [];
  const { facts, provider, name, parameters, severity, effect } = called;
  const refused: ReadonlySet<string> = refusedBy(provider, name);
  const api = apiOf(parameters as unknown as ModelParameters);
  if (!refused.has(api.id)) return [];
  const other = facts.apis.find(({ id }) => !refused.has(id));
  const isDefault = other === facts.apis[0];
  return {
    code: "refused-option",
    severity,
    path: ["parameters", ...(api === facts.apis[0] ? ["name"] : ["options", "api"])],
    message: `The ${api.title} does not have the model ${name}${effect}.`,
    hint: isDefault
      ? `Remove api: ${api.id}.`
      : `Write api: ${String(other?.id)} under parameters.options.`,
  };
}
