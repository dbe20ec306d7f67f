// A fake of GitHub's API, as far as the Action uses it: pages, size limits and permissions. Tests can
// replace single responses. Written from GitHub's documentation.
import type { IncomingMessage, ServerResponse } from "node:http";
import { headSha, mergeSha } from "./events.ts";
import { type Loopback, loopback } from "../io/loopback.ts";
import { branchCommit, gitAnswer, hasCommitsBetween, updateRefs } from "./fake-git.ts";

interface GitHubItem {
  readonly id: number;
  readonly number: number;
  /** The number of the issue or pull request of a comment; 0 for an issue. */
  readonly at: number;
  body: string;
  title: string;
  state: "open" | "closed";
  state_reason?: string;
  readonly user: { readonly login: string };
  readonly created_at: string;
  updated_at: string;
  readonly pull_request?: object;
  html_url: string;
}

/** A pull request that the token opened. */
interface OpenedPull {
  readonly id: number;
  readonly number: number;
  title: string;
  body: string;
  state: "open" | "closed";
  readonly head: { readonly ref: string };
  readonly base: { readonly ref: string };
  readonly user: { readonly login: string };
  readonly html_url: string;
}

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  /** A text to send instead of the JSON body. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Call {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly body: unknown;
}

export interface FakeGitHub extends AsyncDisposable {
  readonly url: string;
  readonly comments: GitHubItem[];
  readonly issues: GitHubItem[];
  /** By commit. */
  readonly pulls: Map<string, object[]>;
  /** The bare repository behind the API; undefined for `heads` alone. */
  repository: string | undefined;
  readonly opened: OpenedPull[];
  /** What the token must not do. */
  denied: ("contents" | "pull-requests" | "open-pull")[];
  /** The newest commit of each branch. */
  readonly heads: Map<string, string>;
  /** The commit that `mergeSha` stands for in `pulls` and `heads`. */
  merge: string;
  /** The runs of the workflow apply.yml; undefined without the permission to list them. */
  runs: readonly object[] | undefined;
  /** The newest commit and the state of all pull requests. */
  pullRequest: { sha: string; state: "open" | "closed" };
  /** The labels of all pull requests, and those that the repository has. */
  readonly labels: { set: string[]; known: string[] };
  readonly calls: Call[];
  /** The writing requests: `POST /repos/…`. */
  writes(): string[];
  /** The account of the token, and whether GET /user and GraphQL return it. */
  who: { login: string; user: boolean; graphql: boolean };
  /** Returns a response that replaces the normal one, or undefined. */
  instead: (call: Call) => Answer | undefined;
  /** Runs before a response is made. */
  before: (call: Call) => Promise<void>;
  /** Adds a comment. */
  comment(at: number, login: string, body: string): GitHubItem;
}

const forbidden: Answer = {
  status: 403,
  body: { message: "Resource not accessible by integration" },
};
const mayNotOpenPulls: Answer = {
  status: 403,
  body: { message: "GitHub Actions is not permitted to create or approve pull requests." },
};
const absent: Answer = { status: 404, body: { message: "Not Found" } };

