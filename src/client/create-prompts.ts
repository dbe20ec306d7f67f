// createPrompts: prompts by name, rendered in the application, from the list of a service and a bundle.
import type { Prompt, RunBody } from "../generated/types.ts";
import { failed, wrongUsage } from "../engine/model/failure.ts";
import type { Json, JsonObject } from "../engine/model/json.ts";
import type { PromptRun } from "../engine/model/prompt-run.ts";
import type { Fetch } from "../engine/model/ports.ts";
import { renderRun } from "../engine/render/rendered-prompt.ts";
import { checkedBaseUrl } from "../io/http/base-url.ts";
import { checkedKey } from "../engine/text/api-key.ts";
import { completionPath } from "../io/service/prompt-paths.ts";
import { fromCompletionResponse } from "../io/service/run-responses.ts";
import { apiOf } from "../engine/providers/known-models.ts";
import { messagesVersion } from "../providers/anthropic-request.ts";
import { renderingOf } from "../providers/rendering.ts";
import { type ChosenVersion, createChooser, type PromptsProblem } from "./choose-version.ts";
import { digestOf } from "./prompt-content.ts";
import { createPromptList, type ListClock } from "./prompt-list.ts";
import type { Prompts, PromptTable, RenderedRequest, RenderOptions } from "./prompts-types.ts";
import { type BundleEntries, readBundle } from "./read-bundle.ts";
import { requestService, type ServiceAccess } from "./service-request.ts";

export interface PromptsOptions {
  /** For example https://prompts.example.com. Without it, the prompts are those of the bundle. */
  readonly baseUrl?: string | undefined;
  /** Sent as X-API-KEY. The scope `read` is enough for `render`. */
  readonly apiKey?: string | undefined;
  /** What `promptctl codegen --out FILE.json` wrote. Without it, the prompts are those of the service. */
  readonly bundle?: unknown;
  /** The environment of the bundle, if it has several. */
  readonly env?: string | undefined;
  /** After so many seconds, a changed list is loaded behind an answer; 60 by default. */
  readonly maxAgeSeconds?: number;
  /** How long a caller waits for the list, in milliseconds; 2,000 by default. */
  readonly timeoutMs?: number;
  /** Receives problems of which `render` does not fail. */
  readonly onError?: (problem: PromptsProblem) => void;
  /** Replaces the global fetch, for tests and proxies. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** For tests: the time, and how callers wait. */
  readonly clock?: ListClock;
}

/** How long a completion of the service may take, in milliseconds. */
const runTimeoutMs = 10 * 60_000;

/**
 * Creates the prompts of an application. `render` makes the request of the provider in the application, which
 * sends it with its own key; `run` lets the service send it.
 *
 * The list of the service is held in memory, and loaded again behind an answer. While the service cannot be
 * reached, the last list answers; before there was one, the bundle.
 */
export function createPrompts<Table extends PromptTable<Table> = Record<never, never>>(
  options: PromptsOptions,
): Prompts<Table> {
  const { baseUrl, apiKey, bundle, env, maxAgeSeconds = 60, timeoutMs = 2_000 } = options;
  if (baseUrl === undefined && bundle === undefined)
    throw wrongUsage("no-prompts", "createPrompts needs a baseUrl, a bundle or both.");
  const report = silent(options.onError);
  const entries: BundleEntries = bundle === undefined ? new Map() : readBundle(bundle, env);
  const ownFetch: Fetch = options.fetch ?? ((url, init) => fetch(url, init));
  const access: ServiceAccess | undefined =
    baseUrl === undefined
      ? undefined
      : { baseUrl: checkedBaseUrl(baseUrl), apiKey: checkedKey(apiKey, "apiKey"), fetch: ownFetch };
  const list =
    access &&
    createPromptList({
      access,
      maxAgeMs: maxAgeSeconds * 1000,
      timeoutMs,
      hasBundle: bundle !== undefined,
      clock: options.clock ?? systemClock,
      onFailure: (reason) =>
        report({
          code: "load-failed",
          message: `The prompts of ${access.baseUrl} could not be loaded. ${reason}`,
        }),
    });
  const choose = createChooser(entries, { report, hasService: access !== undefined });
  const chosen = async (key: string): Promise<ChosenVersion> => choose(key, await list?.current());

  async function render(
    key: string,
    variables: RunBody["variables"] = {},
    { maxTokensField, ...run }: RenderOptions = {},
  ): Promise<RenderedRequest> {
    const { id, content, source } = await chosen(key);
    const prompt = { id: id ?? "", ...content } as unknown as Prompt;
    const rendered = renderRun(prompt, { ...run, variables });
    if ("problem" in rendered)
      throw failed(
        "not-rendered",
        `The prompt "${key}" cannot be rendered. ${rendered.problem.message}`,
      );
    const { parameters: request, omittedSettings } = renderingOf(rendered, maxTokensField);
    const { id: api } = apiOf(content.parameters);
    return {
      provider: content.parameters.provider,
      api,
      apiVersion: api === "messages" ? messagesVersion : undefined,
      request,
      omittedSettings,
      version: { digest: await digestOf(content), ...(id !== undefined && { id }) },
      source,
    } as RenderedRequest;
  }

  async function run(
    key: string,
    variables: RunBody["variables"] = {},
    { maxTokensField: _none, ...options }: RenderOptions = {},
  ): Promise<PromptRun> {
    if (!access)
      throw wrongUsage("no-service", "run needs a baseUrl: a bundle cannot call a provider.");
    const { id } = await chosen(key);
    if (id === undefined) throw failed("unknown-prompt", `The service has no prompt "${key}".`);
    const { headers, body } = await requestService(access, {
      method: "POST",
      path: completionPath(id),
      body: { ...options, variables } as unknown as Json,
      timeoutMs: runTimeoutMs,
      expects: "object",
    });
    return fromCompletionResponse(body as JsonObject, (name) => headers.get(name));
  }

  const refresh = async (): Promise<void> => list?.refresh();
  return { render, run, refresh } as unknown as Prompts<Table>;
}

/** Calls a function of the application, whose errors must not stop a render. */
function silent(onError: PromptsOptions["onError"]): (problem: PromptsProblem) => void {
  return (problem) => {
    try {
      onError?.(problem);
    } catch {
      // The application gets its prompt.
    }
  };
}

const systemClock: ListClock = {
  now: () => Date.now(),
  random: () => Math.random(),
  orTimeout: (milliseconds, other) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      void other.finally(() => {
        clearTimeout(timer);
        resolve();
      });
    }),
};
