// CallFailures of providers: what failed, whether the provider may charge for it, whether it asks to
// wait, and a message with the provider's own words.
import { CallFailure, type FailedCall, type Outcome } from "../engine/model/failure.ts";
import { isObject, objectOf, parseJson, stringOrJson } from "../engine/model/json.ts";
import type { UnmeasuredCode } from "../engine/evaluate/trials/trial-calls.ts";
import { providerFacts } from "../engine/providers/provider-facts.ts";
import { isBeyondRateLimit } from "../engine/providers/rate-limits.ts";
import { parseRetryAfter } from "../io/http/back-off.ts";
import type { Provider } from "./provider.ts";

/** `cancelled`: the caller aborted the call. */
export type ProviderFailureCode = Exclude<UnmeasuredCode, OtherCode> | "cancelled";
type OtherCode = "command-failed" | "scripted-error" | "no-scripted-reply";

export type ProviderFailure = CallFailure<ProviderFailureCode>;

/** Whether the provider may have run the request (`unknown`), and then charges for it. */
const outcomes: { readonly [code in ProviderFailureCode]: Outcome } = {
  rejected: "rejected",
  "unknown-model": "rejected",
  cancelled: "rejected",
  "wrong-key": "rejected",
  "no-quota": "rejected",
  "wrong-settings": "rejected",
  "provider-refused": "rejected",
  "rate-limited": "not-executed",
  unreachable: "not-executed",
  "provider-failed": "unknown",
  "timed-out": "unknown",
  "broke-off": "unknown",
  "unreadable-reply": "unknown",
};

/** The provider has made a reply, or still makes it: it charges for it, and for a repetition again. */
const chargedCodes: ReadonlySet<ProviderFailureCode> = new Set([
  "timed-out",
  "broke-off",
  "unreadable-reply",
]);

interface ProviderCall extends Pick<FailedCall, "status" | "retryAfterMs"> {
  /** What the provider says about a repetition; default: the code and the status decide. */
  readonly shouldRetry?: boolean | undefined;
}

/** The failure of a call. It is final, never repeated, if a repetition costs again or fails too. */
export function providerFailure(
  code: ProviderFailureCode,
  message: string,
  { status, retryAfterMs, shouldRetry }: ProviderCall = {},
): ProviderFailure {
  const wouldRecur = code === "provider-failed" && status !== undefined && status < 500;
  const isFinal = shouldRetry === undefined ? chargedCodes.has(code) || wouldRecur : !shouldRetry;
  const isRepeated = shouldRetry === true && outcomes[code] === "rejected";
  const outcome = isRepeated ? "not-executed" : outcomes[code];
  const call = { method: "POST", path: "", status, retryAfterMs, outcome, isFinal };
  return new CallFailure(code, call, message);
}

export interface ProviderResponse {
  readonly status: number;
  readonly headers: Pick<Headers, "get">;
  readonly text: string;
  /** Why `text` is empty: the connection failed after the status, or the body is too large. */
  readonly incomplete?: "broke-off" | "too-large";
}

/** What failed, by the status of the provider. */
const problems: { readonly [status: number]: readonly [ProviderFailureCode, string] } = {
  400: ["rejected", "rejected the request"],
  401: ["wrong-key", "rejected the API key"],
  402: ["no-quota", "requires a payment"],
  403: ["wrong-key", "does not allow this request"],
  408: ["timed-out", "timed out"],
  413: ["rejected", "rejected the request as too large"],
  422: ["rejected", "rejected the request"],
  429: ["rate-limited", "limits the request rate"],
};

/** What identified the caller. */
export interface Credentials {
  /** The environment variable with the key, or with what is sent in place of it. */
  readonly variable: string;
  /** They are removed from the provider's message. */
  readonly secrets: readonly string[];
}

/** Longer bodies are replies, in characters. */
const maxErrorBody = 20_000;

