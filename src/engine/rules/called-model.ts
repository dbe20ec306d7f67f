// The model that a prompt names, and how certain it is that the requests go to it.
import { objectOf, type JsonObject } from "../model/json.ts";
import { baseModel, knownModel } from "../providers/known-models.ts";
import { factsOf } from "../providers/provider-facts.ts";
import type { ProviderFacts } from "../providers/provider-facts.ts";
import type { ProviderName } from "../providers/request-facts.ts";
import type { RuleProject, Subject } from "./rule.ts";

export interface CalledModel {
  readonly facts: ProviderFacts;
  readonly provider: ProviderName;
  readonly name: string;
  /** Whether requests go to the provider itself. If not, a server may take more. */
  readonly isSure: boolean;
  readonly parameters: JsonObject;
  /** Of what the model refuses. */
  readonly severity: "error" | "warning";
  /** What happens, for the end of messages. */
  readonly effect: string;
}

/** The model of a prompt; undefined for one whose name does not show the model. */
export function calledModel(
  { definition }: Subject,
  { customProviders }: Pick<RuleProject, "customProviders">,
): CalledModel | undefined {
  const parameters = objectOf(definition.spec["parameters"]);
  const { provider, name: given } = parameters;
  const facts = factsOf(provider);
  const name = String(given);
  if (!facts?.models.test(knownModel(provider, name))) return undefined;
  const isOwn = facts.models.test(baseModel(name));
  const isSure = isOwn && !customProviders.includes(String(provider));
  const effect = isSure ? ": every run fails" : " unless its server accepts it";
  const severity = isSure ? "error" : "warning";
  return { facts, provider: provider as ProviderName, name, isSure, parameters, severity, effect };
}
