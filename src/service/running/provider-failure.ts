// What a provider's failure is to the caller: our status, and the provider's own words.
// A failure of the service's account (its key, its money) is never a 401 or 403 of ours.
import { HTTPException } from "hono/http-exception";
import { isObject, type Json } from "../../engine/model/json.ts";
import type { Answer } from "../../engine/model/ports.ts";
import type { Provider } from "./provider.ts";

/** More of a provider's words than this is cut, in characters. */
const maxWords = 1000;

export interface ProviderAnswer {
  readonly status: number;
  readonly headers: Answer["headers"];
  readonly text: string;
}

/** The refusal for an answer that is no success; `key` is taken out should it stand in there. */
export function failureOf(provider: Provider, answer: ProviderAnswer, key: string): HTTPException {
  const { status, headers } = answer;
  const words = wordsOf(answer.text, key);
  const rest = words === undefined ? "." : `: ${words}`;
  const saying = (what: string): string => `${provider.name} ${what} (${status})${rest}`;
  const retryAfter = retryAfterOf(headers);
  if (status >= 300 && status < 400)
    return refusal(
      502,
      `${provider.name} answered with a redirect (${status}), which is not followed: it would carry the key away.`,
    );
  switch (status) {
    case 400:
    case 422:
      return refusal(400, saying("refused the request"));
    case 404:
      return refusal(400, saying("does not know the model, or its base address is wrong"));
    case 401:
      // Without its words: they quote the key.
      return refusal(
        502,
        `${provider.name} refused the key of this service (401): who runs it has to set ${provider.keyVariable} to a valid one.`,
      );
    case 403:
      return refusal(502, saying("refused the key of this service"));
    case 408:
      return refusal(504, saying("gave up waiting"));
    case 413:
      return refusal(413, saying("refused the request as too large"));
    case 429:
      return refusal(429, saying("limits how much it is asked"), retryAfter);
    default:
      return status >= 500 && retryAfter !== undefined
        ? refusal(503, saying("failed"), retryAfter)
        : refusal(502, saying("failed"));
  }
}

/** What is thrown to answer with a status of ours; Retry-After in whole seconds or as a date. */
export function refusal(
  status: 400 | 408 | 413 | 429 | 502 | 503 | 504,
  message: string,
  retryAfter?: string,
): HTTPException {
  const headers = retryAfter === undefined ? {} : { "retry-after": retryAfter };
  return new HTTPException(status, { message, res: new Response(null, { status, headers }) });
}

/** A shorter key (local servers take any) is an everyday word, and no secret. */
const minSecret = 8;

/** Both providers, and most gateways before them: `{error: {message}}`. */
function wordsOf(text: string, key: string): string | undefined {
  const error = member(parsed(text), "error");
  const message = member(error, "message") ?? error;
  if (typeof message !== "string" || message.trim() === "") return undefined;
  const withoutKey = key.length < minSecret ? message : message.replaceAll(key, "[key]");
  const words = withoutKey.replaceAll(/\bsk-[\w*-]+/g, "[key]").trim();
  return words.length > maxWords ? `${words.slice(0, maxWords)}…` : words;
}

function member(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) ? value[name] : undefined;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function retryAfterOf(headers: Answer["headers"]): string | undefined {
  const value = headers.get("retry-after");
  return value !== null && (/^\d+$/.test(value) || !Number.isNaN(Date.parse(value)))
    ? value
    : undefined;
}
