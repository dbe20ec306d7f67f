// One HTTP call to a provider: never retried, redirects refused, ended by a time-out or an abort signal.
import type { Json } from "../engine/model/json.ts";
import type { Fetch } from "../engine/model/ports.ts";
import type { Provider, ProviderReply } from "./provider.ts";
import { ProviderError, type ProviderResponse, toProviderError } from "./provider-error.ts";

export interface ProviderCall {
  readonly fetch: Fetch;
  readonly provider: Provider;
  readonly key: string;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly body: object;
  readonly timeoutMs: number;
  /** Aborts the call, for example when the client disconnects. */
  readonly signal: AbortSignal | undefined;
}

/** Returns the provider's reply; throws a ProviderError. */
export async function callProvider(call: ProviderCall): Promise<ProviderReply> {
  const { provider, key } = call;
  const response = await post(call);
  const { status } = response;
  if (status < 200 || status >= 300) throw toProviderError(provider, response, key);
  try {
    return provider.parseReply(JSON.parse(response.text) as Json);
  } catch {
    throw new ProviderError(
      502,
      `${provider.name} returned status ${status} with a body that is not a valid reply.`,
    );
  }
}

async function post(call: ProviderCall): Promise<ProviderResponse> {
  const { provider, timeoutMs, signal } = call;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await call.fetch(provider.url(call.baseUrl), {
      method: "POST",
      headers: { "content-type": "application/json", ...provider.headers(call.key) },
      body: JSON.stringify(call.body),
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
function systemCode(cause: unknown): string {
  if (!(cause instanceof Error)) return "";
  const { code } = cause as NodeJS.ErrnoException;
  return typeof code === "string" ? ` (${code})` : systemCode(cause.cause);
}
