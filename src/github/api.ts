// The door to GitHub: JSON calls with the token, all pages, a time-out and retries. Redirects are
// not followed: they would carry the token away.
import { Failure } from "../engine/failure.ts";
import { isObject, type Json, type JsonObject } from "../engine/json.ts";
import { backOffMs } from "../engine/patience.ts";
import { GitHubFailure, limited, refused, unanswered } from "./api-failures.ts";
import type { Fetch, Runner } from "./runner.ts";

/** What a call is for, to tell of it where it is refused. */
export interface Purpose {
  /** As in `GitHub does not let this token …`. */
  readonly what: string;
  /** The permission of the job it needs, as `pull-requests: write`. */
  readonly needs: string;
}

export interface Api {
  /** As `owner/name`. */
  readonly repository: string;
  /** Every item of a list, page after page. */
  all(path: string, purpose: Purpose): Promise<JsonObject[]>;
  /** One call; null for an empty answer. Only a POST whose outcome is unknown is not sent again. */
  send(method: Method, path: string, purpose: Purpose, body?: Json): Promise<Json>;
  /** A query that changes nothing. */
  graphql(query: string, purpose: Purpose): Promise<Json>;
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
export async function createApi(runner: Runner, token: string): Promise<Api> {
  const { env } = runner;
  const base = (env["GITHUB_API_URL"] || "https://api.github.com").replace(/\/+$/, "");
  const once = createOnce(await runner.fetch(), token, runner.version);
  const asked = async (
    method: Method,
    url: string,
    purpose: Purpose,
    body?: Json,
  ): Promise<Answer> => {
    for (let retry = 1; ; retry++) {
      const tried = await once(method, url, purpose, body, runner.time());
      if (!(tried instanceof GitHubFailure)) return tried;
      if (!mayRepeat(tried, method) || retry > mostRetries) throw tried;
      const pauseMs = tried.retryAfterMs ?? backOffMs(retry);
      if (pauseMs > longestPauseMs) throw limited(purpose, pauseMs);
      await runner.sleep(pauseMs);
    }
  };
  return {
    repository: repositoryOf(env["GITHUB_REPOSITORY"]),
    send: async (method, path, purpose, body) =>
      (await asked(method, base + path, purpose, body)).body,
    graphql: async (query, purpose) => {
      const url = env["GITHUB_GRAPHQL_URL"] || `${base}/graphql`;
      return (await asked("POST", url, purpose, { query })).body;
    },
    all: async (path, purpose) => {
      const found: Json[] = [];
      let next: string | undefined = `${base}${path}${path.includes("?") ? "&" : "?"}per_page=100`;
      for (let page = 0; next !== undefined && page < mostPages; page++) {
        const answer: Answer = await asked("GET", next, purpose);
        found.push(...(Array.isArray(answer.body) ? (answer.body as readonly Json[]) : []));
        next = nextPage(answer.link, base);
      }
      return found.filter(isObject);
    },
  };
}

interface Answer {
  readonly body: Json;
  /** The header that leads to other pages. */
  readonly link: string | null;
}

type Once = (
  method: Method,
  url: string,
  purpose: Purpose,
  body: Json | undefined,
  timeMs: number,
) => Promise<Answer | GitHubFailure>;

function createOnce(fetch: Fetch, token: string, version: string): Once {
  return async (method, url, purpose, body, timeMs) => {
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
      if (response.ok) return { body: answer, link: response.headers.get("link") };
      return refused(response, answer, purpose, timeMs);
    } catch (error) {
      return unanswered(error, purpose);
    }
  };
}

/** A POST that may have been carried out is left to whoever can look for what it made. */
function mayRepeat({ outcome }: GitHubFailure, method: Method): boolean {
  return outcome === "not-taken" || (outcome === "unknown" && method !== "POST");
}

/** The JSON of a body; null for none. */
function parsed(text: string): Json {
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
