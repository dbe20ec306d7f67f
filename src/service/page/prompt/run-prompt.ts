// Renders or runs a prompt with the values of the form, as the endpoints of the interface do.
import type { PromptRun } from "../../../engine/model/prompt-run.ts";
import { providerOf } from "../../../providers/providers.ts";
import type { PromptRunner } from "../../../providers/runner.ts";
import { omittedSettings } from "../../../providers/sent-settings.ts";
import { type FailureResponse, requestProblem } from "../../http/requests/failure-status.ts";
import { renderPrompt } from "../../http/runs/render-prompt.ts";
import type { PromptDetails } from "./read-prompt.ts";
import { runBody, type RunValues } from "./run-form.ts";

/** What a form led to: the request in the provider's format, a reply, or a message why not. */
export type RunOutcome =
  | {
      readonly is: "request";
      /** The provider, and its API where that is not the default. */
      readonly target: string;
      readonly body: Record<string, unknown>;
      readonly omitted: readonly string[];
    }
  | { readonly is: "reply"; readonly run: PromptRun }
  | ({ readonly is: "problem" } & FailureResponse);

/** The request in the format of the provider, without sending it. */
export async function requestOf(details: PromptDetails, values: RunValues): Promise<RunOutcome> {
  const { prompt } = details;
  const { name, api, apis, toRequest } = providerOf(prompt.parameters);
  const body = toRequest(renderPrompt(prompt, runBody(details, values)));
  const target = api === apis[0] ? name : `${name}, ${api.title}`;
  return { is: "request", target, body, omitted: omittedSettings(prompt.parameters) };
}

/** The reply to the prompt. */
export async function replyTo(
  details: PromptDetails,
  values: RunValues,
  runner: PromptRunner,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const rendered = renderPrompt(details.prompt, runBody(details, values));
  return { is: "reply", run: await runner.complete(rendered, signal) };
}

/** The outcome, or the problem if the values or the provider cause an error. */
export async function runOutcome(run: () => Promise<RunOutcome>): Promise<RunOutcome> {
  try {
    return await run();
  } catch (error) {
    const problem = requestProblem(error);
    if (problem) return { is: "problem", ...problem };
    throw error;
  }
}
