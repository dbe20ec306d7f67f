// The door to the network: one JSON call, with the key, a time-out and errors in words.
// Redirects are refused: they would carry the key away.
import { createFetch, type FetchError } from "ofetch";
import { CallFailure } from "../engine/failure.ts";
import { isObject, type Json } from "../engine/json.ts";

type Method = "GET" | "POST" | "PUT" | "DELETE";
/** A fetch as the platform has it, with the address as text. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Makes one call and gives its JSON answer; throws a CallFailure. */
export type Call = (method: Method, path: string, body?: Json) => Promise<Json>;

export interface HttpOptions {
  /** Origin and path, without a trailing slash. */
  readonly baseUrl: string;
  /** Sent as X-API-KEY; left out where undefined. */
  readonly key?: string | undefined;
  /** How long one call may take, in milliseconds. */
  readonly timeoutMs: number;
  readonly fetch: Fetch;
  /** Hears of every call when it ends; status is undefined where no answer came. */
  trace?(call: { method: Method; path: string; status?: number; milliseconds: number }): void;
}

/** The calls of one service. */
export function createCall(options: HttpOptions): Call {
  const { baseUrl, key, timeoutMs } = options;
  const request = createFetch({ fetch: options.fetch as typeof fetch });
  return async (method, path, body) => {
    const began = performance.now();
    let status: number | undefined;
    try {
      const response = await request.raw<Json>(baseUrl + path, {
        method,
        ...(body !== undefined && { body: body as Record<string, Json> }),
        headers: { accept: "application/json", ...(key !== undefined && { "x-api-key": key }) },
        redirect: "manual",
        retry: 0,
        timeout: timeoutMs,
        parseResponse: (text: string) => JSON.parse(text) as Json,
        onResponse: (context) => {
          status = context.response.status;
        },
      });
      if (response.status >= 300) throw redirected(method, path, response);
      return response._data ?? null;
    } catch (error) {
      if (error instanceof CallFailure) throw error;
      throw inWords(error as FetchError<Json>, { method, path, baseUrl, timeoutMs, status });
    } finally {
      const milliseconds = performance.now() - began;
      options.trace?.({ method, path, ...(status !== undefined && { status }), milliseconds });
    }
  };
}

/** Only GET gets through: what plan is given. */
export function readOnly(call: Call): Call {
  return (method, path, body) => {
    if (method !== "GET") throw new Error(`a plan tried to ${method} ${path}`);
    return call(method, path, body);
  };
}

interface Attempt {
  readonly method: Method;
  readonly path: string;
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly status: number | undefined;
}

function inWords(error: FetchError<Json>, attempt: Attempt): CallFailure {
  const { method, path, baseUrl, status } = attempt;
  const call = { method, path, ...(status !== undefined && { status }) };
  if (status === undefined) return unanswered(error, attempt);
  if (status >= 200 && status < 300)
    return new CallFailure(
      "unreadable-answer",
      call,
      `${method} ${path} answered ${status}, but not with JSON.`,
      `Check that ${baseUrl} is the address of a prompt service.`,
    );
  const words =
    isObject(error.data) && typeof error.data["error"] === "string"
      ? error.data["error"]
      : undefined;
  return new CallFailure(
    statusCode(status),
    call,
    `${status} from ${method} ${path}${words === undefined ? "" : `: ${words}`}`,
    statusHint(status, baseUrl),
  );
}

function statusCode(status: number): string {
  if (status === 401 || status === 403) return "wrong-key";
  return status === 404 ? "not-found" : "service-error";
}

function statusHint(status: number, baseUrl: string): string | undefined {
  if (status === 401) return `Set PROMPTCTL_API_KEY to a key that ${baseUrl} accepts.`;
  if (status === 403)
    return "This key is not allowed to do that: ask who runs the service for its rights.";
  if (status >= 500)
    return "The service failed; nothing more was sent. Run the same command again later.";
  return undefined;
}

function unanswered(
  error: FetchError<Json>,
  { method, path, baseUrl, timeoutMs }: Attempt,
): CallFailure {
  const call = { method, path };
  const chain = causes(error);
  const code = chain.map((each) => (each as NodeJS.ErrnoException).code).find(Boolean) ?? "";
  if (chain.some((each) => each.name === "TimeoutError" || each.name === "AbortError"))
    return new CallFailure(
      "timed-out",
      call,
      `${method} ${path} got no answer within ${timeoutMs / 1000} s.`,
      "Allow more with --timeout, for example --timeout 2m.",
    );
  const why =
    {
      ECONNREFUSED: "nothing listens there",
      ENOTFOUND: "the name is not known",
      EAI_AGAIN: "the name could not be looked up",
      ECONNRESET: "the connection broke",
    }[code] ??
    (code || chain.at(-1)!.message);
  return new CallFailure(
    "unreachable",
    call,
    `${baseUrl} cannot be reached: ${why} (${method} ${path}).`,
    "Check the address and that the service runs.",
  );
}

function causes(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : [];
}

function redirected(method: Method, path: string, response: Response): CallFailure {
  const to = response.headers.get("location") ?? "elsewhere";
  return new CallFailure(
    "redirected",
    { method, path, status: response.status },
    `${method} ${path} was redirected to ${to}, which is not followed: it would carry the key away.`,
    "Name the final address as the base address.",
  );
}
