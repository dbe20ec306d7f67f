// Models whose end the provider has announced: from that day on, it refuses all requests to them.
// Each row names its source and the day on which the source was read.
import type { ProviderName } from "./provider-facts.ts";
import { baseModel } from "./provider-limits.ts";

export interface ModelEnd {
  readonly provider: ProviderName;
  /** The first day without the models, as YYYY-MM-DD. */
  readonly ends: string;
  /** Names of models, which include their snapshots and aliases, and names of single snapshots. */
  readonly models: readonly string[];
  /** The model that the provider names as the replacement. */
  readonly replacement?: string;
  readonly source: string;
  /** The day on which the source was read, as YYYY-MM-DD. */
  readonly checked: string;
}

const openai = {
  provider: "OPENAI",
  source: "https://developers.openai.com/api/docs/deprecations",
  checked: "2026-11-22",
} as const;
/** Rows that were read in a copy of the page of May 2026. */
const openaiCopy = { ...openai, checked: "2026-05-01" } as const;
const anthropic = {
  provider: "ANTHROPIC",
  source: "https://platform.claude.com/docs/en/about-claude/model-deprecations",
  checked: "2026-11-22",
} as const;

export const modelEnds: readonly ModelEnd[] = [
  // Replacements that have ended too, or will soon, are left out.
  {
    ...openaiCopy,
    ends: "2023-03-23",
    models: ["code-davinci-001", "code-davinci-002", "code-cushman-001", "code-cushman-002"],
  },
  {
    ...openaiCopy,
    ends: "2024-01-04",
    models: ["text-ada-001", "text-babbage-001", "text-curie-001", "text-davinci-001"],
  },
  { ...openaiCopy, ends: "2024-01-04", models: ["text-davinci-002", "text-davinci-003"] },
  { ...openaiCopy, ends: "2024-01-04", models: ["ada", "babbage", "curie", "davinci"] },
  {
    ...openaiCopy,
    ends: "2024-09-13",
    models: ["gpt-3.5-turbo-0301", "gpt-3.5-turbo-0613", "gpt-3.5-turbo-16k-0613"],
  },
  {
    ...openaiCopy,
    ends: "2024-12-06",
    models: ["gpt-4-vision-preview", "gpt-4-1106-vision-preview"],
  },
  {
    ...openaiCopy,
    ends: "2025-06-06",
    models: ["gpt-4-32k", "gpt-4-32k-0314", "gpt-4-32k-0613"],
  },
  { ...openaiCopy, ends: "2025-07-14", models: ["gpt-4.5-preview"] },
  { ...openaiCopy, ends: "2025-07-28", models: ["o1-preview"] },
  { ...openaiCopy, ends: "2025-10-27", models: ["o1-mini"] },
  { ...openaiCopy, ends: "2026-02-12", models: ["codex-mini-latest"] },
  { ...openaiCopy, ends: "2026-02-17", models: ["chatgpt-4o-latest"] },
  {
    ...openaiCopy,
    ends: "2026-03-26",
    models: ["gpt-4-0314", "gpt-4-0125-preview", "gpt-4-turbo-preview"],
  },
  { ...openai, ends: "2026-07-23", models: ["gpt-5-chat-latest", "gpt-5.1-chat-latest"] },
  { ...openai, ends: "2026-07-23", models: ["gpt-5-codex", "gpt-5.1-codex-max", "gpt-5.2-codex"] },
  { ...openaiCopy, ends: "2026-07-23", models: ["gpt-5.1-codex", "gpt-5.1-codex-mini"] },
  { ...openaiCopy, ends: "2026-08-10", models: ["gpt-5.2-chat-latest", "gpt-5.3-chat-latest"] },
  {
    ...openaiCopy,
    ends: "2026-09-28",
    models: ["gpt-3.5-turbo-1106", "gpt-3.5-turbo-instruct", "babbage-002", "davinci-002"],
  },
  {
    ...openai,
    ends: "2026-10-23",
    models: ["gpt-3.5-turbo", "gpt-3.5-turbo-0125", "o4-mini", "gpt-4.1-nano"],
    replacement: "gpt-5.6-terra",
  },
  {
    ...openai,
    ends: "2026-10-23",
    models: ["gpt-4", "gpt-4-0613", "gpt-4-1106-preview", "gpt-4-turbo", "gpt-4o-2024-05-13"],
    replacement: "gpt-5.6-sol",
  },
  {
    ...openai,
    ends: "2026-10-23",
    models: ["o1", "o1-pro", "o3-mini"],
    replacement: "gpt-5.6-sol",
  },
  {
    ...openai,
    ends: "2026-12-11",
    models: ["gpt-5", "gpt-5-pro", "o3", "o3-pro"],
    replacement: "gpt-6.1-sol",
  },
  { ...openai, ends: "2026-12-11", models: ["gpt-5-mini"], replacement: "gpt-6.1-terra" },
  { ...openai, ends: "2026-12-11", models: ["gpt-5-nano"], replacement: "gpt-6-luna" },
  {
    ...openai,
    ends: "2027-01-14",
    models: ["gpt-4o", "gpt-4o-mini", "gpt-4.1", "gpt-4.1-mini"],
    replacement: "gpt-6-luna",
  },
  { ...openai, ends: "2027-04-01", models: ["gpt-5.1"] },
  {
    ...anthropic,
    ends: "2024-11-06",
    models: ["claude-1.0", "claude-1.1", "claude-1.2", "claude-1.3"],
  },
  {
    ...anthropic,
    ends: "2024-11-06",
    models: ["claude-instant-1.0", "claude-instant-1.1", "claude-instant-1.2"],
  },
  { ...anthropic, ends: "2025-07-21", models: ["claude-2.0", "claude-2.1", "claude-3-sonnet"] },
  { ...anthropic, ends: "2025-10-28", models: ["claude-3-5-sonnet"] },
  { ...anthropic, ends: "2026-01-05", models: ["claude-3-opus"] },
  {
    ...anthropic,
    ends: "2026-02-19",
    models: ["claude-3-5-haiku"],
    replacement: "claude-haiku-4-5",
  },
  { ...anthropic, ends: "2026-02-19", models: ["claude-3-7-sonnet"] },
  {
    ...anthropic,
    ends: "2026-06-15",
    models: ["claude-sonnet-4", "claude-sonnet-4-0"],
    replacement: "claude-sonnet-4-6",
  },
  {
    ...anthropic,
    ends: "2026-06-15",
    models: ["claude-opus-4", "claude-opus-4-0"],
    replacement: "claude-opus-4-8",
  },
  {
    ...anthropic,
    ends: "2026-08-05",
    models: ["claude-opus-4-1"],
    replacement: "claude-opus-4-8",
  },
  {
    ...anthropic,
    ends: "2026-11-30",
    models: ["claude-sonnet-4-5"],
    replacement: "claude-sonnet-5-5",
    source:
      "https://github.com/anthropics/anthropic-sdk-typescript/blob/main/src/resources/messages/messages.ts",
  },
];

/** The announced end of a model; undefined if the table has none. */
export function modelEnd(provider: string, model: string): ModelEnd | undefined {
  const rowOf = (name: string): ModelEnd | undefined =>
    modelEnds.find((row) => row.provider === provider && row.models.includes(name));
  return rowOf(model) ?? rowOf(baseModel(model));
}
