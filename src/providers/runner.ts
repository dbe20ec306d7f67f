// Runs rendered prompts for the service: at their provider, or with the echo in place of every
// provider.
import { isIncomplete, type PromptRun, type StopReason } from "../engine/model/prompt-run.ts";
import type { RenderedPrompt } from "../engine/render/rendered-prompt.ts";
import { providerFacts } from "../engine/providers/provider-facts.ts";
import { callProvider, type ProviderCallOptions } from "./call-provider.ts";
import { echo } from "./echo.ts";
import { nativeRequest } from "./native-request.ts";
import type { Provider } from "./provider.ts";
import { hasUsage, toPromptRun } from "./reply.ts";

/** An event for the operator's log; it never contains a key or the text of a message. */
export interface RunnerLogEntry {
  /**
   * `price-unknown`: the response body reports the cost 0 because the model has no known price ·
   * `usage-unknown`: it reports 0 tokens and the cost 0, because the provider named no tokens ·
   * `incomplete-reply`: the reply is truncated, filtered, refused or ended for an unknown reason.
   */
  readonly type: "price-unknown" | "usage-unknown" | "incomplete-reply";
  readonly provider: Provider["id"];
  readonly model: string;
  /** The id of the prompt whose reply is incomplete. */
  readonly prompt?: string;
  readonly stopReason?: StopReason;
}

export interface RunnerOptions extends ProviderCallOptions {
  /** Use the echo in place of every provider. */
  readonly echo?: boolean;
  readonly log?: (entry: RunnerLogEntry) => void;
}

export interface PromptRunner {
  /** Throws a CallFailure; the signal aborts the call. */
  complete(rendered: RenderedPrompt, signal?: AbortSignal): Promise<PromptRun>;
}

/** Creates the runner of a service. */
export function createPromptRunner(options: RunnerOptions): PromptRunner {
  if (options.echo === true) return { complete: async (rendered) => echo(rendered) };
  return {
    complete: async (rendered, signal) => {
      const reply = await callProvider(options, nativeRequest(rendered, options.providers), signal);
      const run = await toPromptRun(rendered.prompt.parameters, reply);
      logRun(options, rendered, run);
      return run;
    },
  };
}

function logRun(
  { log }: RunnerOptions,
  { prompt: { id: prompt, parameters } }: RenderedPrompt,
  { name: model, stats, stopReason }: PromptRun,
): void {
  const { id: provider } = providerFacts[parameters.provider];
  const unknown = hasUsage(stats) ? "price-unknown" : "usage-unknown";
  if (stats.cost === null) log?.({ type: unknown, provider, model });
  if (stopReason !== null && isIncomplete(stopReason))
    log?.({ type: "incomplete-reply", provider, model, prompt, stopReason });
}
