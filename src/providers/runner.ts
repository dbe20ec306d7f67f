// Runs rendered prompts: at their provider, or with the echo provider in place of every provider.
import { causesOf } from "../engine/model/failure.ts";
import type { Fetch } from "../engine/model/ports.ts";
import { isHeaderSafe } from "../engine/model/secrets.ts";
import type { Completion } from "../generated/types.ts";
import { echo } from "./echo.ts";
import type { Provider, RenderedPrompt } from "./provider.ts";
import { ProviderError, type ProviderResponse, toProviderError } from "./provider-error.ts";
import { providers } from "./providers.ts";
import { readReply } from "./reply.ts";

interface ProviderAccess {
  /** Without a key, prompts of this provider cannot run. */
  readonly key?: string | undefined;
  /** Defaults to the provider's public base URL. */
  readonly baseUrl?: string | undefined;
}

/** An event for the operator's log; it never contains a key or the text of a message. */
export interface RunnerLogEntry {
  /** The cost of the reply is reported as 0 because its model has no known price. */
  readonly type: "price-unknown";
  readonly provider: Provider["id"];
  readonly model: string;
}

export interface RunnerOptions {
  readonly fetch: Fetch;
  readonly providers: { readonly [id in Provider["id"]]?: ProviderAccess };
  /** Use the echo in place of every provider. */
  readonly echo?: boolean;
  /** The service runs inside a command (`--local`), whose environment and flags count. */
  readonly embedded?: boolean;
  /** Time limit for a provider's complete response; default 120 s. */
  readonly timeoutMs?: number;
  /** A clock in milliseconds, for latencies. */
  readonly now?: () => number;
  readonly log?: (entry: RunnerLogEntry) => void;
}

export interface PromptRunner {
  /** Throws a ProviderError; the signal aborts the call. */
  complete(rendered: RenderedPrompt, signal?: AbortSignal): Promise<Completion>;
}

/** Long replies take one to two minutes, and most clients do not wait longer. */
const defaultTimeoutMs = 120_000;

/** Throws an Error if a key or a base URL is malformed. */
export function createPromptRunner(options: RunnerOptions): PromptRunner {
  for (const provider of Object.values(providers)) accessTo(provider, options);
  if (options.echo === true) return { complete: async (rendered) => echo(rendered) };
  return { complete: (rendered, signal) => complete(options, rendered, signal) };
}

async function complete(
  options: RunnerOptions,
  rendered: RenderedPrompt,
  signal: AbortSignal | undefined,
): Promise<Completion> {
  const { now = () => performance.now(), log, embedded = false } = options;
  const { parameters } = rendered.prompt;
  const provider = providers[parameters.provider];
  const { key, baseUrl } = accessTo(provider, options);
  if (key === undefined)
    // Status 400, not 5xx: clients retry a 5xx, and a retry cannot succeed.
    throw new ProviderError(
      400,
      `This service has no API key for ${provider.name}, so it cannot run this prompt. ` +
        (embedded
          ? `Set ${provider.keyVariable}, or add --echo.`
          : `Set ${provider.keyVariable} for the service, or start it with --echo.`),
    );
  // The service returns one JSON body, so `stream` is off regardless of the prompt's setting.
  const prompt = { ...rendered.prompt, parameters: { ...parameters, stream: false } };
  const body = provider.toRequest({ ...rendered, prompt });
  const start = now();
  const response = await post(provider, { key, baseUrl }, body, options, signal);
  const latency = Math.round(now() - start);
  if (response.status < 200 || response.status >= 300)
    throw toProviderError(provider, response, key);
  const { content, cost, ...tokens } = await readReply(provider, parameters.name, response);
  if (cost === undefined)
    log?.({ type: "price-unknown", provider: provider.id, model: parameters.name });
  return {
    provider: parameters.provider,
    name: parameters.name,
    stats: { ...tokens, latency, cost: cost ?? 0 },
    message: { role: "assistant", content },
  };
}

/** One HTTP call: never retried, redirects refused, ended by a time-out or the signal. */
async function post(
  provider: Provider,
  { key, baseUrl }: { readonly key: string; readonly baseUrl: string },
  body: object,
  { fetch, timeoutMs = defaultTimeoutMs }: RunnerOptions,
  signal: AbortSignal | undefined,
): Promise<ProviderResponse> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(provider.url(baseUrl), {
      method: "POST",
      headers: { "content-type": "application/json", ...provider.headers(key) },
      body: JSON.stringify(body),
      redirect: "manual",
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    });
    const { status, headers } = response;
    return { status, headers, text: await response.text() };
  } catch (cause) {
    if (signal?.aborted) throw new ProviderError(408, "The client cancelled the request.");
    if (timeout.aborted)
      throw new ProviderError(
        504,
        `${provider.name} did not respond completely within ${timeoutMs / 1000} s.`,
      );
    throw new ProviderError(502, `${provider.name} is unreachable${systemCode(cause)}.`);
  }
}

/** The system's error code. The error's message is omitted: it may contain the URL or headers. */
function systemCode(error: unknown): string {
  const codes = causesOf(error).map((cause) => (cause as NodeJS.ErrnoException).code);
  const code = codes.find((each) => typeof each === "string");
  return code === undefined ? "" : ` (${code})`;
}

/** The key and the base URL of a provider. Throws an Error if one is malformed. */
function accessTo(provider: Provider, options: RunnerOptions): { key?: string; baseUrl: string } {
  const { key, baseUrl: givenUrl } = options.providers[provider.id] ?? {};
  const baseUrl = (givenUrl || provider.baseUrl).replace(/\/+$/, "");
  if (!/^https?:\/\/[^\s@?#]+$/.test(baseUrl) || !URL.canParse(baseUrl))
    throw new Error(
      `Invalid base URL of ${provider.name}: expected an http or https URL without user, query and fragment.`,
    );
  if (key && !isHeaderSafe(key))
    throw new Error(
      `Invalid API key of ${provider.name}: ${provider.keyVariable} contains characters other than printable ASCII.`,
    );
  return { ...(key && { key }), baseUrl };
}
