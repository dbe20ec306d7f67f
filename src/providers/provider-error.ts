// The errors of a provider call, each with the HTTP status that the service returns for it.
// An authentication or billing failure at the provider is never a 401 or 403 of the service.
import { isObject, type Json } from "../engine/model/json.ts";
import type { Provider } from "./provider.ts";

export class ProviderError extends Error {
  override readonly name = "ProviderError";
  readonly status: 400 | 408 | 413 | 429 | 502 | 503 | 504;
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
}

/** The error for a response that is not a success. `key` is removed from the provider's message. */
export function toProviderError(
  provider: Provider,
  response: ProviderResponse,
  key: string,
): ProviderError {
  const { name, keyVariable } = provider;
  const { status } = response;
  const message = messageIn(response.text, key);
  const retryAfter = retryAfterIn(response.headers);
  const describe = (problem: string): string =>
    `${name} ${problem} (${status})${message === undefined ? "." : `: ${message}`}`;
  if (status >= 300 && status < 400)
    return new ProviderError(
      502,
      `${name} returned a redirect (${status}). Redirects are not followed: they would disclose the API key.`,
    );
  switch (status) {
    case 400:
    case 422:
      return new ProviderError(400, describe("rejected the request"));
    case 404:
      return new ProviderError(400, describe("does not know the model, or its base URL is wrong"));
    case 401:
      // Without the provider's message: it quotes the key.
      return new ProviderError(
        502,
        `${name} rejected the API key of this service (401). Set ${keyVariable} to a valid key.`,
      );
    case 403:
      return new ProviderError(502, describe("rejected the API key of this service"));
    case 408:
      return new ProviderError(504, describe("timed out"));
    case 413:
      return new ProviderError(413, describe("rejected the request as too large"));
    case 429:
      return new ProviderError(429, describe("limits the request rate"), retryAfter);
    default:
      return status >= 500 && retryAfter !== undefined
        ? new ProviderError(503, describe("failed"), retryAfter)
        : new ProviderError(502, describe("failed"));
  }
}

/** Longer provider messages are truncated, in characters. */
const maxMessageLength = 1000;

/** Shorter keys (local servers accept any text) are ordinary words, not secrets. */
const minSecretLength = 8;

/** Both providers, and most gateways in front of them, send `{error: {message}}`. */
function messageIn(text: string, key: string): string | undefined {
  const error = member(parseJson(text), "error");
  const message = member(error, "message") ?? error;
  if (typeof message !== "string" || message.trim() === "") return undefined;
  const withoutKey = key.length < minSecretLength ? message : message.replaceAll(key, "[key]");
  const redacted = withoutKey.replaceAll(/\bsk-[\w*-]+/g, "[key]").trim();
  return redacted.length > maxMessageLength ? `${redacted.slice(0, maxMessageLength)}…` : redacted;
}

function member(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) ? value[name] : undefined;
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** The header's value if it is a number of seconds or a date. */
function retryAfterIn(headers: Headers): string | undefined {
  const value = headers.get("retry-after");
  return value !== null && (/^\d+$/.test(value) || !Number.isNaN(Date.parse(value)))
    ? value
    : undefined;
}
