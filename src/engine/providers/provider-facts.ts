// The table of providers: what their APIs take, ignore and refuse, and how their keys look, as data.
// validate warns of what they refuse. What their requests depend on is in request-facts.ts; the calls of each
// API are a row in src/providers/providers.ts.
import type { Setting, SettingRange } from "./model-settings.ts";
import {
  anthropicReplySchemas,
  openaiReplySchemas,
  type ReplySchemaFacts,
} from "./reply-schema-facts.ts";
import { type ProviderName, type RequestFacts, requestFacts } from "./request-facts.ts";
import { anthropicSchemas, openaiSchemas, type SchemaRefusal } from "./tool-schema-facts.ts";

export interface ProviderFacts extends RequestFacts {
  /** The name in messages. */
  readonly name: string;
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
  /** The values that it accepts for each setting; `ignored`: its API has no such setting. */
  readonly settings: { readonly [name in Setting]: SettingRange | "ignored" };
  /** Matches the ids of tool calls that it accepts; default: all. */
  readonly toolCallIds?: RegExp;
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
  readonly source: string;
  /** The day on which the sources were read, as YYYY-MM-DD. */
  readonly checked: string;
}

/** The rows by provider; `npm run generate` writes their names into the schema. */
export const providerFacts: { readonly [name in ProviderName]: ProviderFacts } = {
  ANTHROPIC: {
    ...requestFacts.ANTHROPIC,
    name: "Anthropic",
    keyVariable: "ANTHROPIC_API_KEY",
    baseUrlVariable: "ANTHROPIC_BASE_URL",
    headersVariable: "ANTHROPIC_EXTRA_HEADERS",
    tokenVariable: "ANTHROPIC_AUTH_TOKEN",
    baseUrl: "https://api.anthropic.com",
    key: { title: "an Anthropic key", start: "sk-ant-", pattern: /[\w-]{20,}/ },
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
    toolCallIds: /^[a-zA-Z0-9_-]+$/,
    replySchemas: anthropicReplySchemas,
    withoutSampling: {
      sdk: "1.0",
      since: "2026-10-21",
      source: "https://github.com/anthropics/anthropic-sdk-typescript/blob/main/CHANGELOG.md",
    },
    systemFirst: true,
    toolSchemas: anthropicSchemas,
    startsWithUser: true,
    // docs.claude.com, "Errors", November 2026. Too little credit is an invalid request.
    quotaErrors: { codes: ["billing_error"], message: /credit balance is too low/i },
    source: "https://platform.claude.com/docs/en/api/messages/create",
    checked: "2026-11-22",
  },
  OPENAI: {
    ...requestFacts.OPENAI,
    name: "OpenAI",
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
    source: "https://developers.openai.com/api/reference/resources/chat/subresources/completions",
    checked: "2026-11-22",
  },
};

/** The row of a provider; undefined for a value that is none. */
export function factsOf(provider: unknown): ProviderFacts | undefined {
  const name = String(provider);
  return Object.hasOwn(providerFacts, name) ? providerFacts[name as ProviderName] : undefined;
}
