// The errors of a provider call, as data: what failed, whether the provider asks to wait, and a
// message with the provider's own words.
import { objectOf, parseJson } from "../engine/model/json.ts";
import type { UnmeasuredCode } from "../engine/model/prompt-calls.ts";
import { providerFacts } from "../engine/model/provider-facts.ts";
import { parseRetryAfter } from "../engine/model/retry-policy.ts";
import type { Provider } from "./provider.ts";

/** `cancelled`: the caller aborted the call. */
type ProviderErrorCode = Exclude<UnmeasuredCode, ScriptedCode> | "cancelled";
type ScriptedCode = "scripted-error" | "no-scripted-reply";

interface ErrorResponse {
  /** The HTTP status of the provider; undefined without a response. */
  readonly status?: number | undefined;
  /** The provider's Retry-After as it was sent. */
  readonly retryAfter?: string | undefined;
  /** The pause that was asked for, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

export class ProviderError extends Error {
  override readonly name = "ProviderError";
  readonly code: ProviderErrorCode;
  /** The HTTP status of the provider; undefined without a response. */
  readonly status: number | undefined;
  /**
   * The provider's Retry-After as it was sent, if a later call can succeed: the service forwards
   * it.
   */
  readonly retryAfter: string | undefined;
  /** The pause before a call that can succeed, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(code: ProviderErrorCode, message: string, response: ErrorResponse = {}) {
    super(message);
    this.code = code;
    this.status = response.status;
    this.retryAfter = response.retryAfter;
    this.retryAfterMs = response.retryAfterMs;
  }
}

export interface ProviderResponse {
  readonly status: number;
  readonly headers: Pick<Headers, "get">;
  readonly text: string;
  /** Why `text` is empty: the connection failed after the status, or the body is too large. */
  readonly incomplete?: "broke-off" | "too-large";
}

/** What failed, by the status of the provider. */
const problems: { readonly [status: number]: readonly [ProviderErrorCode, string] } = {
  400: ["rejected", "rejected the request"],
  401: ["wrong-key", "rejected the API key"],
  402: ["no-quota", "requires a payment"],
  403: ["wrong-key", "does not allow this request"],
  404: ["unknown-model", "does not know the model, or its base URL is wrong"],
  408: ["timed-out", "timed out"],
  413: ["rejected", "rejected the request as too large"],
  422: ["rejected", "rejected the request"],
  429: ["rate-limited", "limits the request rate"],
};

/** The error for a response that is not a success. `key` is removed from the provider's message. */
export function toProviderError(
  { name, keyVariable }: Provider,
  { status, headers, text }: ProviderResponse,
  key: string,
): ProviderError {
  if (status >= 300 && status < 400)
    return new ProviderError(
      "wrong-settings",
      `${name} returned a redirect (${status}). Redirects are not followed: they would disclose the API key.`,
      { status },
    );
  // Without the provider's message for status 401: it quotes the key.
  const detail = status === 401 ? `. Set ${keyVariable} to a valid key.` : messageIn(text, key);
  const failed = ["provider-failed", "failed"] as const;
  const [code, problem] = isQuotaExhausted(text) ? noQuota : (problems[status] ?? failed);
  const canRetry = code === "rate-limited" || code === "provider-failed";
  return new ProviderError(code, `${name} ${problem} (${status})${detail}`, {
    status,
    ...(canRetry && retryAfterIn(headers)),
  });
}

/** Providers report exhausted credit with several statuses; later requests fail too. */
const noQuota = ["no-quota", "has no quota left for this API key"] as const;

/** By the errors of all providers, because gateways pass on those of other providers. */
function isQuotaExhausted(text: string): boolean {
  const { code, type, message } = objectOf(objectOf(parseJson(text))["error"]);
  return Object.values(providerFacts).some(
    ({ quotaErrors }) =>
      quotaErrors.codes.some((each) => each === code || each === type) ||
      (typeof message === "string" && quotaErrors.message?.test(message) === true),
  );
}

/** Longer provider messages are truncated, in characters. */
const maxMessageLength = 1000;

/** Shorter keys (local servers accept any text) are ordinary words, not secrets. */
const minSecretLength = 8;

/** A key of a provider, of which its message may show a part only. */
const shortenedKey = new RegExp(
  String.raw`\b(?:${Object.values(providerFacts)
    .flatMap(({ key }) => key?.start ?? [])
    .join("|")})[\w*-]+`,
  "g",
);

/**
 * The provider's message after a colon, or a full stop. Providers, and most gateways in front of
 * them, send `{error: {message}}`.
 */
function messageIn(text: string, key: string): string {
  const error = objectOf(parseJson(text))["error"];
  const message = objectOf(error)["message"] ?? error;
  if (typeof message !== "string" || message.trim() === "") return ".";
  const withoutKey = key.length < minSecretLength ? message : message.replaceAll(key, "[key]");
  const redacted = withoutKey.replaceAll(shortenedKey, "[key]").trim();
  const isLong = redacted.length > maxMessageLength;
  return `: ${isLong ? `${redacted.slice(0, maxMessageLength)}…` : redacted}`;
}

/** The header and its milliseconds, if it is a number of seconds or a date. */
function retryAfterIn(headers: ProviderResponse["headers"]): Partial<ErrorResponse> {
  const retryAfter = headers.get("retry-after");
  const retryAfterMs = parseRetryAfter(retryAfter, Date.now());
  return retryAfter === null || retryAfterMs === undefined ? {} : { retryAfter, retryAfterMs };
}
