// Client of GitHub's API: JSON requests with the token, pagination, time-out and retries. Redirects
// are not followed, because they could send the token to another host.
import { Failure } from "../engine/model/failure.ts";
import { isObject, type Json, type JsonObject, objectOf } from "../engine/model/json.ts";
import { backOffMs } from "../engine/model/retry-policy.ts";
import type { Fetch } from "../engine/model/ports.ts";
import {
  type ApiPurpose,
  GitHubFailure,
  graphqlError,
  noResponseError,
  rateLimitError,
  statusError,
  unexpectedBodyError,
} from "./api-errors.ts";
import type { Runner } from "./runner.ts";

/** All methods throw a GitHubFailure if GitHub does not do what is requested. */
export interface GitHubApi {
  /** `owner/name` */
  readonly repository: string;
  /** Returns all items of a list, from all pages. */
  all(path: string, purpose: ApiPurpose): Promise<JsonObject[]>;
  /**
   * Sends one request and returns the object in the response, `{}` for a DELETE. Retries, except a
   * POST that may have succeeded.
   */
  send(method: Method, path: string, purpose: ApiPurpose, body?: Json): Promise<JsonObject>;
  /** Returns the data of a GraphQL query. Only for queries without side effects. */
  graphql(query: string, purpose: ApiPurpose): Promise<JsonObject>;
}

type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** The time-out of one request. */
const timeoutMs = 30_000;
const maxRetries = 4;
/** A longer pause before a retry ends with an error instead. */
const maxPauseMs = 90_000;
/** Stops lists that do not end; a page has 100 items. */
const maxPages = 1000;

/** Creates a client for the runner's repository. */
export async function createApi(runner: Runner, token: string): Promise<GitHubApi> {
  const { env } = runner;
  const base = (env["GITHUB_API_URL"] || "https://api.github.com").replace(/\/+$/, "");
  const attempt = createAttempt(await runner.fetch(), token, runner.version);
  const request = (call: Call): Promise<ApiResponse> => requestWithRetries(runner, attempt, call);
  return {
    repository: repositoryName(env["GITHUB_REPOSITORY"]),
    send: async (method, path, purpose, body) => {
      const isExpected = method === "DELETE" ? isEmptyBody : isObjectWith(purpose);
      return objectOf(
        (await request({ method, url: base + path, purpose, body, isExpected })).body,
      );
    },
    graphql: async (query, purpose) => {
      const url = env["GITHUB_GRAPHQL_URL"] || `${base}/graphql`;
      const isExpected = isGraphqlBody;
      const response = await request({ method: "POST", url, purpose, body: { query }, isExpected });
      const { data, errors } = objectOf(response.body);
      if (errors !== undefined) throw graphqlError(errors, purpose);
      return objectOf(data);
    },
    all: async (path, purpose) => {
      const items: Json[] = [];
      let next: string | undefined = `${base}${path}${path.includes("?") ? "&" : "?"}per_page=100`;
      for (let page = 0; next !== undefined && page < maxPages; page++) {
        const call: Call = { method: "GET", url: next, purpose, isExpected: isListOfObjects };
        const response: ApiResponse = await request(call);
        items.push(...(response.body as readonly Json[]));
        next = nextPageUrl(response.link, base);
      }
      return items.filter(isObject);
    },
  };
}

interface Call {
  readonly method: Method;
  readonly url: string;
  readonly purpose: ApiPurpose;
  readonly body?: Json | undefined;
  /** Whether GitHub's API sends such a body; undefined for an empty body. */
  readonly isExpected: (body: Json | undefined) => boolean;
}

const isEmptyBody: Call["isExpected"] = (body) => body === undefined;

const isListOfObjects: Call["isExpected"] = (body) => Array.isArray(body) && body.every(isObject);

const isGraphqlBody: Call["isExpected"] = (body) =>
  isObject(body) && (isObject(body["data"]) || Array.isArray(body["errors"]));

const isObjectWith =
  ({ gives = "id" }: ApiPurpose): Call["isExpected"] =>
  (body) =>
    isObject(body) && Object.hasOwn(body, gives);

interface ApiResponse {
  readonly body: Json | undefined;
  /** The header Link, with the URLs of other pages. */
  readonly link: string | null;
}

/** Sends a request once. Returns errors, so that the caller can retry. */
type Attempt = (call: Call, timeMs: number) => Promise<ApiResponse | GitHubFailure>;

async function requestWithRetries(
  runner: Runner,
  attempt: Attempt,
  call: Call,
): Promise<ApiResponse> {
  for (let retry = 1; ; retry++) {
    const result = await attempt(call, runner.time());
    if (!(result instanceof GitHubFailure)) return result;
    if (!isRetryable(result, call.method) || retry > maxRetries) throw result;
    const pauseMs = result.retryAfterMs ?? backOffMs(retry);
    if (pauseMs > maxPauseMs) throw rateLimitError(call.purpose, pauseMs);
    await runner.sleep(pauseMs);
  }
}

function createAttempt(fetch: Fetch, token: string, version: string): Attempt {
  return async ({ method, url, purpose, body, isExpected }, timeMs) => {
    try {
      const response = await fetch(url, {
        method,
        headers: {
          accept: "application/vnd.github+json",
          authorization: `Bearer ${token}`,
          "user-agent": `promptctl/${version}`,
          "x-github-api-version": "2022-11-28",
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
      });
      const json = parseBody(await response.text());
      if (!response.ok) return statusError(response, json, purpose, timeMs);
      if (!isExpected(json)) {
        const outcome = method === "POST" ? "unknown" : "no";
        return unexpectedBodyError(response.status, json, purpose, outcome);
      }
      return { body: json, link: response.headers.get("link") };
    } catch (error) {
      return noResponseError(error, purpose);
    }
  };
}

/** A POST that may have succeeded is not repeated: upsertOne looks for its result first. */
function isRetryable({ outcome }: GitHubFailure, method: Method): boolean {
  return outcome === "not-taken" || (outcome === "unknown" && method !== "POST");
}

/** Parses a body as JSON. Returns undefined if it is empty, null if it is not JSON. */
function parseBody(text: string): Json | undefined {
  if (text === "") return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/** The URL of the next page (RFC 8288). Throws if it is on another host. */
function nextPageUrl(link: string | null, base: string): string | undefined {
  const next = link
    ?.split(",")
    .map((part) => /^\s*<([^>]*)>(.*)$/.exec(part))
    .find((match) => /;\s*rel="?next"?/.test(match?.[2] ?? ""))?.[1];
  if (next === undefined) return undefined;
  if (URL.canParse(next) && new URL(next).origin === new URL(base).origin) return next;
  throw new Failure(
    "failed",
    "redirected",
    "GitHub: the next page of a list is on another host. It is not read, because the request would send the token there.",
  );
}

function repositoryName(name = ""): string {
  if (/^[\w.-]+\/[\w.-]+$/.test(name)) return name;
  throw new Failure(
    "usage",
    "no-repository",
    "GITHUB_REPOSITORY must be the name of a repository: owner/name.",
  );
}
