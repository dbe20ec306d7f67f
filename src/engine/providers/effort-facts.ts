// Which values of the option `reasoningEffort` models take, as data: rows of the table of providers. A model
// without a row gets no opinion, and its requests have the effort as it is.
import type { Effort } from "./model-settings.ts";

export interface EffortRow {
  /** Matches the names of models, without the date of their snapshot. The first row that matches counts. */
  readonly models: RegExp;
  readonly takes: readonly Effort[];
  /** At Anthropic: the type of `thinking` that is sent for `none`; default: disabled. */
  readonly off?: "between_tools";
  readonly source: string;
}

const toHigh = ["low", "medium", "high"] as const;
const toXhigh = [...toHigh, "xhigh"] as const;
const toMax = [...toXhigh, "max"] as const;

/** The Messages API, where `none` turns thinking off. */
export const anthropicEfforts: readonly EffortRow[] = [
  {
    models: /^claude-(?:(?:opus|sonnet)-4(?:[.-][01])?|(?:sonnet|haiku)-4[.-]5)$/,
    takes: ["none"],
    source: "https://platform.claude.com/docs/en/models/overview",
  },
  {
    models: /^claude-opus-4[.-]5$/,
    takes: ["none", ...toHigh],
    source: "https://github.com/can1357/oh-my-pi/issues/2985",
  },
  {
    models: /^claude-(?:opus|sonnet)-4[.-]6$/,
    takes: ["none", ...toHigh, "max"],
    source: "https://platform.claude.com/docs/en/build-with-claude/effort",
  },
  {
    models: /^claude-sonnet-5[.-]5$/,
    takes: ["none", ...toMax],
    off: "between_tools",
    source: "https://platform.claude.com/docs/en/models/sonnet-5-5/whats-new-sonnet-5-5",
  },
  {
    models: /^claude-(?:opus-5[.-]5|(?:fable|mythos)-5(?:[.-]\d+)?)$/,
    takes: toMax,
    source: "https://platform.claude.com/docs/en/models/opus-5-5/whats-new-opus-5-5",
  },
  {
    models: /^claude-(?:opus-4[.-][78]|(?:opus|sonnet)-5|haiku-5[.-]5)$/,
    takes: ["none", ...toMax],
    source: "https://platform.claude.com/docs/en/build-with-claude/effort",
  },
];

const matrix =
  "https://community.openai.com/t/request-for-compatibility-matrix-reasoning-effort-sampling-parameters-across-gpt-5-series/1371738";

/** Both APIs of OpenAI. */
export const openaiEfforts: readonly EffortRow[] = [
  {
    models: /^gpt-6(?:\.2)?-astra$/,
    takes: toMax,
    source: "https://github.com/genkit-ai/genkit/pull/6303",
  },
  {
    models: /^gpt-6\.[12]-sol$/,
    takes: toMax,
    source: "https://dev.to/aihubmix/choosing-a-reasoning-effort-for-gpt-61-sol-low-to-max-4326",
  },
  {
    models: /^gpt-(?:6-(?:sol|luna)|6\.1-terra)$/,
    takes: ["none", ...toMax],
    source: "https://docs.litellm.ai/blog/gpt_6_sol_luna",
  },
  {
    models: /^gpt-5\.6(?:-(?:sol|terra|luna))?$/,
    takes: ["none", ...toMax],
    source: "https://developers.openai.com/api/docs/guides/reasoning",
  },
  {
    models: /^gpt-5\.[245](?:-(?:mini|nano))?$/,
    takes: ["none", ...toXhigh],
    source: matrix,
  },
  { models: /^gpt-5\.1$/, takes: ["none", ...toHigh], source: matrix },
  { models: /^gpt-5(?:-(?:mini|nano))?$/, takes: ["minimal", ...toHigh], source: matrix },
  { models: /^gpt-5-pro$/, takes: ["high"], source: matrix },
  { models: /^o(?:[13](?:-(?:mini|pro))?|4-mini)$/, takes: toHigh, source: matrix },
  {
    models: /^gpt-(?:4o|4\.1)(?:-(?:mini|nano))?$/,
    takes: [],
    source: "https://developers.openai.com/api/docs/guides/reasoning",
  },
];
