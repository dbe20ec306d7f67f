// What a model refuses, and which provider it belongs to, by the table of providers.
import { modelNames } from "../../generated/model-names.ts";
import type { ApiFacts } from "./api-facts.ts";
import type { EffortRow } from "./effort-facts.ts";
import { type ProviderName, requestFacts, requestFactsOf } from "./request-facts.ts";
import type { Refused } from "./model-refusals.ts";

/** The provider with an id, as responses of the service have it; undefined for others. */
export function providerNamed(id: string): ProviderName | undefined {
  const names = Object.keys(requestFacts) as ProviderName[];
  return names.find((name) => requestFacts[name].id === id);
}

/** What a model refuses; nothing for models and providers that the table does not know. */
export function refusedBy(provider: unknown, model: string): ReadonlySet<Refused> {
  const name = knownModel(provider, model);
  const rows = requestFactsOf(provider)?.refusals.filter(({ models }) => models.test(name)) ?? [];
  return new Set(rows.flatMap(({ refused }) => refused));
}

/** What decides which API gets the requests of a prompt, of its parameters. */
export interface ApiChoice {
  readonly provider: ProviderName;
  readonly options?: { readonly api?: ApiFacts["id"] | null | undefined } | undefined;
}

/** The API that gets the requests of a prompt: that of the option `api`, or the default of the provider. */
export function apiOf({ provider, options }: ApiChoice): ApiFacts {
  const { apis } = requestFacts[provider];
  return apis.find(({ id }) => id === options?.api) ?? apis[0];
}

/** The API of a prompt where it is named beside the provider: only if it is not the default. */
export function namedApi(choice: ApiChoice): { readonly api?: "responses" } {
  const { id } = apiOf(choice);
  return id === "responses" ? { api: id } : {};
}

/** Which efforts a model takes; undefined for models and providers that the table does not know. */
export function effortsOf(provider: unknown, model: string): EffortRow | undefined {
  const name = knownModel(provider, model);
  return requestFactsOf(provider)?.efforts.find(({ models }) => models.test(name));
}

/** Whether requests can turn the reasoning of a model off; true for a model that is not known. */
export function canStopReasoning(provider: unknown, model: string): boolean {
  return effortsOf(provider, model)?.takes.includes("none") ?? true;
}

/** At Anthropic: the field `thinking` for no thinking; undefined for a model that always thinks. */
export function thinkingOff(
  provider: unknown,
  model: string,
): { readonly type: string } | undefined {
  if (!canStopReasoning(provider, model)) return undefined;
  return { type: effortsOf(provider, model)?.off ?? "disabled" };
}

/**
 * The model of a provider that the name of a deployment or of a gateway ends with: `gpt-5` for
 * `openai/gpt-5`, `eu-prod-gpt-5` and `openai/gpt-5:nitro`, `claude-haiku-4-5` for
 * `us.anthropic.claude-haiku-4-5-20251001-v1:0`. The name without a date if it ends with none.
 */
export function knownModel(provider: unknown, model: string): string {
  const name = baseModel(model.replace(/^(?!ft:)(.+?)(?:(?:-v\d+)?:[\w-]+|@\d{8})$/, "$1"));
  const models = requestFactsOf(provider)?.models;
  if (!models || models.test(name)) return name;
  const starts = [...name.matchAll(/(?<=[^a-z0-9])[a-z]/gi)];
  return starts.map(({ index }) => name.slice(index)).find((end) => models.test(end)) ?? name;
}

/** Whether a provider has a model of this name, also with the date of a snapshot. */
export function isExactModel(provider: unknown, model: string): boolean {
  const names = modelNames[String(provider)] ?? [];
  return names.includes(model) || names.includes(baseModel(model));
}

/** The provider of a model, by the form of its name; undefined if several or none can have it. */
export function providerOfModel(model: string): ProviderName | undefined {
  const name = baseModel(model);
  const providers = Object.keys(requestFacts) as ProviderName[];
  return providers.find((each) => requestFacts[each].models.test(name));
}

/**
 * The name of the model that a snapshot, an alias or a fine-tuned model belongs to: `gpt-4.1` for
 * `gpt-4.1-2025-04-14` and `ft:gpt-4.1-2025-04-14:acme::1`, `claude-opus-4-5` for
 * `claude-opus-4-5-20251101`.
 */
export function baseModel(model: string): string {
  const [, tuned] = /^ft:([^:]+):/.exec(model) ?? [];
  return (tuned ?? model).replace(/-(?:\d{4}-\d\d-\d\d|\d{8}|latest)$/, "");
}
