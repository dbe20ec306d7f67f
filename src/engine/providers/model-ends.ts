// Models whose end the provider has announced: from that day on, it refuses all requests to them.
// Each row names the page of the provider and the day on which it was read.
import type { ProviderName } from "./request-facts.ts";
import { baseModel } from "./known-models.ts";

export interface ModelEnd {
  readonly provider: ProviderName;
  /** The first day without the models, as YYYY-MM-DD. */
  readonly ends: string;
  /** Names of models, which include their snapshots and aliases, and names of single snapshots. */
  readonly models: readonly string[];
  /** The model that the provider names as the replacement. */
  readonly replacement?: string;
  /** Where the provider announces it. */
  readonly page: string;
  /** The day on which the page was read, as YYYY-MM-DD. */
  readonly checked: string;
}

/** The first day without the models, their names, and their replacement. */
type Row = readonly [ends: string, models: string, replacement?: string];

const checked = "2026-11-22";
const openai = {
  provider: "OPENAI",
  page: "https://developers.openai.com/api/docs/deprecations",
  checked,
} as const;
/** Rows that were read in a copy of the page of May 2026. */
const openaiCopy = { ...openai, checked: "2026-05-01" };
const anthropic = {
  provider: "ANTHROPIC",
  page: "https://platform.claude.com/docs/en/about-claude/model-deprecations",
  checked,
} as const;

/** Replacements that have ended too, or will soon, are left out. */
export const modelEnds: readonly ModelEnd[] = [
  ...table(openaiCopy, [
    ["2023-03-23", "code-davinci-001 code-davinci-002 code-cushman-001 code-cushman-002"],
    ["2024-01-04", "text-ada-001 text-babbage-001 text-curie-001 text-davinci-001"],
    ["2024-01-04", "text-davinci-002 text-davinci-003"],
    ["2024-01-04", "ada babbage curie davinci"],
    ["2024-09-13", "gpt-3.5-turbo-0301 gpt-3.5-turbo-0613 gpt-3.5-turbo-16k-0613"],
    ["2024-12-06", "gpt-4-vision-preview gpt-4-1106-vision-preview"],
    ["2025-06-06", "gpt-4-32k gpt-4-32k-0314 gpt-4-32k-0613"],
    ["2025-07-14", "gpt-4.5-preview"],
    ["2025-07-28", "o1-preview"],
    ["2025-10-27", "o1-mini"],
    ["2026-02-12", "codex-mini-latest"],
    ["2026-02-17", "chatgpt-4o-latest"],
    ["2026-03-26", "gpt-4-0314 gpt-4-0125-preview gpt-4-turbo-preview"],
    ["2026-07-23", "gpt-5.1-codex gpt-5.1-codex-mini"],
    ["2026-08-10", "gpt-5.2-chat-latest gpt-5.3-chat-latest"],
    ["2026-09-28", "gpt-3.5-turbo-1106 gpt-3.5-turbo-instruct babbage-002 davinci-002"],
  ]),
  ...table(openai, [
    ["2026-07-23", "gpt-5-chat-latest gpt-5.1-chat-latest"],
    ["2026-07-23", "gpt-5-codex gpt-5.1-codex-max gpt-5.2-codex"],
    ["2026-10-23", "gpt-3.5-turbo gpt-3.5-turbo-0125 o4-mini gpt-4.1-nano", "gpt-5.6-terra"],
    [
      "2026-10-23",
      "gpt-4 gpt-4-0613 gpt-4-1106-preview gpt-4-turbo gpt-4o-2024-05-13",
      "gpt-5.6-sol",
    ],
    ["2026-10-23", "o1 o1-pro o3-mini", "gpt-5.6-sol"],
    ["2026-12-11", "gpt-5 gpt-5-pro o3 o3-pro", "gpt-6.1-sol"],
    ["2026-12-11", "gpt-5-mini", "gpt-6.1-terra"],
    ["2026-12-11", "gpt-5-nano", "gpt-6-luna"],
    ["2027-01-14", "gpt-4o gpt-4o-mini gpt-4.1 gpt-4.1-mini", "gpt-6-luna"],
    ["2027-04-01", "gpt-5.1"],
  ]),
  ...table(anthropic, [
    ["2024-11-06", "claude-1.0 claude-1.1 claude-1.2 claude-1.3"],
    ["2024-11-06", "claude-instant-1.0 claude-instant-1.1 claude-instant-1.2"],
    ["2025-07-21", "claude-2.0 claude-2.1 claude-3-sonnet"],
    ["2025-10-28", "claude-3-5-sonnet"],
    ["2026-01-05", "claude-3-opus"],
    ["2026-02-19", "claude-3-5-haiku", "claude-haiku-4-5"],
    ["2026-02-19", "claude-3-7-sonnet"],
    ["2026-06-15", "claude-sonnet-4 claude-sonnet-4-0", "claude-sonnet-4-6"],
    ["2026-06-15", "claude-opus-4 claude-opus-4-0", "claude-opus-4-8"],
    ["2026-08-05", "claude-opus-4-1", "claude-opus-4-8"],
  ]),
  ...table(
    {
      ...anthropic,
      page: "https://github.com/anthropics/anthropic-sdk-typescript/blob/main/src/resources/messages/messages.ts",
    },
    [["2026-11-30", "claude-sonnet-4-5", "claude-sonnet-5-5"]],
  ),
];

function table(
  facts: Pick<ModelEnd, "provider" | "page" | "checked">,
  rows: readonly Row[],
): ModelEnd[] {
  return rows.map(([ends, models, replacement]) => ({
    ...facts,
    ends,
    models: models.split(" "),
    ...(replacement !== undefined && { replacement }),
  }));
}

/** The announced end of a model; undefined if the table has none. */
export function modelEnd(provider: string, model: string): ModelEnd | undefined {
  const rowOf = (name: string): ModelEnd | undefined =>
    modelEnds.find((row) => row.provider === provider && row.models.includes(name));
  return rowOf(model) ?? rowOf(baseModel(model));
}
