// The door to GitHub: JSON calls with the token, all pages, a time-out and retries. Redirects are
// not followed: they would carry the token away.
import { Failure } from "../engine/model/failure.ts";
import { isObject, type Json, type JsonObject, objectOf } from "../engine/model/json.ts";
import { backOffMs } from "../engine/model/retry-policy.ts";
import type { Fetch } from "../engine/model/ports.ts";
import {
  type ApiPurpose,
  GitHubFailure,
  rateLimitError,
  statusError,
  graphqlError,
  unexpectedBodyError,
  noResponseError,
} from "./api-errors.ts";
import type { Runner } from "./runner.ts";

export interface GitHubApi {
  /** As `owner/name`. */
  readonly repository: string;
  /** Every item of a list, page after page. */
  all(path: string, purpose: ApiPurpose): Promise<JsonObject[]>;
  /** One call; empty for a DELETE. Only a POST whose outcome is unknown is not sent again. */
  send(method: Method, path: string, purpose: ApiPurpose, body?: Json): Promise<JsonObject>;
  /** The data of a query that changes nothing. */
  graphql(query: string, purpose: ApiPurpose): Promise<JsonObject>;
}

type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** How long one call may take, in milliseconds. */
const timeoutMs = 30_000;
/** How often a call is sent again. */
const mostRetries = 4;
/** No longer than this is waited before the next try, in milliseconds. */
const longestPauseMs = 90_000;
/** So many pages of a hundred things are more than anybody has. */
const mostPages = 1000;

/** The calls of a runner's repository, with this token. */
export async function createApi(runner: Runner, token: string): Promise<GitHubApi> {
  const { env } = runner;
  const base = (env["GITHUB_API_URL"] || "https://api.github.com").replace(/\/+$/, "");
  const once = createOnce(await runner.fetch(), token, runner.version);
  const asked = async (call: Call): Promise<Answer> => {
    for (let retry = 1; ; retry++) {
      const tried = await once(call, runner.time());
      if (!(tried instanceof GitHubFailure)) return tried;
      if (!mayRepeat(tried, call.method) || retry > mostRetries) throw tried;
      const pauseMs = tried.retryAfterMs ?? backOffMs(retry);
      if (pauseMs > longestPauseMs) throw rateLimitError(call.purpose, pauseMs);
      await runner.sleep(pauseMs);
    }
  };
  return {
    repository: repositoryOf(env["GITHUB_REPOSITORY"]),
    send: async (method, path, purpose, body) => {
      const fits = method === "DELETE" ? isNothing : isThing(purpose);
      return objectOf((await asked({ method, url: base + path, purpose, body, fits })).body);
    },
    graphql: async (query, purpose) => {
      const url = env["GITHUB_GRAPHQL_URL"] || `${base}/graphql`;
      const call: Call = { method: "POST", url, purpose, body: { query }, fits: isResult };
      const { data, errors } = objectOf((await asked(call)).body);
      if (errors !== undefined) throw graphqlError(errors, purpose);
      return objectOf(data);
    },
    all: async (path, purpose) => {
      const found: Json[] = [];
      let next: string | undefined = `${base}${path}${path.includes("?") ? "&" : "?"}per_page=100`;
      for (let page = 0; next !== undefined && page < mostPages; page++) {
        const call: Call = { method: "GET", url: next, purpose, fits: isList };
        const answer: Answer = await asked(call);
        found.push(...(answer.body as readonly Json[]));
        next = nextPage(answer.link, base);
      }
      return found.filter(isObject);
    },
  };
}

interface Call {
  readonly method: Method;
  readonly url: string;
  readonly purpose: ApiPurpose;
  readonly body?: Json | undefined;
  /** Whether an answer is of the form that GitHub gives; undefined stands for none. */
  readonly fits: (body: Json | undefined) => boolean;
}

const isNothing: Call["fits"] = (body) => body === undefined;
const isList: Call["fits"] = (body) =>
  Array.isArray(body) && body.every((each: unknown) => isObject(each));
const isResult: Call["fits"] = (body) =>
  isObject(body) && (isObject(body["data"]) || Array.isArray(body["errors"]));
const isThing =
  ({ gives = "id" }: ApiPurpose): Call["fits"] =>
  (body) =>
    isObject(body) && Object.hasOwn(body, gives);

interface Answer {
  readonly body: Json | undefined;
  /** The header that leads to other pages. */
  readonly link: string | null;
}

type Once = (call: Call, timeMs: number) => Promise<Answer | GitHubFailure>;

function createOnce(fetch: Fetch, token: string, version: string): Once {
  return async ({ method, url, purpose, body, fits }, timeMs) => {
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
      const answer = parsed(await response.text());
      if (!response.ok) return statusError(response, answer, purpose, timeMs);
      if (!fits(answer))
        return unexpectedBodyError(
          response.status,
          answer,
          purpose,
          method === "POST" ? "unknown" : "no",
        );
      return { body: answer, link: response.headers.get("link") };
    } catch (error) {
      return noResponseError(error, purpose);
    }
  };
}

/** A POST that may have been carried out is left to whoever can look for what it made. */
function mayRepeat({ outcome }: GitHubFailure, method: Method): boolean {
  return outcome === "not-taken" || (outcome === "unknown" && method !== "POST");
}

/** The JSON of a body; undefined for none, null for what is no JSON. */
function parsed(text: string): Json | undefined {
  if (text === "") return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/** The address of the next page (RFC 8288); one that leads to another host is not followed. */
function nextPage(link: string | null, base: string): string | undefined {
  const next = link
    ?.split(",")
    .map((each) => /^\s*<([^>]*)>(.*)$/.exec(each))
    .find((each) => /;\s*rel="?next"?/.test(each?.[2] ?? ""))?.[1];
  if (next === undefined) return undefined;
  if (URL.canParse(next) && new URL(next).origin === new URL(base).origin) return next;
  throw new Failure(
    "failed",
    "redirected",
    "GitHub's list goes on at another host, which is not asked: it would get the token.",
  );
}

function repositoryOf(name = ""): string {
  if (/^[\w.-]+\/[\w.-]+$/.test(name)) return name;
  throw new Failure("usage", "no-repository", "GITHUB_REPOSITORY does not name a repository.");
}
