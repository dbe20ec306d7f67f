// One call of a provider over HTTP: never retried, redirects refused, ended by a time-out or by
// the caller. What failures are to the caller is provider-failure.ts.
import type { Json, JsonObject } from "../../engine/model/json.ts";
import type { Ask } from "../../engine/model/ports.ts";
import type { Provider, Reply } from "./provider.ts";
import { failureOf, type ProviderAnswer, refusal } from "./provider-failure.ts";

export interface ProviderCall {
  readonly fetch: Ask;
  readonly provider: Provider;
  readonly key: string;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly body: JsonObject;
  readonly timeoutMs: number;
  /** Ends the call when the one who asked is gone. */
  readonly signal: AbortSignal | undefined;
}

/** The provider's reply; throws what the caller is to be answered. */
export async function callProvider(call: ProviderCall): Promise<Reply> {
  const { provider, key } = call;
  const answer = await post(call);
  if (answer.status < 200 || answer.status >= 300) throw failureOf(provider, answer, key);
  const reply = readReply(provider, answer.text);
  if (!reply)
    throw refusal(
      502,
      `${provider.name} answered ${answer.status}, but not with a reply that this service can read.`,
    );
  return reply;
}

function readReply(provider: Provider, text: string): Reply | undefined {
  try {
    return provider.read(JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}

async function post(call: ProviderCall): Promise<ProviderAnswer> {
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
    if (signal?.aborted) throw refusal(408, "Who asked for the completion gave up waiting.");
    if (timeout.aborted)
      throw refusal(504, `${provider.name} gave no whole answer within ${timeoutMs / 1000} s.`);
    throw refusal(502, `${provider.name} cannot be reached${codeOf(cause)}.`);
  }
}

/** The system's code of a failure. Its message is kept back: it may hold address or headers. */
function codeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return "";
  const { code } = cause as NodeJS.ErrnoException;
  return typeof code === "string" ? ` (${code})` : codeOf(cause.cause);
}
