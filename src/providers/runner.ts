// Runs rendered prompts: at their provider, or with the echo provider in place of every provider.
import { causesOf } from "../engine/model/failure.ts";
import { systemErrorText } from "../engine/model/system-message.ts";
import type { Fetch } from "../engine/model/ports.ts";
import { isIncomplete, type PromptRun, type StopReason } from "../engine/model/prompt-run.ts";
import type { RenderedPrompt } from "../engine/model/rendered-prompt.ts";
import { isHeaderSafe } from "../engine/model/secrets.ts";
import { echo } from "./echo.ts";
import type { Provider } from "./provider.ts";
import { ProviderError, type ProviderResponse, toProviderError } from "./provider-error.ts";
import { providers } from "./providers.ts";
import { readReply } from "./reply.ts";
import { omittedSettings } from "./settings.ts";

interface ProviderAccess {
  /** Without a key, prompts of this provider cannot run. */
  readonly key?: string | undefined;
  /** Defaults to the provider's public base URL. */
  readonly baseUrl?: string | undefined;
}

/** An event for the operator's log; it never contains a key or the text of a message. */
export interface RunnerLogEntry {
  /**
   * `price-unknown`: the response body reports the cost 0 because the model has no known price ·
   * `incomplete-reply`: the reply is truncated, filtered, refused or ended for an unknown reason.
   */
  readonly type: "price-unknown" | "incomplete-reply";
  readonly provider: Provider["id"];
  readonly model: string;
  /** The id of the prompt whose reply is incomplete. */
  readonly prompt?: string;
  readonly stopReason?: StopReason;
}

export interface RunnerOptions {
  readonly fetch: Fetch;
  readonly providers: { readonly [id in Provider["id"]]?: ProviderAccess };
  /** Use the echo in place of every provider. */
  readonly echo?: boolean;
  /** The service runs inside a command (`--local`), whose environment and flags count. */
  readonly embedded?: boolean;
  /** Time limit for a provider's complete response; default 10 minutes. */
  readonly timeoutMs?: number;
  /** A clock in milliseconds, for latencies. */
  readonly now?: () => number;
  readonly log?: (entry: RunnerLogEntry) => void;
}

export interface PromptRunner {
  /** Throws a ProviderError; the signal aborts the call. */
  complete(rendered: RenderedPrompt, signal?: AbortSignal): Promise<PromptRun>;
}

/** The default of the clients of both providers: models that reason take minutes. */
const defaultProviderTimeoutMs = 600_000;

/** Keys and base URLs are checked when a provider is called. */
export function createPromptRunner(options: RunnerOptions): PromptRunner {
  if (options.echo === true) return { complete: async (rendered) => echo(rendered) };
  return { complete: (rendered, signal) => complete(options, rendered, signal) };
}

async function complete(
  options: RunnerOptions,
  rendered: RenderedPrompt,
  signal: AbortSignal | undefined,
): Promise<PromptRun> {
  const { now = () => performance.now() } = options;
  const { parameters } = rendered.prompt;
  const provider = providers[parameters.provider];
  const access = accessTo(provider, options);
  // The service returns one JSON body, so `stream` is off regardless of the prompt's setting.
  const prompt = { ...rendered.prompt, parameters: { ...parameters, stream: false } };
  const body = provider.toRequest({ ...rendered, prompt });
  const start = now();
  const response = await post(provider, access, body, options, signal);
  const latency = Math.round(now() - start);
  if (response.status < 200 || response.status >= 300)
    throw toProviderError(provider, response, access.key);
  const reply = await readReply(provider, parameters.name, response);
  const { content, inputTokenCount, outputTokenCount, cost, stopReason, stopExplanation } = reply;
  const run: PromptRun = {
    provider: parameters.provider,
    name: parameters.name,
    stats: { inputTokenCount, outputTokenCount, latency, cost },
    message: { role: "assistant", content },
    stopReason,
    ...(stopExplanation !== undefined && { stopExplanation }),
    omittedSettings: omittedSettings(parameters),
  };
  logRun(options, provider, rendered.prompt.id, run);
  return run;
}