export async function fakeGitHub(token: string): Promise<FakeGitHub> {
  const comments: GitHubItem[] = [];
  const issues: GitHubItem[] = [];
  const calls: Call[] = [];
  let lastId = 1000;
  const item = (at: number, login: string, body: string, title = ""): GitHubItem => ({
    id: ++lastId,
    number: lastId,
    at,
    body,
    title,
    state: "open",
    user: { login },
    created_at: new Date(1_700_000_000_000 + lastId * 1000).toISOString(),
    updated_at: new Date(1_700_000_000_000 + lastId * 1000).toISOString(),
    html_url: `https://github.com/acme/shop/issues/${at || lastId}#${lastId}`,
  });
  const server: Loopback = await loopback((request, response) => void answer(request, response));
  const github: FakeGitHub = {
    url: server.url,
    comments,
    issues,
    pulls: new Map(),
    repository: undefined,
    opened: [],
    denied: [],
    heads: new Map(),
    merge: mergeSha,
    runs: undefined,
    pullRequest: { sha: headSha, state: "open" },
    labels: { set: [], known: [] },
    calls,
    writes: () =>
      calls
        .filter(({ method, path }) => method !== "GET" && path !== "/graphql")
        .map(({ method, path }) => `${method} ${path}`),
    who: { login: "github-actions[bot]", user: false, graphql: true },
    instead: () => undefined,
    before: async () => {},
    comment: (at, login, body) => {
      const written = item(at, login, body);
      comments.push(written);
      return written;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const call = {
      method: request.method!,
      path: request.url!,
      body: text === "" ? undefined : (JSON.parse(text) as unknown),
    };
    calls.push(call);
    await github.before(call);
    const isKnown = request.headers.authorization === `Bearer ${token}`;
    const {
      status,
      body,
      text: raw,
      headers,
    } = github.instead(call) ??
    (isKnown ? routed(call) : { status: 401, body: { message: "Bad credentials" } });
    response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
    response.end(raw ?? (body === undefined ? "" : JSON.stringify(body)));
  }

  function routed({ method, path, body }: Call): Answer {
    const url = new URL(path, server.url);
    const given = (body ?? {}) as Partial<GitHubItem>;
    const { pathname } = url;
    if (pathname === "/user")
      return github.who.user
        ? { status: 200, body: { login: github.who.login, id: 1 } }
        : forbidden;
    const { repository, denied } = github;
    const { query = "" } = (body ?? {}) as { query?: string };
    if (repository !== undefined && query.startsWith("mutation")) {
      if (denied.includes("contents")) return forbidden;
      const result = updateRefs(repository, query);
      for (const each of github.opened)
        if (branchCommit(repository, each.head.ref) === undefined) each.state = "closed";
      return { status: 200, body: result };
    }
    if (pathname === "/repos/acme/shop")
      return { status: 200, body: { id: 1, node_id: "R_shop", default_branch: "main" } };
    if (pathname === "/graphql")
      return github.who.graphql
        ? { status: 200, body: { data: { viewer: { login: github.who.login } } } }
        : absent;
    const rest = /^\/repos\/acme\/shop\/(.*)$/.exec(pathname)?.[1] ?? "";
    const [, sha] = /^commits\/(\w+)\/pulls$/.exec(rest) ?? [];
    if (sha) return paged(url, github.pulls.get(sha === github.merge ? mergeSha : sha) ?? []);
    if (rest === "actions/workflows/apply.yml/runs") return runsOf(url);
    if (repository !== undefined && rest.startsWith("git/")) {
      if (method !== "GET" && denied.includes("contents")) return forbidden;
      const call = { method, path: rest.slice(4), body: (body ?? {}) as Record<string, unknown> };
      return gitAnswer(repository, call) ?? absent;
    }
    if (repository !== undefined && /^pulls(?:\/|$)/.test(rest))
      return denied.includes("pull-requests") ? forbidden : openedPull(url, method, given);
    if (rest === "pulls") {
      const base = url.searchParams.get("base");
      const all = [...github.pulls.values()].flat() as { base?: { ref?: string } }[];
      return paged(
        url,
        all.filter((pull) => pull.base?.ref === base),
      );
    }
    if (/^pulls\/\d+$/.test(rest)) {
      const { sha, state } = github.pullRequest;
      return { status: 200, body: { state, head: { sha } } };
    }
    const [, branch] = /^git\/ref\/heads\/(.+)$/.exec(rest) ?? [];
    if (branch) {
      const head = github.heads.get(decodeURIComponent(branch));
      const sha = head === mergeSha ? github.merge : head;
      const ref = `refs/heads/${branch}`;
      return sha ? { status: 200, body: { ref, object: { type: "commit", sha } } } : absent;
    }
    const [, id] = /^issues\/comments\/(\d+)$/.exec(rest) ?? [];
    if (id) return changed(comments, (item) => item.id === Number(id), method, given);
    if (/^(?:issues\/\d+\/)?labels(?:\/|$)/.test(rest)) return labelled(url, rest, method, given);
    const [, at] = /^issues\/(\d+)\/comments$/.exec(rest) ?? [];
    if (at && method === "GET")
      return paged(
        url,
        comments.filter((item) => item.at === Number(at)),
      );
    if (at) return added(comments, item(Number(at), github.who.login, given.body ?? ""));
    const [, number] = /^issues\/(\d+)$/.exec(rest) ?? [];
    if (number) return changed(issues, (item) => item.number === Number(number), method, given);
    if (rest === "issues" && method === "GET") {
      const state = url.searchParams.get("state") ?? "open";
      const creator = url.searchParams.get("creator");
      return paged(
        url,
        issues.filter(
          ({ state: own, user }) =>
            (state === "all" || own === state) && (creator === null || user.login === creator),
        ),
      );
    }
    if (rest === "issues")
      return added(issues, item(0, github.who.login, given.body ?? "", given.title));
    return absent;
  }

  /** Lists, opens and changes pull requests of branches in the repository. */
  function openedPull(url: URL, method: string, given: object): Answer {
    const { opened, repository = "", denied } = github;
    const number = Number(/pulls\/(\d+)$/.exec(url.pathname)?.[1]);
    if (method === "GET") {
      const { searchParams: query } = url;
      const isListed = ({ state, head }: OpenedPull): boolean =>
        state === query.get("state") && `acme:${head.ref}` === query.get("head");
      return paged(url, opened.filter(isListed));
    }
    if (method === "PATCH") {
      const pull = opened.find((each) => each.number === number);
      return pull ? { status: 200, body: Object.assign(pull, given) } : absent;
    }
    const { head, base, title, body } = given as Record<"head" | "base" | "title" | "body", string>;
    const invalid = (message: string): Answer => ({ status: 422, body: { message } });
    if (denied.includes("open-pull")) return mayNotOpenPulls;
    if (branchCommit(repository, head) === undefined) return invalid("head: invalid");
    if (branchCommit(repository, base) === undefined) return invalid("base: invalid");
    if (!hasCommitsBetween(repository, base, head)) return invalid("No commits between");
    if (opened.some((each) => each.state === "open" && each.head.ref === head))
      return invalid("A pull request already exists");
    const rejection = tooLong(body);
    if (rejection) return rejection;
    const created: OpenedPull = {
      id: ++lastId,
      number: lastId,
      title,
      body,
      state: "open",
      head: { ref: head },
      base: { ref: base },
      user: { login: github.who.login },
      html_url: `https://github.com/acme/shop/pull/${lastId}`,
    };
    opened.push(created);
    return { status: 201, body: created };
  }

  /** Adding a label returns all labels of the pull request, as removing one does. */
  function labelled(url: URL, rest: string, method: string, given: object): Answer {
    const { labels } = github;
    const [list, name = ""] = rest.split("labels/");
    const wanted = decodeURIComponent(name);
    const items = (names: readonly string[]): object[] =>
      names.map((each) => ({ id: 1, name: each }));
    if (list === "" && method === "GET")
      return labels.known.includes(wanted)
        ? { status: 200, body: { id: 1, name: wanted } }
        : absent;
    if (rest === "labels") {
      labels.known.push((given as { name: string }).name);
      return { status: 201, body: { id: 1 } };
    }
    if (method === "GET") return paged(url, items(labels.set));
    if (method === "POST") labels.set.push(...(given as { labels: string[] }).labels);
    else labels.set = labels.set.filter((each) => each !== wanted);
    return { status: 200, body: items(labels.set) };
  }

  function runsOf({ searchParams: query }: URL): Answer {
    if (!github.runs) return forbidden;
    const runs = github.runs.filter(
      (run) => (run as { head_sha?: string }).head_sha === query.get("head_sha"),
    );
    return { status: 200, body: { total_count: runs.length, workflow_runs: runs } };
  }

  function paged(url: URL, items: readonly object[]): Answer {
    const size = Math.min(100, Number(url.searchParams.get("per_page") ?? 30));
    const page = Number(url.searchParams.get("page") ?? 1);
    const last = Math.max(1, Math.ceil(items.length / size));
    const linkTo = (to: number, rel: string): string => {
      const other = new URL(url);
      other.searchParams.set("page", String(to));
      return `<${other.href}>; rel="${rel}"`;
    };
    const link = [...(page < last ? [linkTo(page + 1, "next")] : []), linkTo(last, "last")].join(
      ", ",
    );
    return { status: 200, body: items.slice((page - 1) * size, page * size), headers: { link } };
  }

  return github;
}

function tooLong(body: string | undefined): Answer | undefined {
  if ([...(body ?? "")].length <= 65_536) return undefined;
  const message = "body is too long (maximum is 65536 characters)";
  return {
    status: 422,
    body: {
      message: "Validation Failed",
      errors: [{ resource: "IssueComment", code: "unprocessable", field: "data", message }],
    },
  };
}

function added(items: GitHubItem[], item: GitHubItem): Answer {
  const rejection = tooLong(item.body);
  if (rejection) return rejection;
  items.push(item);
  return { status: 201, body: item };
}

function changed(
  items: GitHubItem[],
  isTarget: (item: GitHubItem) => boolean,
  method: string,
  given: Partial<GitHubItem>,
): Answer {
  const item = items.find(isTarget);
  if (!item) return absent;
  if (method === "DELETE") {
    items.splice(items.indexOf(item), 1);
    return { status: 204 };
  }
  const rejection = tooLong(given.body);
  if (rejection) return rejection;
  Object.assign(item, given, { updated_at: new Date().toISOString() });
  return { status: 200, body: item };
}
