// Errors of requests to GitHub: what failed, GitHub's response, and what to do.
import {
  CallFailure,
  type FailedCall,
  type Failure,
  isFailure,
} from "../../engine/model/failure.ts";
import { isObject, type Json, listOf } from "../../engine/model/json.ts";
import { connectionProblem, problemOutcome } from "../../io/http/connection-problem.ts";
import { truncateEnd } from "../../views/text/terminal-text.ts";

/** The purpose of a request, for its error messages. */
export interface ApiPurpose {
  /** A verb phrase that completes `GitHub: cannot …`. */
  readonly what: string;
  /** The permission that the job needs, for example `pull-requests: write`. */
  readonly needs: string;
  /** A property that the object in the response must have, `id` by default; `items` for a list. */
  readonly gives?: string;
  /** The run can do without the response, and does not wait long for it. */
  readonly isOptional?: true;
}

/** A request to GitHub, as far as its errors mention it. */
export interface ApiCall {
  readonly method: string;
  readonly url: string;
  readonly purpose: ApiPurpose;
  /** Whether it does no harm to send it twice: all methods but POST, and GraphQL queries. */
  readonly isIdempotent: boolean;
}

interface ErrorDetails extends Omit<FailedCall, "method" | "path" | "reason"> {
  /** The error message in GitHub's response. */
  readonly serverMessage?: string;
  readonly hint?: string | undefined;
}

function apiError(
  { method, url, purpose }: ApiCall,
  code: string,
  reason: string,
  { serverMessage, hint, ...details }: ErrorDetails,
): CallFailure {
  const response = [details.status, serverMessage].filter(Boolean).join(": ");
  const suffix = response === "" ? "" : ` (${response})`;
  const message = `GitHub: cannot ${purpose.what}: ${reason}${suffix}.`;
  return new CallFailure(code, { method, path: url, ...details }, message, hint);
}

/**
 * Whether the token lacks a permission, or the repository has the feature off (410). GitHub responds with
 * 404 for what a token cannot see.
 */
export function isNotPermitted(error: unknown): error is Failure {
  return isFailure(error) && /^github-4(?:03|04|10)$/.test(error.code);
}

/** A handler for `catch` that ignores a missing permission and throws all other errors again. */
export function ignoreNotPermitted(error: unknown): undefined {
  if (!isNotPermitted(error)) throw error;
}

/** The error of an HTTP error status. `timeMs`: the current time in milliseconds since 1970. */
export function statusError(
  call: ApiCall,
  response: Response,
  body: Json | undefined,
  timeMs: number,
): CallFailure {
  const { status } = response;
  const serverMessage = messageIn(body);
  const retryAfterMs = requestedPauseMs(response, serverMessage, timeMs);
  const isRateLimit = retryAfterMs !== undefined && (status === 403 || status === 429);
  const [reason, hint] = isRateLimit
    ? ["rate limit exceeded"]
    : reasonOfStatus(status, serverMessage, call.purpose);
  return apiError(call, isRateLimit ? "rate-limit" : `github-${status}`, reason, {
    serverMessage,
    hint,
    status,
    outcome:
      isRateLimit || status === 429 ? "not-executed" : status >= 500 ? "unknown" : "rejected",
    retryAfterMs,
  });
}

/** Reasons for a 403 that are no missing permission of the job, by GitHub's message. */
const forbiddenReasons: readonly (readonly [message: RegExp, reason: string, hint: string])[] = [
  [
    /\blocked\b/i,
    "the conversation is locked",
    "Unlock the conversation. The job summary contains the full report.",
  ],
  [
    /not permitted to (?:create|approve)\b.*pull request/i,
    "a setting forbids it, not a permission of the job",
    'Turn on "Allow GitHub Actions to create and approve pull requests" in the repository under Settings > Actions > General. If it is locked there, turn it on in the same settings of the organization.',
  ],
  [
    /\barchived\b/i,
    "the repository is archived",
    "Unarchive the repository, or disable this workflow.",
  ],
  [
    /\bSAML\b/i,
    "the token is not authorized for the organization",
    "Authorize the token of the input github-token for single sign-on.",
  ],
];

/** The reason and the hint for a 403 that is no rate limit. */
function forbiddenReason(serverMessage: string, purpose: ApiPurpose): [string, string] {
  const known = forbiddenReasons.find(([message]) => message.test(serverMessage));
  if (known) return [known[1], known[2]];
  const isPersonal = /personal access token/i.test(serverMessage);
  const hint = `Give the token of the input github-token the permission ${purpose.needs}.`;
  return ["not permitted", isPersonal ? hint : permissionHint(purpose)];
}

