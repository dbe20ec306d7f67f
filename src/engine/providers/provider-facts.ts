// The table of providers: what their APIs take, ignore and refuse, and how their keys look, as data.
// validate warns of what they refuse, and providers/ makes their requests. The calls of each API are a row
// in src/providers/providers.ts.
import type { ModelParameters, ModelParametersResponse } from "../../generated/types.ts";
import type { Setting, SettingRange } from "./model-settings.ts";
import { anthropicRefusals, type ModelRefusal, openaiRefusals } from "./model-refusals.ts";
import { type ApiFacts, chatApi, messagesApi, responsesApi } from "./api-facts.ts";
import { anthropicEfforts, type EffortRow, openaiEfforts } from "./effort-facts.ts";
import {
  anthropicReplySchemas,
  openaiReplySchemas,
  type ReplySchemaFacts,
} from "./reply-schema-facts.ts";
import { anthropicSchemas, openaiSchemas, type SchemaRefusal } from "./tool-schema-facts.ts";

/** The values of `parameters.provider`. */
export type ProviderName = ModelParameters["provider"];

export interface ProviderFacts {
  /** The name in messages. */
  readonly name: string;
  /** The name in the price data, in logs and as a format of `render`. */
  readonly id: ModelParametersResponse["provider"];
  /** The environment variables with the API key, and with another base URL. */
  readonly keyVariable: string;
  readonly baseUrlVariable: string;
  /** The environment variables with more headers, and with a token for `Authorization: Bearer`. */
  readonly headersVariable: string;
  readonly tokenVariable?: string;
  /** The names that servers have for the field of the token limit, and the variable for one. */
  readonly maxTokensField?: { readonly variable: string; readonly names: readonly string[] };
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** The format of its API keys, if the list in engine/text/secrets.ts does not have it. */
  readonly key?: {
    /** For messages: "an OpenAI key". */
    readonly title: string;
    /** How each begins: letters, digits, _ and -, of which the last is rare in other texts. */
    readonly start: string;
    /** Matches the rest in linear time, and few other texts. */
    readonly pattern: RegExp;
  };
  /** Matches the names of models that only this provider has, without the date of a snapshot. */
  readonly models: RegExp;
  /** The values that it accepts for each setting; `ignored`: its API has no such setting. */
  readonly settings: { readonly [name in Setting]: SettingRange | "ignored" };
  /** The maxTokens of requests for prompts without one, because the API requires a limit. */
  readonly defaultMaxTokens?: number;
  /** Matches the ids of tool calls that it accepts; default: all. */
  readonly toolCallIds?: RegExp;
  /** The APIs that its prompts can be sent to; the first is the default. */
  readonly apis: readonly [ApiFacts, ...ApiFacts[]];
  /** Which values of `reasoningEffort` its models take. */
  readonly efforts: readonly EffortRow[];
  /** The schemas of replies that it takes. */
  readonly replySchemas: ReplySchemaFacts;
  /** The most stop sequences of a request; default: no limit is known. */
  readonly maxStopSequences?: number;
  /** It takes tools whose arguments follow their schemas exactly. */
  readonly strictTools?: boolean;
  /** The first version of its SDKs whose API has no sampling settings, and the day of that version. */
  readonly withoutSampling?: {
    readonly sdk: string;
    readonly since: string;
    readonly source: string;
  };
  /** What it refuses beside the field `thinking`. */
  readonly thinking?: {
    /** The smallest `budget_tokens`, which must also be below the limit of tokens. */
    readonly minBudget: number;
    readonly minTopP: number;
    readonly source: string;
  };
  /** It has system messages only before all others. */
  readonly systemFirst?: boolean;
  /** What it refuses in the schemas of tools. */
  readonly toolSchemas: readonly SchemaRefusal[];
  /** The most tools of a request; default: no limit is known. */
  readonly maxTools?: number;
  /** It refuses conversations that do not begin with a message of the role user. */
  readonly startsWithUser?: boolean;
  /** It refuses its JSON mode if no message contains the word "JSON". */
  readonly jsonModeNeedsWord?: boolean;
  /** The `code` or `type` of errors for exhausted credit, and a part of the messages of others. */
  readonly quotaErrors: { readonly codes: readonly string[]; readonly message?: RegExp };
  /** What its models refuse. All rows that match a name count. */
  readonly refusals: readonly ModelRefusal[];
  readonly source: string;
  /** The day on which the sources were read, as YYYY-MM-DD. */
  readonly checked: string;
}