function logRun(
  { log }: RunnerOptions,
  { id: provider }: Provider,
  prompt: string,
  { name: model, stats, stopReason }: PromptRun,
): void {
  if (stats.cost === null) log?.({ type: "price-unknown", provider, model });
  if (stopReason !== null && isIncomplete(stopReason))
    log?.({ type: "incomplete-reply", provider, model, prompt, stopReason });
}

/** One HTTP call: never retried, redirects refused, ended by a time-out or the signal. */
async function post(
  provider: Provider,
  { key, baseUrl }: { readonly key: string; readonly baseUrl: string },
  body: object,
  { fetch, timeoutMs = defaultProviderTimeoutMs }: RunnerOptions,
  signal: AbortSignal | undefined,
): Promise<ProviderResponse> {
  const timeout = AbortSignal.timeout(timeoutMs);
  let response: Response | undefined;
  try {
    response = await fetch(provider.url(baseUrl), {
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
        `${provider.name} did not respond completely within ${timeoutMs / 1000} s. ` +
          "Raise the limit with promptctl serve --provider-timeout.",
      );
    if (!response) throw connectionError(provider, baseUrl, cause);
    const { status, headers } = response;
    return { status, headers, text: "", brokeOff: true };
  }
}

/** There was no response. fetch blocks ports of other protocols: only the operator corrects that. */
function connectionError(
  { name, baseUrlVariable }: Provider,
  baseUrl: string,
  cause: unknown,
): ProviderError {
  const { protocol, hostname, port } = new URL(baseUrl);
  if (causesOf(cause).some(({ message }) => message === "bad port"))
    return new ProviderError(
      424,
      `${baseUrlVariable} has port ${port}, which fetch blocks because it is reserved for another protocol. Use another port.`,
    );
  const address = `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
  return new ProviderError(502, `${name} is unreachable at ${address}${systemReason(cause)}.`);
}

/** The reason without the error's message, which may contain the URL or headers. */
function systemReason(error: unknown): string {
  const causes = causesOf(error);
  const proxy = causes.find((cause) => cause.name === "ProxyError");
  if (proxy) return `: ${proxy.message}`;
  const codes = causes.map((cause) => (cause as NodeJS.ErrnoException).code);
  const code = codes.find((each) => typeof each === "string");
  return code === undefined ? "" : `: ${systemErrorText(code) ?? code}`;
}

/**
 * The key and the base URL of a provider. Throws a ProviderError if one is missing or malformed: with
 * status 424, because clients repeat a 5xx, and only the operator of the service can correct it.
 */
function accessTo(
  { id, name, ...provider }: Provider,
  { providers: access, embedded = false }: RunnerOptions,
): { key: string; baseUrl: string } {
  const { key, baseUrl: givenUrl } = access[id] ?? {};
  const baseUrl = (givenUrl || provider.baseUrl).replace(/\/+$/, "");
  if (!/^https?:\/\/[^\s@?#]+$/.test(baseUrl) || !URL.canParse(baseUrl))
    throw new ProviderError(
      424,
      `${provider.baseUrlVariable} is not a base URL for ${name}: expected an http or https URL without user, query and fragment.`,
    );
  if (!key)
    throw new ProviderError(
      424,
      `This service has no API key for ${name}, so it cannot run this prompt. ` +
        (embedded
          ? `Set ${provider.keyVariable}, or add --echo.`
          : `Set ${provider.keyVariable} for the service, or start it with --echo.`),
    );
  if (!isHeaderSafe(key))
    throw new ProviderError(
      424,
      `${provider.keyVariable} is not a valid API key for ${name}: it contains a line break or a character that is not ASCII.`,
    );
  return { key, baseUrl };
}
