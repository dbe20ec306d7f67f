// CallFailures by what went wrong: message, hint, and whether the call may be retried. Never the
// key. Those of connections are in connection-failure.ts.
import { CallFailure, type Outcome } from "../../engine/model/failure.ts";
import { isObject, type Json } from "../../engine/model/json.ts";
import { durationText } from "../../engine/text/quantities.ts";
import { genericKeyVariable, redactKey } from "../../engine/text/api-key.ts";
import { parseRetryAfter } from "./back-off.ts";
import { asksNotToRepeat, statusOutcome } from "./retry.ts";
import { longestCallMs } from "./service-retry.ts";

/** A request, for the messages of its failures. */
export interface Attempt {
  readonly method: string;
  readonly path: string;
  /** Names the request in messages; default: method and path. */
  readonly label?: string | undefined;
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly maxResponseMiB: number;
  /** Whether the request has If-Match. */
  readonly isConditional?: boolean;
  /** Removed from all messages. */
  readonly key: string | undefined;
  /** The environment variable of the key; default: the generic one. */
  readonly keyVariable?: string | undefined;
  /** Whether the key is a token that was made for the base URL. */
  readonly isToken?: boolean;
}

function labelOf({ method, path, label = `${method} ${path}` }: Attempt): string {
  return label;
}

/** The response has an error status. `data` is its JSON, which may contain a message. */
export function statusFailure(
  { status, headers }: Response,
  data: Json | undefined,
  attempt: Attempt,
): CallFailure {
  const body = isObject(data) ? data : {};
  const detail = body["error"] ?? body["message"];
  const suffix = typeof detail === "string" ? `: ${shorten(redactKey(detail, attempt.key))}` : "";
  const retryAfterMs = parseRetryAfter(headers.get("retry-after"), Date.now());
  const reason = String(status);
  const outcome = statusOutcome(status, retryAfterMs !== undefined);
  return new CallFailure(
    status === 412 && attempt.isConditional
      ? "precondition-failed"
      : (statusCodes[status] ?? "service-error"),
    {
      ...attempt,
      status,
      reason,
      outcome,
      retryAfterMs,
      isFinal: asksNotToRepeat(status, headers),
    },
    `${status} from ${labelOf(attempt)}${suffix}`,
    statusHint(status, attempt, retryAfterMs),
  );
}

const statusCodes: { readonly [status: number]: string } = {
  401: "wrong-key",
  403: "not-allowed",
  404: "not-found",
};

/** The response is not JSON. */
export function nonJsonFailure(status: number, attempt: Attempt): CallFailure {
  return new CallFailure(
    "unreadable-answer",
    { ...attempt, status, reason: `status ${status}, not JSON`, outcome: "unknown" },
    `${labelOf(attempt)}: the response (status ${status}) is not JSON.`,
    `Check that ${attempt.baseUrl} is the base URL of a prompt service.`,
  );
}

/** The response has more levels of lists and objects than `levels`. */
export function depthFailure(levels: number, attempt: Attempt): CallFailure {
  return new CallFailure(
    "unreadable-answer",
    { ...attempt, reason: "response nested too deeply", outcome: "unknown" },
    `${labelOf(attempt)}: the response is nested too deeply (more than ${levels} levels).`,
  );
}

/**
 * The body of the response exceeds the limit. A list would exceed it again, so it is not retried.
 */
export function tooLargeFailure(attempt: Attempt): CallFailure {
  const { method, maxResponseMiB, baseUrl } = attempt;
  return new CallFailure(
    "response-too-large",
    {
      ...attempt,
      reason: "response too large",
      outcome: method === "GET" ? "rejected" : "unknown",
    },
    `${labelOf(attempt)}: the response has more than ${maxResponseMiB} MiB.`,
    [
      `Check that ${baseUrl} is the base URL of a prompt service.`,
      "If the service has that much data, raise limits.maxResponseMiB in promptctl.yaml.",
    ],
  );
}