/** The reason and the hint for a status. */
function reasonOfStatus(
  status: number,
  serverMessage: string,
  purpose: ApiPurpose,
): [reason: string, hint?: string] {
  if (status >= 300 && status < 400)
    return [
      "redirects are not followed, because they could send the token to another host",
      "If the repository was renamed, start a new run: it uses the new name.",
    ];
  if (status >= 500) return ["server error", retryLater];
  const reasons: Readonly<Record<number, [string, string]>> = {
    401: [
      "the token is invalid",
      "Remove the input github-token from the step, or set it to a valid token.",
    ],
    403: forbiddenReason(serverMessage, purpose),
    404: ["not found, or not visible to this token", permissionHint(purpose)],
    410: ["gone", "The feature may be disabled in the repository settings."],
  };
  return reasons[status] ?? ["the request was rejected"];
}

/** `body is too long`, or without a message `assignees: invalid`. */
function fieldMessage(error: Json): Json | undefined {
  if (!isObject(error)) return error;
  const { message, field, code } = error;
  return message ?? (field === undefined ? undefined : `${String(field)}: ${String(code)}`);
}

/** GitHub's error message with those of single fields, at most 300 characters. */
function messageIn(body: Json | undefined): string {
  if (!isObject(body)) return "";
  const messages = [body["message"], ...listOf(body["errors"]).map(fieldMessage)];
  const texts = messages.filter((message) => typeof message === "string");
  return truncateEnd(texts.join("; "), 300);
}

/** The pause for a rate limit without a time, as GitHub's documentation recommends. */
const defaultRateLimitPauseMs = 60_000;

/** The pause that GitHub requests by Retry-After, by the reset time of a limit, or by a message. */
function requestedPauseMs(
  response: Response,
  serverMessage: string,
  timeMs: number,
): number | undefined {
  if (![403, 429, 503].includes(response.status)) return undefined;
  const pauseMs = rateLimitPauseMs(response, timeMs);
  const isLimit = /rate limit|abuse detection/i.test(serverMessage);
  return pauseMs ?? (isLimit ? defaultRateLimitPauseMs : undefined);
}

/** The pause that the headers request. */
function rateLimitPauseMs({ headers }: Response, timeMs: number): number | undefined {
  const seconds = headers.get("retry-after");
  if (seconds !== null && /^\d+$/.test(seconds)) return Number(seconds) * 1000;
  const reset = Number(headers.get("x-ratelimit-reset"));
  if (headers.get("x-ratelimit-remaining") === "0" && reset > 0)
    return Math.max(1000, reset * 1000 - timeMs);
  return undefined;
}

/** The error of a rate limit that lasts longer than a job should wait. */
export function rateLimitError(call: ApiCall, waitMs: number): CallFailure {
  const reason = `rate limit exceeded, try again in ${Math.ceil(waitMs / 60_000)} minutes`;
  return apiError(call, "rate-limit", reason, { hint: retryLater });
}

/** The error of a success status whose body GitHub's API would not send, for example of a proxy. */
export function unexpectedBodyError(
  call: ApiCall,
  status: number,
  body: Json | undefined,
): CallFailure {
  return apiError(call, "github-strange", "the response is not one of GitHub's API", {
    serverMessage: messageIn(body),
    hint: "Check for a proxy between this runner and GitHub, and run the job again.",
    status,
    outcome: call.isIdempotent ? "rejected" : "unknown",
  });
}

/**
 * The error of a GraphQL query. GraphQL responds with 200 in most cases, also for rate limits.
 * `timeMs`: the current time in milliseconds since 1970.
 */
export function graphqlError(
  call: ApiCall,
  response: Response,
  errors: Json,
  timeMs: number,
): CallFailure {
  const serverMessage = messageIn({ errors });
  if (JSON.stringify(errors).includes("RATE_LIMIT"))
    return apiError(call, "rate-limit", "rate limit exceeded", {
      serverMessage,
      hint: retryLater,
      outcome: "not-executed",
      retryAfterMs: rateLimitPauseMs(response, timeMs) ?? defaultRateLimitPauseMs,
    });
  const isPermission = /FORBIDDEN|INSUFFICIENT_SCOPES|NOT_FOUND/.test(JSON.stringify(errors));
  return apiError(call, isPermission ? "github-403" : "github-query", "the query failed", {
    serverMessage,
    hint: isPermission ? forbiddenReason(serverMessage, call.purpose)[1] : retryLater,
  });
}

/** The error of a request without a complete response. */
export function noResponseError(call: ApiCall, error: unknown): CallFailure {
  const problem = connectionProblem(error, call.url);
  if (problem) {
    const { reason, hint } = problem;
    const outcome = problemOutcome(problem, call.method === "GET");
    return apiError(call, "github-unreachable", reason, { hint, outcome });
  }
  const isTimeout = error instanceof Error && error.name === "TimeoutError";
  const reason = isTimeout ? "the request timed out" : "the connection failed";
  return apiError(call, "github-unreachable", reason, { hint: retryLater, outcome: "unknown" });
}

const retryLater = "Run the job again later.";

function permissionHint({ needs }: ApiPurpose): string {
  return `Give the job the permission ${needs}.`;
}
