// The responses of a rendered and of a completed prompt: a body of the interface, and headers.
import { type PromptRun, runHeaders } from "../../../engine/model/prompt-run.ts";
import type { Completion } from "../../../generated/types.ts";

interface HeaderDescriptions {
  readonly [name: string]: string;
}

/** The headers of a response with a rendered prompt, with their descriptions. */
export const renderingHeaders: HeaderDescriptions = {
  [runHeaders.omittedSettings]:
    "The settings of the prompt that are not sent because the model refuses them, separated by commas. Absent if all are sent.",
};

/** The headers of a completion response, with their descriptions. */
export const completionHeaders: HeaderDescriptions = {
  ...renderingHeaders,
  [runHeaders.stopReason]:
    "Why the reply ended: complete, tool-calls, truncated, filtered, refused or other. Absent if the provider does not report it.",
  [runHeaders.explanation]:
    "Why the model refused, in the provider's words, percent-encoded (UTF-8). Absent if there is no explanation.",
  [runHeaders.cost]: "unknown if the price of the model is unknown; stats.cost is 0 then.",
};

/** A longer explanation is truncated, in characters. */
const maxExplanationLength = 1000;

/** The header for settings that are not sent, if there are any. */
export function omittedSettingsHeader(omitted: readonly string[]): Record<string, string> {
  return omitted.length > 0 ? { [runHeaders.omittedSettings]: omitted.join(", ") } : {};
}

/** The response body of the interface and the headers with the other facts. */
export function toCompletionResponse(run: PromptRun): {
  readonly body: Completion;
  readonly headers: Record<string, string>;
} {
  const { stopReason, stopExplanation, provider, name, stats, message } = run;
  const explanation = stopExplanation?.slice(0, maxExplanationLength).toWellFormed();
  return {
    body: { provider, name, stats: { ...stats, cost: stats.cost ?? 0 }, message },
    headers: {
      ...omittedSettingsHeader(run.omittedSettings),
      ...(stopReason && { [runHeaders.stopReason]: stopReason }),
      ...(explanation && { [runHeaders.explanation]: encodeURIComponent(explanation) }),
      ...(stats.cost === null && { [runHeaders.cost]: "unknown" }),
    },
  };
}