/** The response is JSON of another type than the interface specifies. */
export function typeFailure(expected: "list" | "object", attempt: Attempt): CallFailure {
  const type = expected === "list" ? "a list of objects" : "an object";
  return new CallFailure(
    "unreadable-answer",
    { ...attempt, reason: "response of the wrong type", outcome: "unknown" },
    `${labelOf(attempt)}: the response is not ${type}.`,
    "Check that the base URL is that of a prompt service with the interface /sdk/v1.",
  );
}

/** The service redirects, which is an error: the other address would receive the API key. */
export function redirectFailure({ status, headers }: Response, attempt: Attempt): CallFailure {
  const target = redactKey(headers.get("location") ?? "an unknown address", attempt.key);
  return new CallFailure(
    "redirected",
    { ...attempt, status },
    `${labelOf(attempt)} was redirected to ${target}. Redirects are not followed, because they could send the API key to another host.`,
    "Set the base URL to the final address.",
  );
}

/** There was no complete response within the time-out. */
export function timeoutFailure(attempt: Attempt): CallFailure {
  const { timeoutMs } = attempt; // the last of several attempts has a fraction of a second
  const seconds = timeoutMs < 1000 ? Math.round(timeoutMs) / 1000 : Math.round(timeoutMs / 1000);
  const reason = `no response within ${seconds} s`;
  return new CallFailure(
    "timed-out",
    { ...attempt, reason, outcome: "unknown" },
    `${labelOf(attempt)}: ${reason}.`,
    `Raise the limit with --timeout, for example --timeout ${Math.max(2, Math.ceil(timeoutMs / 30_000))}m.`,
  );
}

/** There was no complete response, for a reason that is known. */
export function unreachableFailure(
  attempt: Attempt,
  {
    reason,
    outcome = "unknown",
    hint,
  }: { reason: string; outcome?: Outcome; hint?: string | undefined },
): CallFailure {
  return new CallFailure(
    "unreachable",
    { ...attempt, reason, outcome },
    `${attempt.baseUrl} cannot be reached: ${reason} (${labelOf(attempt)}).`,
    hint ?? "Check the base URL and that the service is running.",
  );
}

function statusHint(
  status: number,
  { method, path, baseUrl, keyVariable = genericKeyVariable, isToken }: Attempt,
  retryAfterMs: number | undefined,
): string | undefined {
  if (status === 401 && isToken)
    return `Correct the rules for tokens of the service (PROMPTCTL_SERVE_OIDC). Their audience must be ${baseUrl}.`;
  if (status === 401) return `Set ${keyVariable} to a key that ${baseUrl} accepts.`;
  if (status === 403)
    return "The API key lacks the permission. Ask the operator of the service for it.";
  if (status === 404 && method === "GET" && path.split("/").length === 4)
    return `Check that ${baseUrl} is the base URL of a prompt service.`;
  if (status === 404 && method === "PUT")
    return "It may have been deleted since it was listed. Run the same command again.";
  if (retryAfterMs !== undefined && retryAfterMs > longestCallMs)
    return `The service asks to wait ${wholeMinutes(retryAfterMs)}. Run the same command again after that.`;
  if (status === 429)
    return method === "GET" || isRun(method, path)
      ? "Rate limit exceeded. Run the same command again later."
      : "Rate limit exceeded. Run the same command again later, or lower --concurrency.";
  if (status === 413)
    return "The service takes no request of this size. Shorten the texts and images that it contains, then run the same command again.";
  if (status >= 500) return "The service failed. Run the same command again later.";
  return undefined;
}

/** Whether a request renders or runs a resource: commands for that have no --concurrency. */
function isRun(method: string, path: string): boolean {
  return method === "POST" && path.split("/").length > 4;
}

function wholeMinutes(milliseconds: number): string {
  return durationText(Math.ceil(milliseconds / 60_000) * 60_000);
}

/** Limits a text of the service to 1,000 characters. */
function shorten(text: string): string {
  return text.length > 1000 ? `${text.slice(0, 1000)}…` : text;
}