/**
 * The status of a failure; undefined for a success. Gateways such as OpenRouter report an error with
 * status 200, and the status in the body; the Responses API of OpenAI does so with a code. Without one that
 * is known it counts as 502.
 */
export function failedStatus({ status, text }: ProviderResponse): number | undefined {
  if (status < 200 || status >= 300) return status;
  if (!errorField.test(text)) return undefined;
  const { error } = objectOf(parseJson(text));
  if (!isObject(error)) return undefined;
  const { code } = error;
  if (code === "rate_limit_exceeded") return 429;
  if (typeof code === "string" && rejectedCode.test(code)) return 400;
  return typeof code === "number" && code >= 400 && code < 600 ? code : 502;
}

/** Replies of the Responses API have the error null, and repeat the schemas of the request at any length. */
const errorField = /"error"\s{0,100}:\s{0,100}\{/;

/** The codes of failed responses that are not errors of the server ("The response object", November 2026). */
const rejectedCode = /^(?:bio|data|empty|failed|image|invalid|unsupported)_/;

/** The failure for a response that is not a success. */
export function statusFailureOf(
  { name, api, apis }: Provider,
  { status, headers, text }: ProviderResponse,
  { variable, secrets }: Credentials,
): ProviderFailure {
  if (status >= 300 && status < 400)
    return providerFailure(
      "wrong-settings",
      `${name} returned a redirect (${status}). Redirects are not followed: they would disclose the API key.`,
      { status },
    );
  // Without the provider's message for status 401: it quotes the key.
  const detail = status === 401 ? `. Set ${variable} to a valid key.` : messageIn(text, secrets);
  const [code, problem] = problemIn(status, text, api === apis[0] ? "" : ` or has no ${api.title}`);
  const shouldRetry = shouldRetryBy(headers);
  const canRetry = shouldRetry ?? (code === "rate-limited" || code === "provider-failed");
  const retryAfterMs = parseRetryAfter(headers.get("retry-after"), Date.now());
  return providerFailure(code, `${name} ${problem} (${status})${detail}`, {
    status,
    shouldRetry,
    ...(canRetry && { retryAfterMs }),
  });
}

/** Whether the provider asks to repeat the request, as the clients of both providers read it. */
function shouldRetryBy(headers: ProviderResponse["headers"]): boolean | undefined {
  const header = headers.get("x-should-retry");
  return header === "true" || header === "false" ? header === "true" : undefined;
}

/** What failed, by the words of the provider and by its status. `orNoApi`: what else status 404 can mean. */
function problemIn(
  status: number,
  text: string,
  orNoApi: string,
): readonly [ProviderFailureCode, string] {
  // Providers report exhausted credit with several statuses; later requests fail too.
  if (isQuotaExhausted(text)) return ["no-quota", "has no quota left for this API key"];
  if (status === 429 && isBeyondRateLimit(text.slice(0, maxErrorBody)))
    return ["rejected", "rejected the request: its rate limit never permits it"];
  if (status === 404)
    return ["unknown-model", `does not know the model${orNoApi}, or its base URL is wrong`];
  return problems[status] ?? ["provider-failed", "failed"];
}

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
 * them, send `{error: {message}}`; Gemini a list of it, Mistral and Bedrock `{message}` or `{detail}`.
 */
function messageIn(text: string, secrets: readonly string[]): string {
  const value = parseJson(text);
  const { error, message: own, detail } = objectOf(Array.isArray(value) ? value[0] : value);
  const found = objectOf(error)["message"] ?? error ?? own ?? detail ?? "";
  const message = stringOrJson(found);
  if (message.trim() === "") return ".";
  const withoutKey = secrets
    .filter(({ length }) => length >= minSecretLength)
    .reduce((rest, secret) => rest.replaceAll(secret, "[key]"), message);
  const redacted = withoutKey.replaceAll(shortenedKey, "[key]").trim();
  const isLong = redacted.length > maxMessageLength;
  return `: ${isLong ? `${redacted.slice(0, maxMessageLength)}…` : redacted}`;
}
