// Calls of GitHub that did not come off, in words: what was tried, what came back, what to do.
import { Failure, type Outcome } from "../engine/model/failure.ts";
import { isObject, type Json } from "../engine/model/json.ts";

/** The purpose of a request, for its error messages. */
export interface ApiPurpose {
  /** A verb phrase that completes `GitHub could not …`. */
  readonly what: string;
  /** The permission that the job needs, for example `pull-requests: write`. */
  readonly needs: string;
  /** A property that the object in the response must have; `id` by default. */
  readonly gives?: string;
}

export class GitHubFailure extends Failure {
  override readonly name = "GitHubFailure";
  /** Undefined where no answer came. */
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

/** Whether this token may not do it: GitHub answers 404 too for what a token may not see. A limit is something else. */
export function isNotPermitted(error: unknown): error is GitHubFailure {
  return error instanceof GitHubFailure && /^github-40[34]$/.test(error.code);
}

/** An answer that says no. `timeMs`: now, in milliseconds since 1970. */
export function statusError(
  response: Response,
  body: Json | undefined,
  purpose: ApiPurpose,
  timeMs: number,
): GitHubFailure {
  const { status } = response;
  const words = saidIn(body);
  const retryAfterMs = pauseMs(response, words, timeMs);
  const limit = retryAfterMs !== undefined && (status === 403 || status === 429);
  const [message, hint] = limit
    ? [`GitHub asks for fewer calls (${status}), and could not ${purpose.what}.`, undefined]
    : said(status, words === "" ? String(status) : `${status}: ${words}`, purpose);
  return new GitHubFailure(limit ? "rate-limit" : `github-${status}`, message, hint, {
    status,
    outcome: limit || status === 429 ? "not-taken" : status >= 500 ? "unknown" : "no",
    retryAfterMs,
  });
}

function said(status: number, answer: string, { what, needs }: ApiPurpose): [string, string?] {
  if (status === 401)
    return [
      `GitHub does not know the token (${answer}).`,
      "Leave the input github-token out, or give it a token that is valid.",
    ];
  if (status === 403 && /\blocked\b/i.test(answer))
    return [
      `GitHub could not ${what}: the conversation is locked (${answer}).`,
      "Unlock it. The job summary has it all.",
    ];
  if (status === 403)
    return [
      `GitHub does not let this token ${what} (${answer}).`,
      `Give the job the permission ${needs}.`,
    ];
  if (status === 404)
    return [
      `GitHub could not ${what} (${answer}): it is not there, or this token may not see it.`,
      `Give the job the permission ${needs}.`,
    ];
  if (status === 410)
    return [`GitHub could not ${what} (${answer}).`, "It may be switched off in the settings."];
  if (status >= 300 && status < 400)
    return [
      `GitHub could not ${what}: it answered with a redirect (${answer}), which is not followed because it would carry the token away.`,
      "Was the repository renamed? A new run knows its new name.",
    ];
  if (status >= 500)
    return [`GitHub failed, and could not ${what} (${answer}).`, "Run the job again later."];
  return [`GitHub refused to ${what} (${answer}).`];
}

/** Its own words, with those on single fields, no longer than one reads. */
function saidIn(body: Json | undefined): string {
  if (!isObject(body)) return "";
  const errors = Array.isArray(body["errors"]) ? (body["errors"] as readonly Json[]) : [];
  const more = errors.map((each) => (isObject(each) ? each["message"] : each));
  const words = [body["message"], ...more].filter((each) => typeof each === "string");
  return words.join("; ").slice(0, 300);
}

/** GitHub asks for a minute where a limit comes without a time. */
const timelessPauseMs = 60_000;

/** How long GitHub asks to wait: for Retry-After, until the limit is reset, or for a minute. */
function pauseMs({ status, headers }: Response, words: string, timeMs: number): number | undefined {
  if (status !== 403 && status !== 429 && status !== 503) return undefined;
  const seconds = headers.get("retry-after");
  if (seconds !== null && /^\d+$/.test(seconds)) return Number(seconds) * 1000;
  const reset = Number(headers.get("x-ratelimit-reset"));
  if (headers.get("x-ratelimit-remaining") === "0" && reset > 0)
    return Math.max(1000, reset * 1000 - timeMs);
  if (/rate limit|abuse detection/i.test(words)) return timelessPauseMs;
  return undefined;
}

/** A limit that lasts longer than a job should wait. */
export function rateLimitError({ what }: ApiPurpose, waitMs: number): GitHubFailure {
  return new GitHubFailure(
    "rate-limit",
    `GitHub asks for fewer calls: it could ${what} in ${Math.ceil(waitMs / 60_000)} minutes.`,
    "Run the job again then.",
    { outcome: "no" },
  );
}

/** A good status with an answer in no form of GitHub's: of a proxy, or of something else at its address. */
export function unexpectedBodyError(
  status: number,
  body: Json | undefined,
  { what }: ApiPurpose,
  outcome: Outcome,
): GitHubFailure {
  const words = saidIn(body);
  const answer = words === "" ? String(status) : `${status}: ${words}`;
  return new GitHubFailure(
    "github-strange",
    `GitHub could not ${what}: what answered does not speak as GitHub does (${answer}).`,
    "Is there a proxy between this runner and GitHub? Run the job again later.",
    { status, outcome },
  );
}

/** A query that was answered with errors in place of data; GraphQL says 200 to all. */
export function graphqlError(errors: Json | undefined, { what, needs }: ApiPurpose): GitHubFailure {
  const words = saidIn({ errors: errors ?? [] });
  const isRight = /FORBIDDEN|INSUFFICIENT_SCOPES|NOT_FOUND/.test(JSON.stringify(errors));
  return new GitHubFailure(
    isRight ? "github-403" : "github-query",
    `GitHub did not ${what} (${words}).`,
    isRight ? `Give the job the permission ${needs}.` : "Run the job again later.",
    { status: 200, outcome: "no" },
  );
}

/** No answer, or not all of it. */
export function noResponseError(error: unknown, { what }: ApiPurpose): GitHubFailure {
  const isLate = error instanceof Error && error.name === "TimeoutError";
  const why = isLate ? "it did not answer in time" : "it cannot be reached";
  const message = `GitHub could not ${what}: ${why}.`;
  return new GitHubFailure("github-unreachable", message, "Run the job again later.", {
    outcome: "unknown",
  });
}
