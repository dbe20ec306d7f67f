// What the requests of the providers depend on, as data: rows of the table of providers. Apart from its other
// facts, because applications that make requests carry these.
import type { ModelParameters, ModelParametersResponse } from "../../generated/types.ts";
import { type ApiFacts, chatApi, messagesApi, responsesApi } from "./api-facts.ts";
import { anthropicEfforts, type EffortRow, openaiEfforts } from "./effort-facts.ts";
import { anthropicRefusals, type ModelRefusal, openaiRefusals } from "./model-refusals.ts";

/** The values of `parameters.provider`. */
export type ProviderName = ModelParameters["provider"];

export interface RequestFacts {
  /** The name in the price data, in logs and as a format of `render`. */
  readonly id: ModelParametersResponse["provider"];
  /** Matches the names of models that only this provider has, without the date of a snapshot. */
  readonly models: RegExp;
  /** The maxTokens of requests for prompts without one, because the API requires a limit. */
  readonly defaultMaxTokens?: number;
  /** The APIs that its prompts can be sent to; the first is the default. */
  readonly apis: readonly [ApiFacts, ...ApiFacts[]];
  /** Which values of `reasoningEffort` its models take. */
  readonly efforts: readonly EffortRow[];
  /** What it refuses beside the field `thinking`. */
  readonly thinking?: {
    /** The smallest `budget_tokens`, which must also be below the limit of tokens. */
    readonly minBudget: number;
    readonly minTopP: number;
    readonly source: string;
  };
  /** What its models refuse. All rows that match a name count. */
  readonly refusals: readonly ModelRefusal[];
}

/** The rows by provider. */
export const requestFacts: { readonly [name in ProviderName]: RequestFacts } = {
  ANTHROPIC: {
    id: "anthropic",
    models: /^claude-/,
    defaultMaxTokens: 4096,
    apis: [messagesApi],
    efforts: anthropicEfforts,
    thinking: {
      minBudget: 1024,
      minTopP: 0.95,
      source: "https://platform.claude.com/docs/en/build-with-claude/extended-thinking",
    },
    refusals: anthropicRefusals,
  },
  OPENAI: {
    id: "openai",
    models: /^(?:gpt-\d|chatgpt-|o\d(?:-|$)|codex-mini(?:-|$)|computer-use-)/,
    apis: [chatApi, responsesApi],
    efforts: openaiEfforts,
    refusals: openaiRefusals,
  },
};

/** The row of a provider; undefined for a value that is none. */
export function requestFactsOf(provider: unknown): RequestFacts | undefined {
  const name = String(provider);
  return Object.hasOwn(requestFacts, name) ? requestFacts[name as ProviderName] : undefined;
}
