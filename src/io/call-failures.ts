// Calls that did not come off, in words: what was tried, what came back, what to do. Never the key.
import { CallFailure, type FailedCall, type Outcome } from "../engine/model/failure.ts";
import type { JsonObject } from "../engine/model/json.ts";
import { redactKey } from "../engine/model/secrets.ts";
import type { Attempt } from "./http.ts";
import { longestStepMs } from "./retry.ts";

/** An answer that says no: its status, and the service's own words where it has any. */
export function refusedStatus(response: Response, body: JsonObject, attempt: Attempt): CallFailure {
  const { method, path } = attempt;
  const { status } = response;
  if (status >= 300 && status < 400) return redirected(response, attempt);
  const said = body["error"] ?? body["message"];
  const words = typeof said === "string" ? `: ${short(safe(said, attempt))}` : "";
  const retryAfterMs = retryAfter(response.headers.get("retry-after"));
  return failure(
    attempt,
    statusCode(status),
    `${status} from ${method} ${path}${words}`,
    statusHint(status, attempt, retryAfterMs),
    {
      status,
      reason: String(status),
      outcome: statusOutcome(status, retryAfterMs !== undefined),
      retryAfterMs,
    },
  );
}

/** 429 and 503 with Retry-After say that nothing was done; any other 5xx may come after the deed. */
function statusOutcome(status: number, asksToWait: boolean): Outcome {
  if (status === 429 || (status === 503 && asksToWait)) return "not-taken";
  return status === 408 || status >= 500 ? "unknown" : "no";
}

/** Retry-After (RFC 9110, section 10.2.3), seconds or a date, in milliseconds from now. */
function retryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const milliseconds = /^\s*\d+\s*$/.test(header)
    ? Number(header) * 1000
    : Date.parse(header) - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}

/** An answer of another form than JSON. */
export function unreadableBody(status: number, attempt: Attempt): CallFailure {
  const { method, path, baseUrl } = attempt;
  const message = `${method} ${path} answered ${status}, but not with JSON.`;
  const hint = `Check that ${baseUrl} is the address of a prompt service.`;
  const reason = `${status}, but no JSON`;
  return failure(attempt, "unreadable-answer", message, hint, {
    status,
    reason,
    outcome: "unknown",
  });
}

/** JSON of so many levels that nobody wrote it. */
export function tooDeep(attempt: Attempt): CallFailure {
  const reason = "an answer nested beyond reason";
  const message = `${attempt.method} ${attempt.path} answered with lists or objects that are nested beyond reason.`;
  return failure(attempt, "unreadable-answer", message, undefined, { reason, outcome: "unknown" });
}

/** JSON of another form than the interface promises. */
export function wrongForm(
  { method, path }: Pick<Attempt, "method" | "path">,
  wants: "list" | "object",
): CallFailure {
  const wanted = wants === "list" ? "a list of objects" : "an object";
  return new CallFailure(
    "unreadable-answer",
    { method, path, outcome: "unknown", reason: "an answer of another form" },
    `${method} ${path} did not answer with ${wanted}.`,
    "Check that the base address is that of a prompt service, and that it speaks /sdk/v1.",
  );
}

/** No answer, or not all of it. */
export function unanswered(error: unknown, attempt: Attempt, timedOut: boolean): CallFailure {
  const { method, path, baseUrl, timeoutMs } = attempt;
  if (timedOut) {
    const reason = `no answer within ${Math.round(timeoutMs) / 1000} s`;
    const message = `${method} ${path} got ${reason}.`;
    const hint = "Allow more with --timeout, for example --timeout 2m.";
    return failure(attempt, "timed-out", message, hint, { reason, outcome: "unknown" });
  }
  const { reason, outcome } = whyNot(error);
  const words = safe(reason, attempt);
  const message = `${baseUrl} cannot be reached: ${words} (${method} ${path}).`;
  const hint = "Check the address and that the service runs.";
  return failure(attempt, "unreachable", message, hint, { reason: words, outcome });
}

