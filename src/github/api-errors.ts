// Errors of requests to GitHub: what failed, GitHub's response, and what to do.
import { Failure, type Outcome } from "../engine/model/failure.ts";
import { isObject, type Json } from "../engine/model/json.ts";

/** The purpose of a request, for its error messages. */
export interface ApiPurpose {
  /** A verb phrase that completes `GitHub: cannot …`. */
  readonly what: string;
  /** The permission that the job needs, for example `pull-requests: write`. */
  readonly needs: string;
  /** A property that the object in the response must have; `id` by default. */
  readonly gives?: string;
}

export class GitHubFailure extends Failure {
  override readonly name = "GitHubFailure";
  /** The HTTP status; undefined if there was no response. */
  readonly status: number | undefined;
  readonly outcome: Outcome;
  readonly retryAfterMs: number | undefined;

  constructor(
    code: string,
    message: string,
    hint: string | undefined,
    call: { status?: number; outcome: Outcome; retryAfterMs?: number | undefined },
  ) {
    super("failed", code, message, hint);
    this.status = call.status;
    this.outcome = call.outcome;
    this.retryAfterMs = call.retryAfterMs;
  }
}

/** Whether the token lacks a permission. GitHub responds with 404 for what a token cannot see. */
export function isNotPermitted(error: unknown): error is GitHubFailure {
  return error instanceof GitHubFailure && /^github-40[34]$/.test(error.code);
}

/** The error of an HTTP error status. `timeMs`: the current time in milliseconds since 1970. */
export function statusError(
  response: Response,
  body: Json | undefined,
  purpose: ApiPurpose,
  timeMs: number,
): GitHubFailure {
  const { status } = response;
  const serverMessage = messageIn(body);
  const retryAfterMs = requestedPauseMs(response, serverMessage, timeMs);
  const isRateLimit = retryAfterMs !== undefined && (status === 403 || status === 429);
  const [reason, hint] = isRateLimit
    ? ["rate limit exceeded", undefined]
    : reasonOfStatus(status, serverMessage, purpose);
  const message = failureMessage(purpose, reason, statusText(status, serverMessage));
  return new GitHubFailure(isRateLimit ? "rate-limit" : `github-${status}`, message, hint, {
    status,
    outcome: isRateLimit || status === 429 ? "not-taken" : status >= 500 ? "unknown" : "no",
    retryAfterMs,
  });
}

/** The reason and the hint for a status. */
function reasonOfStatus(
  status: number,
  serverMessage: string,
  { needs }: ApiPurpose,
): [reason: string, hint?: string] {
  const permissionHint = `Give the job the permission ${needs}.`;
  if (status === 401)
    return [
      "the token is invalid",
      "Remove the input github-token from the step, or set it to a valid token.",
    ];
  if (status === 403 && /\blocked\b/i.test(serverMessage))
    return [
      "the conversation is locked",
      "Unlock the conversation. The job summary contains the full report.",
    ];
  if (status === 403) return ["not permitted", permissionHint];
  if (status === 404) return ["not found, or not visible to this token", permissionHint];
  if (status === 410) return ["gone", "The feature may be disabled in the repository settings."];
  if (status >= 300 && status < 400)
    return [
      "redirects are not followed, because they could send the token to another host",
      "If the repository was renamed, start a new run: it uses the new name.",
    ];
  if (status >= 500) return ["server error", "Run the job again later."];
  return ["the request was rejected"];
}

function failureMessage({ what }: ApiPurpose, reason: string, response?: string): string {
  return `GitHub: cannot ${what}: ${reason}${response === undefined ? "" : ` (${response})`}.`;
}

/** `404: Not Found` */
function statusText(status: number, serverMessage: string): string {
  return serverMessage === "" ? String(status) : `${status}: ${serverMessage}`;
}

/** GitHub's error message with those of single fields, at most 300 characters. */
function messageIn(body: Json | undefined): string {
  if (!isObject(body)) return "";
  const errors = Array.isArray(body["errors"]) ? (body["errors"] as readonly Json[]) : [];
  const fieldMessages = errors.map((error) => (isObject(error) ? error["message"] : error));
  const messages = [body["message"], ...fieldMessages].filter(
    (message) => typeof message === "string",
  );
  return messages.join("; ").slice(0, 300);
}

/** The pause for a rate limit without a time, as GitHub's documentation recommends. */
const defaultRateLimitPauseMs = 60_000;

/** The pause that GitHub requests by Retry-After, by the reset time of a limit, or by a message. */
function requestedPauseMs(
  { status, headers }: Response,
  serverMessage: string,
  timeMs: number,
): number | undefined {
  if (status !== 403 && status !== 429 && status !== 503) return undefined;
  const seconds = headers.get("retry-after");
  if (seconds !== null && /^\d+$/.test(seconds)) return Number(seconds) * 1000;
  const reset = Number(headers.get("x-ratelimit-reset"));
  if (headers.get("x-ratelimit-remaining") === "0" && reset > 0)
    return Math.max(1000, reset * 1000 - timeMs);
  if (/rate limit|abuse detection/i.test(serverMessage)) return defaultRateLimitPauseMs;
  return undefined;
}

/** The error of a rate limit that lasts longer than a job should wait. */
export function rateLimitError(purpose: ApiPurpose, waitMs: number): GitHubFailure {
  const minutes = Math.ceil(waitMs / 60_000);
  return new GitHubFailure(
    "rate-limit",
    failureMessage(purpose, `rate limit exceeded, try again in ${minutes} minutes`),
    "Run the job again later.",
    { outcome: "no" },
  );
}

/** The error of a success status whose body GitHub's API would not send, for example of a proxy. */
export function unexpectedBodyError(
  status: number,
  body: Json | undefined,
  purpose: ApiPurpose,
  outcome: Outcome,
): GitHubFailure {
  return new GitHubFailure(
    "github-strange",
    failureMessage(
      purpose,
      "the response is not one of GitHub's API",
      statusText(status, messageIn(body)),
    ),
    "Check for a proxy between this runner and GitHub, and run the job again.",
    { status, outcome },
  );
}

/** The error of a GraphQL query. GraphQL responds with 200 in all cases. */
export function graphqlError(errors: Json | undefined, purpose: ApiPurpose): GitHubFailure {
  const isPermission = /FORBIDDEN|INSUFFICIENT_SCOPES|NOT_FOUND/.test(JSON.stringify(errors));
  return new GitHubFailure(
    isPermission ? "github-403" : "github-query",
    failureMessage(purpose, "the query failed", messageIn({ errors: errors ?? [] })),
    isPermission ? `Give the job the permission ${purpose.needs}.` : "Run the job again later.",
    { status: 200, outcome: "no" },
  );
}

/** The error of a request without a complete response. */
export function noResponseError(error: unknown, purpose: ApiPurpose): GitHubFailure {
  const isTimeout = error instanceof Error && error.name === "TimeoutError";
  return new GitHubFailure(
    "github-unreachable",
    failureMessage(purpose, isTimeout ? "the request timed out" : "the connection failed"),
    "Run the job again later.",
    { outcome: "unknown" },
  );
}
