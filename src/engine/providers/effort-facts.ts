// Which values of the option `reasoningEffort` models take, as data: rows of the table of providers. A model
// without a row gets no opinion, and its requests have the effort as it is.
import type { ModelOptions } from "../../generated/types.ts";

type Effort = NonNullable<ModelOptions["reasoningEffort"]>;

export interface EffortRow {
  /** Matches the names of models, without the date of their snapshot. The first row that matches counts. */
  readonly models: RegExp;
  /** The values that it takes; none if it refuses the field. */
  readonly takes: readonly Effort[];
  /** At Anthropic: the type of `thinking` that is sent for `none`; default: disabled. */
  readonly off?: "between_tools";
  readonly source: string;
}

const toHigh = ["low", "medium", "high"] as const;
const toMax = [...toHigh, "xhigh", "max"] as const;

/** Messages. `none` turns thinking off. */
export const anthropicEfforts: readonly EffortRow[] = [
  {
    models: /^claude-sonnet-5[.-]5$/,
    takes: ["none", ...toMax],
    off: "between_tools",
    source: "https://platform.claude.com/docs/en/models/sonnet-5-5/whats-new-sonnet-5-5",
  },
];

/** Both APIs of OpenAI. */
export const openaiEfforts: readonly EffortRow[] = [];
