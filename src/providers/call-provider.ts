// One HTTP call to a provider: never retried, redirects refused, ended by a time-out or a signal.
import { oneOf } from "../engine/text/word-lists.ts";
import { causesOf } from "../engine/model/failure.ts";
import { exactJsonText } from "../engine/model/number-texts.ts";
import { connectionProblem } from "../io/http/connection-problem.ts";
import type { ProviderAdvice, ProviderFetch } from "../engine/model/ports.ts";
import {
  accessSecrets,
  hasAccess,
  parseHeaders,
  type ProviderAccess,
  type ProviderAccesses,
  splitQuery,
} from "../engine/providers/provider-access.ts";
import type { ProviderFacts } from "../engine/providers/provider-facts.ts";
import { isHeaderSafe } from "../engine/text/api-key.ts";
import { systemErrorText } from "../engine/text/system-message.ts";
import type { NativeRequest } from "./native-request.ts";
import type { Provider } from "./provider.ts";
import {
  type Credentials,
  failedStatus,
  type ProviderFailure,
  providerFailure,
  type ProviderResponse,
  statusFailureOf,
} from "./provider-failure.ts";
import { providerOf } from "./providers.ts";
import { type ProviderReply, readReply } from "./reply.ts";

/** Access to the providers. It is checked when a provider is called. */
export interface ProviderCallOptions {
  readonly fetch: ProviderFetch;
  readonly providers: ProviderAccesses;
  /** What messages advise; default: nothing. */
  readonly advise?: ProviderAdvice;
  /** Time limit for a provider's complete response; default 10 minutes. */
  readonly timeoutMs?: number;
  /** A clock in milliseconds, for latencies. */
  readonly now?: () => number;
}

/** The default of the clients of both providers: models that reason take minutes. */
const defaultProviderTimeoutMs = 600_000;

/** Sends a request and reads the reply. Throws a CallFailure; the signal aborts the call. */
export async function callProvider(
  options: ProviderCallOptions,
  { provider: name, api, body }: NativeRequest,
  signal?: AbortSignal,
): Promise<ProviderReply> {
  const { now = () => performance.now() } = options;
  const provider = providerOf({ provider: name, options: { api } });
  const access = accessTo(provider, options);
  const start = now();
  const response = await post({ provider, access, body }, options, signal);
  const latency = Math.round(now() - start);
  const failed = failedStatus(response);
  if (failed !== undefined)
    throw statusFailureOf(provider, { ...response, status: failed }, access);
  return readReply(provider, response, latency);
}

/** The base URL of a provider, without a trailing slash, and its query. Not checked. */
export function providerBaseUrl(
  { id, baseUrl }: ProviderFacts,
  { providers: access }: Pick<ProviderCallOptions, "providers">,
): readonly [address: string, query: string] {
  return splitQuery(access[id]?.baseUrl?.trim() || baseUrl);
}

interface Post {
  readonly provider: Provider;
  readonly access: CheckedAccess;
  readonly body: NativeRequest["body"];
}

async function post(
  { provider, access: { headers: accessHeaders, baseUrl, query }, body }: Post,
  { fetch, timeoutMs = defaultProviderTimeoutMs, advise }: ProviderCallOptions,
  signal: AbortSignal | undefined,
): Promise<ProviderResponse> {
  // Unlike AbortSignal.timeout, it can be cleared: memory of a call would be kept until its
  // time-out.
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  let response: Awaited<ReturnType<ProviderFetch>> | undefined;
  try {
    response = await fetch(provider.url(baseUrl) + query, {
      method: "POST",
      headers: { "content-type": "application/json", ...accessHeaders },
      body: exactJsonText(body),
      redirect: "manual",
      signal: signal ? AbortSignal.any([timeout.signal, signal]) : timeout.signal,
    });
    const { status, headers } = response;
    return { status, headers, text: await response.text() };
  } catch (cause) {
    if (signal?.aborted) throw providerFailure("cancelled", "The client cancelled the request.");
    if (timeout.signal.aborted)
      throw providerFailure(
        "timed-out",
        withAdvice(
          `${provider.name} did not respond completely within ${timeoutMs / 1000} s.`,
          advise?.({ reason: "timed-out" }),
        ),
      );
    if (!response) throw connectionError(provider, baseUrl, cause);
    const { status, headers } = response;
    const isTooLarge = codesOf(cause).includes("UND_ERR_RES_EXCEEDED_MAX_SIZE");
    return { status, headers, text: "", incomplete: isTooLarge ? "too-large" : "broke-off" };
  } finally {
    clearTimeout(timer);
  }
}

