// Client of GitHub's API: JSON requests with the token, pagination, time-out and retries. Redirects
// are not followed, because they could send the token to another host.
import { failed, isRepeatable, wrongUsage } from "../../engine/model/failure.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  objectOf,
  parseJson,
} from "../../engine/model/json.ts";
import { backOffMs } from "../../io/http/back-off.ts";
import type { Fetch } from "../../engine/model/ports.ts";
import { retry } from "../../io/http/retry.ts";
import {
  type ApiCall,
  type ApiPurpose,
  graphqlError,
  noResponseError,
  rateLimitError,
  statusError,
  unexpectedBodyError,
} from "./api-errors.ts";
import type { ActionRunner } from "./runner.ts";

/** All methods throw a CallFailure if GitHub does not do what is requested. */
export interface GitHubApi {
  /** `owner/name` */
  readonly repository: string;
  /** Returns the items of a list, from all pages or from the first ones, of 100 items each. */
  all(path: string, purpose: ApiPurpose, maxPages?: number): Promise<JsonObject[]>;
  /**
   * Sends one request and returns the object in the response, `{}` for a DELETE or a list. Retries, except a
   * POST that may have succeeded.
   */
  send(method: Method, path: string, purpose: ApiPurpose, body?: Json): Promise<JsonObject>;
  /** Returns the data of a GraphQL query. Only for queries without side effects. */
  graphql(query: string, purpose: ApiPurpose): Promise<JsonObject>;
}

type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** The time-out of one request. */
const timeoutMs = 30_000;
const budget = { retries: 4 };
/** A longer pause before a retry ends with an error instead. */
const maxPauseMs = 90_000;
const maxPauseIfOptionalMs = 5000;

/** Creates a client for the runner's repository. */
export async function createApi(runner: ActionRunner, token: string): Promise<GitHubApi> {
  const { env } = runner;
  const base = (env["GITHUB_API_URL"] || "https://api.github.com").replace(/\/+$/, "");
  const headers = {
    accept: "application/vnd.github+json",
    authorization: `Bearer ${token}`,
    "user-agent": `promptctl/${runner.version}`,
    "x-github-api-version": "2022-11-28",
  };
  const connection: Connection = { runner, headers, fetch: await runner.fetch() };
  return {
    repository: repositoryName(env["GITHUB_REPOSITORY"]),
    send: async (method, path, purpose, body) => {
      const { gives = "id" } = purpose;
      const isExpected: GitHubCall["isExpected"] = (received) =>
        gives === "items"
          ? Array.isArray(received)
          : method === "DELETE"
            ? received === undefined
            : isObject(received) && Object.hasOwn(received, gives);
      const isIdempotent = method !== "POST";
      const call: GitHubCall = {
        method,
        url: base + path,
        purpose,
        body,
        isExpected,
        isIdempotent,
      };
      return objectOf((await request(connection, call)).body);
    },
    graphql: async (query, purpose) => {
      const url = env["GITHUB_GRAPHQL_URL"] || `${base}/graphql`;
      const isExpected: GitHubCall["isExpected"] = (body) =>
        isObject(body) && (isObject(body["data"]) || Array.isArray(body["errors"]));
      const body = { query };
      const kind = { isQuery: true, isIdempotent: true };
      const call: GitHubCall = { method: "POST", url, purpose, body, isExpected, ...kind };
      return objectOf(objectOf((await request(connection, call)).body)["data"]);
    },
    all: async (path, purpose, maxPages = 1000) => {
      const items: JsonObject[] = [];
      const isExpected: GitHubCall["isExpected"] = (body) =>
        Array.isArray(body) && body.every(isObject);
      let url: string | undefined = `${base}${path}${path.includes("?") ? "&" : "?"}per_page=100`;
      for (let page = 0; url !== undefined && page < maxPages; page++) {
        const call: GitHubCall = { method: "GET", url, purpose, isExpected, isIdempotent: true };
        const { body, link } = await request(connection, call);
        items.push(...(body as readonly JsonObject[]));
        url = nextPageUrl(link, base);
      }
      return items;
    },
  };
}

