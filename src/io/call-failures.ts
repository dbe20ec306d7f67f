// Calls that did not come off, in words: what was tried, what came back, what to do. Never the key.
import { CallFailure } from "../engine/failure.ts";
import type { JsonObject } from "../engine/json.ts";
import type { Attempt } from "./http.ts";

/** An answer that says no: its status, and the service's own words where it has any. */
export function refusedStatus(response: Response, body: JsonObject, attempt: Attempt): CallFailure {
  const { method, path, baseUrl } = attempt;
  const { status } = response;
  if (status >= 300 && status < 400) return redirected(response, attempt);
  const said = body["error"] ?? body["message"];
  const words = typeof said === "string" ? `: ${safe(said, attempt)}` : "";
  return failure(attempt, statusCode(status), `${status} from ${method} ${path}${words}`, {
    status,
    hint: statusHint(status, baseUrl),
  });
}

/** An answer of another form than JSON. */
export function unreadableBody(status: number, attempt: Attempt): CallFailure {
  const { method, path, baseUrl } = attempt;
  const message = `${method} ${path} answered ${status}, but not with JSON.`;
  const hint = `Check that ${baseUrl} is the address of a prompt service.`;
  return failure(attempt, "unreadable-answer", message, { status, hint });
}

/** No answer, or not all of it. */
export function unanswered(error: unknown, attempt: Attempt, timedOut: boolean): CallFailure {
  const { method, path, baseUrl, timeoutMs } = attempt;
  if (timedOut)
    return failure(
      attempt,
      "timed-out",
      `${method} ${path} got no answer within ${timeoutMs / 1000} s.`,
      { hint: "Allow more with --timeout, for example --timeout 2m." },
    );
  const message = `${baseUrl} cannot be reached: ${safe(whyNot(error), attempt)} (${method} ${path}).`;
  return failure(attempt, "unreachable", message, {
    hint: "Check the address and that the service runs.",
  });
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "the name is not known",
  EAI_AGAIN: "the name could not be looked up",
  ECONNRESET: "the connection broke",
  EPIPE: "the connection broke",
  UND_ERR_SOCKET: "the connection broke",
  UND_ERR_CONNECT_TIMEOUT: "no connection came about in time",
};

function whyNot(error: unknown): string {
  const chain = causes(error);
  const proxy = chain.find((each) => each.name === "ProxyError");
  if (chain.some((each) => each.message === "bad port"))
    return "this port belongs to another protocol, and web clients refuse it";
  const code = chain.map((each) => (each as NodeJS.ErrnoException).code).find((each) => each);
  if (proxy) return proxy.message;
  return (
    (code === undefined ? undefined : (reasons[code] ?? code)) ??
    chain.at(-1)?.message ??
    String(error)
  );
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
    { status: response.status, hint: "Name the final address as the base address." },
  );
}

function statusCode(status: number): string {
  if (status === 401) return "wrong-key";
  if (status === 403) return "not-allowed";
  return status === 404 ? "not-found" : "service-error";
}

function statusHint(status: number, baseUrl: string): string | undefined {
  if (status === 401) return `Set PROMPTCTL_API_KEY to a key that ${baseUrl} accepts.`;
  if (status === 403)
    return "This key is not allowed to do that: ask who runs the service for its rights.";
  if (status === 429)
    return "The service asks for fewer calls: wait a little, or lower --concurrency.";
  if (status >= 500) return "The service failed. Run the same command again later.";
  return undefined;
}

/** Words of others, with the key taken out where they repeat it. */
function safe(words: string, { key }: Attempt): string {
  return key === undefined || key.length < 4 ? words : words.replaceAll(key, "(the key)");
}

function failure(
  { method, path }: Attempt,
  code: string,
  message: string,
  { status, hint }: { readonly status?: number; readonly hint?: string | undefined },
): CallFailure {
  const call = { method, path, ...(status !== undefined && { status }) };
  return new CallFailure(code, call, message, hint);
}
