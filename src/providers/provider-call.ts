// One HTTP call to a provider: never retried, redirects refused, ended by a time-out or an abort signal.
import type { Fetch } from "../engine/model/ports.ts";
import type { Provider } from "./provider.ts";
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

/** Returns the response if its status is a success; throws a ProviderError. */
export async function callProvider(call: ProviderCall): Promise<ProviderResponse> {
  const response = await post(call);
  const isSuccess = response.status >= 200 && response.status < 300;
  if (isSuccess) return response;
  throw toProviderError(call.provider, response, call.key);
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