interface Connection {
  readonly runner: Pick<ActionRunner, "sleep" | "time">;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: Fetch;
}

/** A request to GitHub. */
export interface GitHubCall extends ApiCall {
  readonly method: Method;
  readonly body?: Json | undefined;
  /** Whether it is a GraphQL query. */
  readonly isQuery?: boolean;
  /** Whether GitHub's API sends such a body; undefined for an empty body. */
  readonly isExpected: (body: Json | undefined) => boolean;
}

interface ApiResponse {
  readonly body: Json | undefined;
  /** The header Link, with the URLs of other pages. */
  readonly link: string | null;
}

/** Sends a request, with retries. A POST is not repeated: upsertOne looks for its result first. */
export function request(connection: Connection, call: GitHubCall): Promise<ApiResponse> {
  const { sleep, time } = connection.runner;
  const maxMs = call.purpose.isOptional ? maxPauseIfOptionalMs : maxPauseMs;
  return retry(() => requestOnce(connection, call), {
    budgetOf: (failure) => (isRepeatable(failure, call.isIdempotent) ? budget : undefined),
    pauseMs: ({ retryAfterMs }, count) => {
      const pauseMs = retryAfterMs ?? backOffMs(count);
      if (pauseMs > maxMs) throw rateLimitError(call, pauseMs);
      return pauseMs;
    },
    now: time,
    sleep,
  });
}

/** Sends a request once. Throws a CallFailure if GitHub does not do what is requested. */
async function requestOnce(connection: Connection, call: GitHubCall): Promise<ApiResponse> {
  const startMs = connection.runner.time();
  const { response, text } = await receive(connection, call).catch((error: unknown) => {
    throw noResponseError(call, error);
  });
  const body = parseBody(text);
  if (!response.ok) throw statusError(call, response, body, startMs);
  if (!call.isExpected(body)) throw unexpectedBodyError(call, response.status, body);
  if (call.isQuery && isObject(body) && body["errors"] !== undefined)
    throw graphqlError(call, response, body["errors"], startMs);
  return { body, link: response.headers.get("link") };
}

/** Sends a request and reads the complete response. */
async function receive(
  { headers, fetch }: Connection,
  { method, url, body }: GitHubCall,
): Promise<{ response: Response; text: string }> {
  const signal = AbortSignal.timeout(timeoutMs);
  const json = body !== undefined && {
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const response = await fetch(url, { method, headers, redirect: "manual", signal, ...json });
  return { response, text: await response.text() };
}

/** Parses a body as JSON. Returns undefined if it is empty, null if it is not JSON. */
function parseBody(text: string): Json | undefined {
  return text === "" ? undefined : (parseJson(text) ?? null);
}

/** The URL of the next page (RFC 8288). Throws if it is on another host. */
function nextPageUrl(link: string | null, base: string): string | undefined {
  const [, next] = /<([^>]*)>[^<]*;\s*rel="?next"?/.exec(link ?? "") ?? [];
  if (next === undefined) return undefined;
  if (URL.canParse(next) && new URL(next).origin === new URL(base).origin) return next;
  throw failed(
    "redirected",
    "GitHub: the next page of a list is on another host. It is not read, because the request would send the token there.",
  );
}

/** The URL of the web page of a comment or an issue; empty if there is none. */
export function htmlUrl(item: JsonObject | undefined): string {
  return typeof item?.["html_url"] === "string" ? item["html_url"] : "";
}

function repositoryName(name = ""): string {
  if (/^[\w.-]+\/[\w.-]+$/.test(name)) return name;
  throw wrongUsage(
    "no-repository",
    "GITHUB_REPOSITORY must be the name of a repository: owner/name.",
  );
}
