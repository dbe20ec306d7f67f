// What the APIs of OpenAI and Anthropic refuse: values of settings, and settings and uses of some
// models. Each row names its source and the day on which the source was read.
// validate warns of it (engine/rules), and providers/ leaves out refused settings.

/** The values of `parameters.provider` that the table knows. */
export type ProviderName = "OPENAI" | "ANTHROPIC";

/** The names of the providers in messages. */
export const providerNames: { readonly [provider in ProviderName]: string } = {
  OPENAI: "OpenAI",
  ANTHROPIC: "Anthropic",
};

interface Sourced {
  readonly source: string;
  /** The day on which the source was read, as YYYY-MM-DD. */
  readonly checked: string;
}

export interface SettingRange extends Sourced {
  readonly provider: ProviderName;
  readonly setting: string;
  readonly min?: number;
  readonly max?: number;
  readonly isWhole?: boolean;
}

const openaiReference = {
  source: "https://developers.openai.com/api/reference/resources/chat/subresources/completions",
  checked: "2026-11-22",
};
const anthropicReference = {
  source: "https://platform.claude.com/docs/en/api/messages/create",
  checked: "2026-11-22",
};

/** The values that a provider accepts for a setting, both ends included. */
export const settingRanges: readonly SettingRange[] = [
  { provider: "OPENAI", setting: "temperature", min: 0, max: 2, ...openaiReference },
  { provider: "OPENAI", setting: "topP", min: 0, max: 1, ...openaiReference },
  { provider: "OPENAI", setting: "frequencyPenalty", min: -2, max: 2, ...openaiReference },
  { provider: "OPENAI", setting: "presencePenalty", min: -2, max: 2, ...openaiReference },
  { provider: "OPENAI", setting: "maxTokens", min: 1, isWhole: true, ...openaiReference },
  { provider: "OPENAI", setting: "seed", isWhole: true, ...openaiReference },
  { provider: "ANTHROPIC", setting: "temperature", min: 0, max: 1, ...anthropicReference },
  { provider: "ANTHROPIC", setting: "topP", min: 0, max: 1, ...anthropicReference },
  { provider: "ANTHROPIC", setting: "topK", min: 0, isWhole: true, ...anthropicReference },
  { provider: "ANTHROPIC", setting: "maxTokens", min: 1, isWhole: true, ...anthropicReference },
];

/** The ids of tool calls that a provider accepts. */
export const toolCallIds: readonly (Sourced & {
  readonly provider: ProviderName;
  readonly pattern: RegExp;
})[] = [{ provider: "ANTHROPIC", pattern: /^[a-zA-Z0-9_-]+$/, ...anthropicReference }];

/** What a model refuses: a setting with another value than its default, or a use of the API. */
export type Refused =
  | "temperature"
  | "topP"
  | "topK"
  | "frequencyPenalty"
  | "presencePenalty"
  /** `temperature` and `topP` in one request. */
  | "temperatureWithTopP"
  /** `toolChoice` with the value `required` or the name of a tool. */
  | "forcedToolChoice"
  /** Tools in the Chat Completions API, unless the request turns reasoning off. */
  | "toolsInChat"
  /** A last message of the role assistant, which the model would continue. */
  | "prefill";

interface ModelRefusal extends Sourced {
  readonly provider: ProviderName;
  /** Matches the name of a model, without the date of its snapshot. */
  readonly models: RegExp;
  readonly refused: readonly Refused[];
}

const openaiSampling = ["temperature", "topP", "frequencyPenalty", "presencePenalty"] as const;
const anthropicSampling = ["temperature", "topP", "topK"] as const;

/** What models refuse. All rows that match a name count. */
export const modelRefusals: readonly ModelRefusal[] = [
  {
    provider: "OPENAI",
    models: /^o\d(?:-|$)/,
    refused: openaiSampling,
    source: "https://developers.openai.com/api/docs/guides/reasoning",
    checked: "2026-11-22",
  },
  {
    provider: "OPENAI", // gpt-5.1 to gpt-5.4 do not reason unless a request asks for it
    models: /^gpt-5(?:-(?!chat)|$)/,
    refused: openaiSampling,
    source: "https://developers.openai.com/api/docs/guides/latest-model",
    checked: "2026-11-22",
  },
  {
    provider: "OPENAI",
    models: /^gpt-5\.[5-9](?:-(?!chat)|$)/,
    refused: openaiSampling,
    source: "https://github.com/BerriAI/litellm/pull/34210",
    checked: "2026-11-22",
  },
  {
    provider: "OPENAI",
    models: /^gpt-[6-9](?:\.\d+)?(?:-|$)/,
    refused: openaiSampling,
    source: "https://github.com/BerriAI/litellm/discussions/42523",
    checked: "2026-11-22",
  },
  {
    provider: "OPENAI",
    models: /^gpt-(?:5\.[6-9]|[6-9](?:\.\d+)?)(?:-|$)/,
    refused: ["toolsInChat"],
    source: "https://docs.oxen.ai/inference-api/reference/models/gpt-6-luna.md",
    checked: "2026-11-22",
  },
  {
    provider: "ANTHROPIC",
    models: /^claude-(?:opus-4-[156]|sonnet-4-[56]|haiku-4-5)$/,
    refused: ["temperatureWithTopP"],
    source: "https://platform.claude.com/docs/en/models/haiku-4-5/migration-guide",
    checked: "2026-11-22",
  },
  {
    provider: "ANTHROPIC",
    models: /^claude-(?:opus-4-[78]|(?:opus|sonnet|haiku|fable|mythos)-[5-9](?:-\d+)?)$/,
    refused: anthropicSampling,
    source: "https://platform.claude.com/docs/en/models/sonnet-5/migration-guide",
    checked: "2026-11-22",
  },
  {
    provider: "ANTHROPIC",
    models:
      /^claude-(?:(?:opus|sonnet)-4-[678]|(?:opus|sonnet|haiku|fable|mythos)-[5-9](?:-\d+)?)$/,
    refused: ["prefill"],
    source: "https://platform.claude.com/docs/en/about-claude/models/migration-guide",
    checked: "2026-11-22",
  },
  {
    provider: "ANTHROPIC",
    models: /^claude-(?:(?:opus|sonnet)-5-5|fable-5-[12])$/,
    refused: ["forcedToolChoice"],
    source: "https://platform.claude.com/docs/en/models/sonnet-5-5/migration-guide",
    checked: "2026-11-22",
  },
];

/** What a model refuses; nothing for models and providers that the table does not know. */
export function refusedBy(provider: string, model: string): ReadonlySet<Refused> {
  const name = baseModel(model);
  const rows = modelRefusals.filter((row) => row.provider === provider && row.models.test(name));
  return new Set(rows.flatMap(({ refused }) => refused));
}

/** The provider of a model, by the form of its name; undefined if both or neither can have it. */
export function providerOfModel(model: string): ProviderName | undefined {
  const name = baseModel(model);
  if (name.startsWith("claude-")) return "ANTHROPIC";
  return /^(?:gpt-\d|chatgpt-|o\d(?:-|$))/.test(name) ? "OPENAI" : undefined;
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