/** There was no response. */
function connectionError({ name }: Provider, baseUrl: string, cause: unknown): ProviderFailure {
  const { protocol, hostname, port } = new URL(baseUrl);
  const host = `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
  const problem = connectionProblem(cause, baseUrl);
  if (problem)
    return providerFailure(
      problem.maySend && !problem.isFinal ? "provider-failed" : "unreachable",
      `${name} is unreachable at ${host}: ${problem.reason}. ${problem.hint}`,
      problem.isFinal ? { shouldRetry: false } : {},
    );
  const reason = systemReason(cause);
  if (isLost(cause))
    return providerFailure(
      "provider-failed",
      `${name} closed the connection to ${host} without a reply${reason}.`,
    );
  return providerFailure("unreachable", `${name} is unreachable at ${host}${reason}.`);
}

/** Errors of a connection that was open: the provider may have received the request. */
const lostCodes: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

/** Whether the connection was open. */
function isLost(error: unknown): boolean {
  return codesOf(error).some((code) => lostCodes.has(code));
}

function codesOf(error: unknown): string[] {
  return causesOf(error)
    .map((cause) => (cause as NodeJS.ErrnoException).code)
    .filter((code) => typeof code === "string");
}

/** The reason without the error's message, which may contain the URL or headers. */
function systemReason(error: unknown): string {
  const [code] = codesOf(error);
  return code === undefined ? "" : `: ${systemErrorText(code) ?? code}`;
}

/** The sentences for a provider without an API key; undefined if it can be called. */
export function missingKey(
  { id, name, keyVariable }: ProviderFacts,
  { providers: access, advise }: Pick<ProviderCallOptions, "providers" | "advise">,
): string | undefined {
  if (hasAccess(access[id])) return undefined;
  const cause = { reason: "no-key", variable: keyVariable } as const;
  return withAdvice(`There is no API key for ${name}.`, advise?.(cause));
}

function withAdvice(fact: string, advice: string | undefined): string {
  return advice === undefined ? fact : `${fact} ${advice}`;
}

interface CheckedAccess extends Credentials {
  readonly baseUrl: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The access to a provider. Throws a CallFailure if a part of it is missing or malformed. */
function accessTo(provider: Provider, options: ProviderCallOptions): CheckedAccess {
  const { id, name, keyVariable, tokenVariable, baseUrlVariable, headersVariable } = provider;
  const access = options.providers[id] ?? {};
  const [baseUrl, query] = providerBaseUrl(provider, options);
  const refuse = (message: string): never => {
    throw providerFailure("wrong-settings", message);
  };
  if (!/^https?:\/\/[^\s@?#]+$/.test(baseUrl) || /[\s#]/.test(query) || !URL.canParse(baseUrl))
    refuse(
      `${baseUrlVariable} is not a base URL for ${name}: expected an http or https URL without user and fragment.`,
    );
  const missing = missingKey(provider, options);
  if (missing !== undefined) throw providerFailure("wrong-key", missing);
  const [token, key] = [access.token?.trim() || undefined, access.key?.trim() || undefined];
  const variable = token === undefined ? keyVariable : tokenVariable!;
  const secret = token ?? key;
  if (secret !== undefined && !isHeaderSafe(secret))
    refuse(
      `${variable} is not a valid API key for ${name}: it contains a line break or a character that is not ASCII.`,
    );
  const more = parseHeaders(access.headers);
  if (!more)
    return refuse(
      `${headersVariable} is not a JSON object of header names and values, for example {"x-team": "support"}.`,
    );
  refuseUnknownField(provider, access);
  const headers = {
    ...provider.headers(token === undefined ? key : undefined),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...more,
  };
  const secrets = [...(secret === undefined ? [] : [secret]), ...accessSecrets(access)];
  const isInHeaders = secret === undefined && Object.keys(more).length > 0;
  return { baseUrl, query, headers, secrets, variable: isInHeaders ? headersVariable : variable };
}

function refuseUnknownField(
  { maxTokensField: field }: Provider,
  { maxTokensField: name }: ProviderAccess,
): void {
  if (field === undefined || name === undefined || field.names.includes(name)) return;
  throw providerFailure("wrong-settings", `${field.variable} must be ${oneOf(field.names)}.`);
}