/** The rows by provider; `npm run generate` writes their names into the schema. */
export const providerFacts: { readonly [name in ProviderName]: ProviderFacts } = {
  ANTHROPIC: {
    name: "Anthropic",
    id: "anthropic",
    keyVariable: "ANTHROPIC_API_KEY",
    baseUrlVariable: "ANTHROPIC_BASE_URL",
    headersVariable: "ANTHROPIC_EXTRA_HEADERS",
    tokenVariable: "ANTHROPIC_AUTH_TOKEN",
    baseUrl: "https://api.anthropic.com",
    key: { title: "an Anthropic key", start: "sk-ant-", pattern: /[\w-]{20,}/ },
    models: /^claude-/,
    settings: {
      responseFormat: "ignored",
      temperature: { min: 0, max: 1 },
      topP: { min: 0, max: 1 },
      topK: { min: 0, isWhole: true },
      frequencyPenalty: "ignored",
      presencePenalty: "ignored",
      maxTokens: { min: 1, isWhole: true },
      seed: "ignored",
      toolChoice: {},
      stream: {},
      parallelToolCalls: {},
    },
    defaultMaxTokens: 4096,
    toolCallIds: /^[a-zA-Z0-9_-]+$/,
    apis: [messagesApi],
    efforts: anthropicEfforts,
    replySchemas: anthropicReplySchemas,
    withoutSampling: {
      sdk: "1.0",
      since: "2026-10-21",
      source: "https://github.com/anthropics/anthropic-sdk-typescript/blob/main/CHANGELOG.md",
    },
    thinking: {
      minBudget: 1024,
      minTopP: 0.95,
      source: "https://platform.claude.com/docs/en/build-with-claude/extended-thinking",
    },
    systemFirst: true,
    toolSchemas: anthropicSchemas,
    startsWithUser: true,
    // docs.claude.com, "Errors", November 2026. Too little credit is an invalid request.
    quotaErrors: { codes: ["billing_error"], message: /credit balance is too low/i },
    refusals: anthropicRefusals,
    source: "https://platform.claude.com/docs/en/api/messages/create",
    checked: "2026-11-22",
  },
  OPENAI: {
    name: "OpenAI",
    id: "openai",
    keyVariable: "OPENAI_API_KEY",
    baseUrlVariable: "OPENAI_BASE_URL",
    headersVariable: "OPENAI_EXTRA_HEADERS",
    maxTokensField: {
      variable: "OPENAI_MAX_TOKENS_FIELD",
      names: ["max_completion_tokens", "max_tokens"],
    },
    baseUrl: "https://api.openai.com/v1",
    key: {
      title: "an OpenAI key",
      start: "sk-",
      // A capital and a digit among the first 100 characters, as good as every key has them.
      pattern: /(?!ant-)(?=[\w-]{0,100}?\d)(?=[\w-]{0,100}?[A-Z])(?:proj-|svcacct-)?[\w-]{32,}/,
    },
    models: /^(?:gpt-\d|chatgpt-|o\d(?:-|$)|codex-mini(?:-|$)|computer-use-)/,
    settings: {
      responseFormat: {},
      temperature: { min: 0, max: 2 },
      topP: { min: 0, max: 1 },
      topK: "ignored",
      frequencyPenalty: { min: -2, max: 2 },
      presencePenalty: { min: -2, max: 2 },
      maxTokens: { min: 1, isWhole: true },
      seed: { isWhole: true },
      toolChoice: {},
      stream: {},
      parallelToolCalls: {},
    },
    apis: [chatApi, responsesApi],
    efforts: openaiEfforts,
    replySchemas: openaiReplySchemas,
    maxStopSequences: 4,
    strictTools: true,
    toolSchemas: openaiSchemas,
    maxTools: 128,
    jsonModeNeedsWord: true,
    // platform.openai.com, "Errors", November 2026.
    quotaErrors: {
      codes: ["insufficient_quota", "billing_hard_limit_reached", "billing_not_active"],
    },
    refusals: openaiRefusals,
    source: "https://developers.openai.com/api/reference/resources/chat/subresources/completions",
    checked: "2026-11-22",
  },
};
