// Warnings about models: of another provider, or that end soon.
import { objectOf } from "../model/json.ts";
import type { Definition } from "../model/resource.ts";
import { providerOfModel } from "../providers/known-models.ts";
import { factsOf } from "../providers/provider-facts.ts";
import { providerFacts } from "../providers/provider-facts.ts";
import { addressFlags, commandText } from "../text/command-text.ts";
import { modelEnd } from "../providers/model-ends.ts";
import type { Findings, RuleProject, Subject } from "./rule.ts";

/** The model of another provider. */
export function modelOfOtherProvider({ definition }: Subject): Findings {
  const { provider, name } = objectOf(definition.spec["parameters"]);
  const owner = providerOfModel(String(name));
  if (owner === undefined || owner === provider || !factsOf(provider)) return [];
  return {
    code: "other-provider",
    path: ["parameters", "name"],
    message: `${String(name)} is a model of ${providerFacts[owner].name}, but the provider is ${String(provider)}.`,
    hint: `Write provider: ${owner}, or name another model.`,
  };
}

/** How many days before its end a model gets a warning: Anthropic announces an end 60 days before. */
const noticeDays = 60;

/** Models that the provider has ended or ends soon. */
export function endingModels(
  { definition }: Subject,
  { today, environment }: RuleProject,
): Findings {
  const { provider, name } = objectOf(definition.spec["parameters"]);
  const end = modelEnd(String(provider), String(name));
  if (!end) return [];
  const days = (Date.parse(end.ends) - Date.parse(today)) / 86_400_000;
  if (days > noticeDays) return [];
  const { ends, replacement, page } = end;
  const owner = providerFacts[end.provider].name;
  return {
    code: "ending-model",
    path: ["parameters", "name"],
    message:
      days > 0
        ? `${owner} ends the model ${String(name)} on ${ends}.`
        : `${owner} ended the model ${String(name)} on ${ends}.`,
    hint: `${replacement === undefined ? "Choose another model" : `Its replacement is ${replacement}`} (${page}). To compare: ${comparison(definition, environment, replacement)}`,
    usedBy: "prompts",
  };
}

/** The command that compares a prompt with another model. */
function comparison(
  { address }: Definition,
  environment: string | undefined,
  model = "MODEL",
): string {
  return `${commandText("test", { environment })} ${addressFlags("--target", [address])} --with parameters.name=${model}`;
}
