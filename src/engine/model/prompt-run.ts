// The reply to a prompt and a rendered prompt, with what the interface's response bodies have no field
// for. The service writes that into headers, and clients read it from there.
import type {
  Completion,
  CompletionStats,
  ModelParametersResponse,
} from "../../generated/types.ts";

/**
 * Why a reply ended. `truncated`: at maxTokens or the limit of the model · `filtered`: by the
 * provider's content filter · `refused`: by the model · `other`: for a reason unknown to this version.
 */
export type StopReason = "complete" | "tool-calls" | "truncated" | "filtered" | "refused" | "other";

/** Whether a reply that ended for this reason may lack what the prompt asks for. */
export function isIncomplete(reason: StopReason): boolean {
  return reason !== "complete" && reason !== "tool-calls";
}

/** A completion of the interface, with more facts. */
export interface PromptRun extends Omit<Completion, "stats"> {
  readonly stats: Omit<CompletionStats, "cost"> & {
    /** US dollars; null if the price of the model is unknown. */
    readonly cost: number | null;
  };
  /** null if the provider or the service does not report it. */
  readonly stopReason: StopReason | null;
  /** Why the model refused, in the provider's words. */
  readonly stopExplanation?: string;
  /** The settings of the prompt that were not sent because the model refuses them. */
  readonly omittedSettings: readonly string[];
}

/** A rendered prompt of the interface, with more facts. */
export type PromptRendering = ModelParametersResponse & Pick<PromptRun, "omittedSettings">;

/** Headers of the interface for what its response bodies have no field for. */
export const runHeaders = {
  stopReason: "X-Promptctl-Stop-Reason",
  explanation: "X-Promptctl-Stop-Explanation",
  cost: "X-Promptctl-Cost",
  omittedSettings: "X-Promptctl-Omitted-Settings",
} as const;
