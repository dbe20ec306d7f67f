// The errors of a provider call, each with the HTTP status that the service returns for it.
// An authentication or billing failure at the provider is 424 (Failed Dependency, RFC 4918): 401 and
// 403 would blame the client's own key, and clients repeat a 5xx, which cannot succeed.
import { objectOf, parseJson } from "../engine/model/json.ts";
import type { Provider } from "./provider.ts";

export class ProviderError extends Error {
  override readonly name = "ProviderError";
  readonly status: 400 | 408 | 413 | 424 | 429 | 502 | 503 | 504;
  /** The provider's Retry-After: seconds or an HTTP date. */
  readonly retryAfter: string | undefined;

  constructor(status: ProviderError["status"], message: string, retryAfter?: string) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

export interface ProviderResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The connection failed after the status, so `text` is empty. */
  readonly brokeOff?: boolean;
}

/** The status of the service and the problem, by the status of the provider. */
const problems: { readonly [status: number]: readonly [ProviderError["status"], string] } = {
  400: [400, "rejected the request"],
  401: [424, "rejected the API key of this service"],
  402: [424, "requires a payment"],
  403: [424, "does not allow this request"],
  404: [400, "does not know the model, or its base URL is wrong"],
  408: [504, "timed out"],
  413: [413, "rejected the request as too large"],
  422: [400, "rejected the request"],
  429: [429, "limits the request rate"],
};

/** The error for a response that is not a success. `key` is removed from the provider's message. */
export function toProviderError(
  { name, keyVariable }: Provider,
  { status, headers, text }: ProviderResponse,
  key: string,
): ProviderError {
  if (status >= 300 && status < 400)
    return new ProviderError(
      424,
      `${name} returned a redirect (${status}). Redirects are not followed: they would disclose the API key.`,
    );
  // Without the provider's message for status 401: it quotes the key.
  const detail = status === 401 ? `. Set ${keyVariable} to a valid key.` : messageIn(text, key);
  const retryAfter = retryAfterIn(headers);
  const failed = [status >= 500 && retryAfter ? 503 : 502, "failed"] as const;
  const [serviceStatus, problem] = isQuotaExhausted(text) ? noQuota : (problems[status] ?? failed);
  const canRetry = serviceStatus === 429 || serviceStatus === 503;
  return new ProviderError(
    serviceStatus,
    `${name} ${problem} (${status})${detail}`,
    canRetry ? retryAfter : undefined,
  );
}

/** OpenAI reports exhausted credit as 429, although later requests fail too. */
const noQuota = [424, "has no quota left for this service"] as const;

function isQuotaExhausted(text: string): boolean {
  const { code, type } = objectOf(objectOf(parseJson(text))["error"]);
  return code === "insufficient_quota" || type === "insufficient_quota";
}

/** Longer provider messages are truncated, in characters. */
const maxMessageLength = 1000;

/** Shorter keys (local servers accept any text) are ordinary words, not secrets. */
const minSecretLength = 8;

/**
 * The provider's message after a colon, or a full stop. Both providers, and most gateways in front of
 * them, send `{error: {message}}`.
 */
function messageIn(text: string, key: string): string {
  const error = objectOf(parseJson(text))["error"];
  const message = objectOf(error)["message"] ?? error;
  if (typeof message !== "string" || message.trim() === "") return ".";
  const withoutKey = key.length < minSecretLength ? message : message.replaceAll(key, "[key]");
  const redacted = withoutKey.replaceAll(/\bsk-[\w*-]+/g, "[key]").trim();
  const isLong = redacted.length > maxMessageLength;
  return `: ${isLong ? `${redacted.slice(0, maxMessageLength)}…` : redacted}`;
}

/** The header's value if it is a number of seconds or a date. */
function retryAfterIn(headers: Headers): string | undefined {
  const value = headers.get("retry-after");
  return value !== null && (/^\d+$/.test(value) || !Number.isNaN(Date.parse(value)))
    ? value
    : undefined;
}
