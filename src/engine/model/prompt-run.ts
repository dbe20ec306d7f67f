// The reply to a prompt, with what the interface's response body has no field for. The service sends
// that in headers, and clients read it from there.
import type {
  Completion,
  CompletionStats,
  ModelParametersResponse,
} from "../../generated/types.ts";
import { isObject, type JsonObject } from "./json.ts";

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
export interface PromptRendering
  extends ModelParametersResponse, Pick<PromptRun, "omittedSettings"> {}

const stopReasonHeader = "X-Promptctl-Stop-Reason";
const explanationHeader = "X-Promptctl-Stop-Explanation";
const costHeader = "X-Promptctl-Cost";
const omittedHeader = "X-Promptctl-Omitted-Settings";

interface HeaderDescriptions {
  readonly [name: string]: string;
}

/** The headers of a response with a rendered prompt, with their descriptions. */
export const renderingHeaders: HeaderDescriptions = {
  [omittedHeader]:
    "The settings of the prompt that are not sent because the model refuses them, separated by commas. Absent if all are sent.",
};

/** The headers of a completion response, with their descriptions. */
export const completionHeaders: HeaderDescriptions = {
  ...renderingHeaders,
  [stopReasonHeader]:
    "Why the reply ended: complete, tool-calls, truncated, filtered, refused or other. Absent if the provider does not report it.",
  [explanationHeader]:
    "Why the model refused, in the provider's words, percent-encoded (UTF-8). Absent if there is no explanation.",
  [costHeader]: "unknown if the price of the model is unknown; stats.cost is 0 then.",
};

/** A longer explanation is truncated, in characters. */
const maxExplanationLength = 1000;

/** Receives the name of a header and returns its value. */
type HeaderReader = (name: string) => string | null | undefined;

/** The header for settings that are not sent, if there are any. */
export function omittedSettingsHeader(omitted: readonly string[]): Record<string, string> {
  return omitted.length > 0 ? { [omittedHeader]: omitted.join(", ") } : {};
}

/** Reads the response with a rendered prompt. */
export function fromRenderingResponse(body: JsonObject, header: HeaderReader): PromptRendering {
  return { ...body, omittedSettings: readOmitted(header) } as unknown as PromptRendering;
}

function readOmitted(header: HeaderReader): string[] {
  return header(omittedHeader)?.split(/\s*,\s*/) ?? [];
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
      ...(stopReason && { [stopReasonHeader]: stopReason }),
      ...(explanation && { [explanationHeader]: encodeURIComponent(explanation) }),
      ...(stats.cost === null && { [costHeader]: "unknown" }),
    },
  };
}

/** Reads a completion response. The service is not trusted to follow its types. */
export function fromCompletionResponse(body: JsonObject, header: HeaderReader): PromptRun {
  const { stats } = body;
  const explanation = header(explanationHeader);
  const run: JsonObject = {
    ...body,
    ...(isObject(stats) && header(costHeader) === "unknown" && { stats: { ...stats, cost: null } }),
    stopReason: header(stopReasonHeader) ?? null,
    ...(explanation && { stopExplanation: decoded(explanation) }),
    omittedSettings: readOmitted(header),
  };
  return run as unknown as PromptRun;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
