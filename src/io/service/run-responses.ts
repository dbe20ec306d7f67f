// Reads the responses of a rendered and of a completed prompt: the body and the headers. The service is
// not trusted to follow its types.
import { isObject, type JsonObject } from "../../engine/model/json.ts";
import { type PromptRendering, type PromptRun, runHeaders } from "../../engine/model/prompt-run.ts";

/** Receives the name of a header and returns its value. */
type HeaderReader = (name: string) => string | null;

/** Reads the response with a rendered prompt. */
export function fromRenderingResponse(body: JsonObject, header: HeaderReader): PromptRendering {
  return { ...body, omittedSettings: readOmitted(header) } as unknown as PromptRendering;
}

/** Reads a completion response. */
export function fromCompletionResponse(body: JsonObject, header: HeaderReader): PromptRun {
  const { stats } = body;
  const isUnpriced = header(runHeaders.cost) === "unknown";
  const explanation = header(runHeaders.explanation);
  const run: JsonObject = {
    ...body,
    ...(isObject(stats) && isUnpriced && { stats: { ...stats, cost: null } }),
    stopReason: header(runHeaders.stopReason),
    ...(explanation && { stopExplanation: decoded(explanation) }),
    omittedSettings: readOmitted(header),
  };
  return run as unknown as PromptRun;
}

function readOmitted(header: HeaderReader): string[] {
  return header(runHeaders.omittedSettings)?.split(/\s*,\s*/) ?? [];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
