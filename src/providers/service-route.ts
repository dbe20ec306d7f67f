// Calls of `promptctl test --on service`: the service runs its deployed prompts with other
// messages.
import { isCallFailure } from "../engine/model/failure.ts";
import type { Json, JsonObject } from "../engine/model/json.ts";
import type { PromptRun } from "../engine/model/prompt-run.ts";
import type { RunBody } from "../generated/types.ts";
import type { CallRoute } from "./call-route.ts";
import { type ProviderFailureCode, providerFailure } from "./provider-failure.ts";
import { asProviderReply, type ProviderReply } from "./reply.ts";

export interface ServiceRouteOptions {
  /** Origin and path without a trailing slash, or `local`. */
  readonly baseUrl: string;
  /** Runs a prompt once, without retries. Throws a CallFailure. */
  run(id: string, body: RunBody): Promise<PromptRun>;
}

/** The route through the service. */
export function createServiceRoute({ baseUrl, run }: ServiceRouteOptions): CallRoute {
  return {
    prepare: ({ rendered, deployed }) => {
      if (!deployed) throw new Error("a call through the service has no deployed prompt");
      const { id, digest, body } = deployed;
      const identity = (): JsonObject =>
        ({ baseUrl, prompt: id, digest, body }) as unknown as JsonObject;
      const send = async (): Promise<ProviderReply> =>
        toReply(await run(id, body).catch(throwProviderFailure));
      const { parameters } = rendered.prompt;
      return { identity, parameters, baseUrl, access: baseUrl, send };
    },
  };
}

/** The service is not trusted to follow its types. */
function toReply(run: PromptRun): ProviderReply {
  const { name, message, stats, stopReason, stopExplanation, omittedSettings } = run;
  const reply = asProviderReply({
    model: name,
    content: message?.content ?? null,
    stopReason,
    ...(stopExplanation !== undefined && { stopExplanation }),
    usage: { input_tokens: stats?.inputTokenCount, output_tokens: stats?.outputTokenCount },
    latency: stats?.latency,
    reported: { cost: stats?.cost ?? null, omittedSettings },
  } as unknown as Json);
  if (!reply)
    throw providerFailure("unreadable-reply", "The reply of the service is not a completion.");
  return reply;
}

/** The status of the service also says what failed at its provider. */
function throwProviderFailure(failure: unknown): never {
  if (!isCallFailure(failure)) throw failure;
  const { code, status, message, hint, retryAfterMs, isFinal } = failure;
  const text = hint === undefined ? message : `${message.replace(/\.$/, "")}. ${hint}`;
  const shouldRetry = isFinal ? false : undefined;
  throw providerFailure(codeOf(code, status), text, { status, retryAfterMs, shouldRetry });
}

const codesOfStatus: { readonly [status: number]: ProviderFailureCode } = {
  401: "wrong-key",
  403: "wrong-key",
  408: "timed-out",
  424: "provider-refused",
  429: "rate-limited",
  504: "timed-out",
};

function codeOf(code: string, status: number | undefined): ProviderFailureCode {
  if (code === "timed-out") return "timed-out";
  if (code === "unreachable") return "unreachable";
  if (code === "unreadable-answer") return "unreadable-reply";
  if (code === "redirected" || status === undefined) return "wrong-settings";
  return codesOfStatus[status] ?? (status >= 500 ? "provider-failed" : "rejected");
}