/** Errors of a connection that never came about: nothing was sent. */
const neverSent: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "the name is not known",
  EAI_AGAIN: "the name could not be looked up",
  EHOSTUNREACH: "there is no way to that address",
  ENETUNREACH: "there is no way to that address",
  UND_ERR_CONNECT_TIMEOUT: "no connection came about in time",
};

/** Errors of a connection that was there. */
const brokenOff: Readonly<Record<string, string>> = {
  ECONNRESET: "the connection broke",
  EPIPE: "the connection broke",
  UND_ERR_SOCKET: "the connection broke",
};

function whyNot(error: unknown): { reason: string; outcome: Outcome } {
  const chain = causes(error);
  if (chain.some((each) => each.message === "bad port"))
    return {
      reason: "this port belongs to another protocol, and web clients refuse it",
      outcome: "no",
    };
  const proxy = chain.find((each) => each.name === "ProxyError");
  if (proxy) return { reason: proxy.message, outcome: "not-taken" };
  const first = chain.find((each) => typeof (each as { code?: unknown }).code === "string");
  const { code, syscall } = (first ?? {}) as NodeJS.ErrnoException;
  if (code === undefined)
    return { reason: chain.at(-1)?.message ?? String(error), outcome: "unknown" };
  const never = neverSent[code];
  const connected = syscall === "read" || syscall === "write"; // then something may have been sent
  if (never !== undefined) return { reason: never, outcome: connected ? "unknown" : "not-taken" };
  return { reason: brokenOff[code] ?? code, outcome: isOfTls(code) ? "no" : "unknown" };
}

/** A certificate that is refused now is refused again. */
function isOfTls(code: string): boolean {
  return /CERT|TLS|SSL/.test(code);
}

function causes(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : [];
}

function redirected(response: Response, attempt: Attempt): CallFailure {
  const to = response.headers.get("location") ?? "elsewhere";
  return failure(
    attempt,
    "redirected",
    `${attempt.method} ${attempt.path} was redirected to ${safe(to, attempt)}, which is not followed: it would carry the key away.`,
    "Name the final address as the base address.",
    { status: response.status },
  );
}

function statusCode(status: number): string {
  if (status === 401) return "wrong-key";
  if (status === 403) return "not-allowed";
  return status === 404 ? "not-found" : "service-error";
}

function statusHint(
  status: number,
  { method, path, baseUrl }: Attempt,
  retryAfterMs: number | undefined,
): string | undefined {
  if (status === 401) return `Set PROMPTCTL_API_KEY to a key that ${baseUrl} accepts.`;
  if (status === 403)
    return "This key is not allowed to do that: ask who runs the service for its rights.";
  if (status === 404 && method === "GET" && path.split("/").length === 4)
    return `Check that ${baseUrl} is the address of a prompt service.`;
  if (retryAfterMs !== undefined && retryAfterMs > longestStepMs)
    return `The service asks to wait ${durationText(retryAfterMs)}: run the same command again then.`;
  if (status === 429)
    return method === "GET"
      ? "The service asks for fewer calls: run the same command again a little later."
      : "The service asks for fewer calls: wait a little, or lower --concurrency.";
  if (status >= 500) return "The service failed. Run the same command again later.";
  return undefined;
}

/** `3 minutes`, `28 hours`. */
function durationText(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / 60_000);
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/** Words of others, no longer than one reads. */
function short(words: string): string {
  return words.length > 1000 ? `${words.slice(0, 1000)}…` : words;
}

/** Words of others, with the key taken out where they repeat it. */
function safe(words: string, { key }: Attempt): string {
  return redactKey(words, key);
}

function failure(
  { method, path }: Attempt,
  code: string,
  message: string,
  hint: string | undefined,
  known: Omit<FailedCall, "method" | "path">,
): CallFailure {
  return new CallFailure(code, { method, path, ...known }, message, hint);
}
