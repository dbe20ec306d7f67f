// Renders or runs a prompt with the values of the form, as the endpoints of the interface do.
import { HTTPException } from "hono/http-exception";
import type { PromptRun } from "../engine/model/prompt-run.ts";
import { ProviderError } from "../providers/provider-error.ts";
import { providers } from "../providers/providers.ts";
import type { PromptRunner } from "../providers/runner.ts";
import { omittedSettings } from "../providers/settings.ts";
import { providerFailureStatus } from "../service/provider-failure.ts";
import { renderPrompt } from "../service/render-prompt.ts";
import type { PromptDetails } from "./read-prompt.ts";
import { runBody, type RunValues } from "./run-form.ts";

/** What a form led to: the request in the provider's format, a reply, or a message why not. */
export type RunOutcome =
  | {
      readonly is: "request";
      readonly provider: string;
      readonly body: Record<string, unknown>;
      readonly omitted: readonly string[];
    }
  | { readonly is: "reply"; readonly run: PromptRun }
  | { readonly is: "problem"; readonly status: number; readonly message: string };

/** The request in the format of the provider, without sending it. */
export function requestOf(details: PromptDetails, values: RunValues): RunOutcome {
  return reportingProblems(() => {
    const { prompt } = details;
    const { name, toRequest } = providers[prompt.parameters.provider];
    const body = toRequest(renderPrompt(prompt, runBody(details, values)));
    return { is: "request", provider: name, body, omitted: omittedSettings(prompt.parameters) };
  });
}

/** The reply to the prompt. */
export async function replyTo(
  details: PromptDetails,
  values: RunValues,
  runner: PromptRunner,
  signal: AbortSignal,
): Promise<RunOutcome> {
  try {
    const rendered = renderPrompt(details.prompt, runBody(details, values));
    return { is: "reply", run: await runner.complete(rendered, signal) };
  } catch (error) {
    return problemOf(error);
  }
}

function reportingProblems(render: () => RunOutcome): RunOutcome {
  try {
    return render();
  } catch (error) {
    return problemOf(error);
  }
}

/** Errors of the values and of the provider. Others are thrown again. */
function problemOf(error: unknown): RunOutcome {
  if (error instanceof HTTPException)
    return { is: "problem", status: error.status, message: error.message };
  if (error instanceof ProviderError)
    return { is: "problem", status: providerFailureStatus(error), message: error.message };
  throw error;
}
