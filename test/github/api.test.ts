// The door to GitHub: pages, retries, limits and words, without waiting.
import { describe, expect, it } from "vitest";
import type { Fetch } from "../../src/engine/model/ports.ts";
import { type GitHubApi, createApi } from "../../src/github/api.ts";
import type { Runner } from "../../src/github/runner.ts";

interface Asked {
  readonly api: GitHubApi;
  /** Each as `GET https://…`. */
  readonly calls: string[];
  /** In milliseconds. */
  readonly pauses: number[];
  readonly inits: RequestInit[];
}

const now = 1_700_000_000_000;

/** An API that gives these answers, one a call, and the last again and again. */
async function asking(...answers: readonly (() => Response)[]): Promise<Asked> {
  const calls: string[] = [];
  const pauses: number[] = [];
  const inits: RequestInit[] = [];
  const fetch: Fetch = async (url, init) => {
    inits.push(init);
    calls.push(`${init.method} ${url}`);
    return answers[Math.min(calls.length, answers.length) - 1]!();
  };
  const runner: Runner = {
    env: { GITHUB_REPOSITORY: "acme/shop", GITHUB_API_URL: "https://api.test/v3/" },
    version: "1.2.3",
    log: () => {},
    readFile: () => undefined,
    appendFile: () => {},
    beforeExit: () => {},
    fetch: async () => fetch,
    sleep: async (milliseconds) => void pauses.push(milliseconds),
    time: () => now,
    uniqueId: () => "",
  };
  return { api: await createApi(runner, "the-token"), calls, pauses, inits };
}

const page = (things: unknown[], link?: string) => (): Response =>
  Response.json(things, { headers: link === undefined ? {} : { link } });
const says =
  (status: number, headers: Record<string, string> = {}, message = "No.") =>
  (): Response =>
    Response.json({ message }, { status, headers });
const thing = (): Response => Response.json({ id: 1 });
const fails = (): Response => {
  throw new TypeError("fetch failed");
};
const what = { what: "do it", needs: "issues: write" };

describe("lists", () => {
  it("are read page after page", async () => {
    const next =
      '<https://api.test/v3/x?page=2>; rel="next", <https://api.test/v3/x?page=2>; rel="last"';
    const back = '<https://api.test/v3/x?page=1>; rel="prev"';
    const { api, calls } = await asking(page([{ id: 1 }], next), page([{ id: 2 }], back));
    expect(await api.all("/x?state=open", what)).toEqual([{ id: 1 }, { id: 2 }]);
    expect(calls).toEqual([
      "GET https://api.test/v3/x?state=open&per_page=100",
      "GET https://api.test/v3/x?page=2",
    ]);
  });

  it("that go on at another host end there: the token stays", async () => {
    const { api, calls } = await asking(page([], '<https://evil.test/x>; rel="next"'));
    await expect(api.all("/x", what)).rejects.toThrow("is on another host");
    expect(calls).toHaveLength(1);
  });
});

it("the token goes in a header, and no redirect is followed", async () => {
  const { api, inits } = await asking(thing);
  await api.send("GET", "/x", what);
  expect(inits[0]).toMatchObject({
    redirect: "manual",
    headers: { authorization: "Bearer the-token" },
  });
});

describe("what is sent again", () => {
  it.each<[string, () => Response, "GET" | "PATCH" | "POST", number]>([
    ["a read that failed", says(502), "GET", 5],
    ["a change that failed", says(503), "PATCH", 5],
    ["a read without an answer", fails, "GET", 5],
    ["nothing that may have been made", says(502), "POST", 1],
    ["nothing whose answer never came", fails, "POST", 1],
    ["nothing that is not allowed", says(403), "GET", 1],
    ["nothing that is not there", says(404), "GET", 1],
    ["nothing that is wrong", says(422), "POST", 1],
    ["what came too often", says(429), "POST", 5],
  ])("%s", async (_what, answer, method, times) => {
    const { api, calls, pauses } = await asking(answer);
    await expect(api.send(method, "/x", what)).rejects.toThrow("GitHub");
    expect(calls).toHaveLength(times);
    expect(pauses).toEqual([500, 1000, 2000, 4000].slice(0, times - 1));
  });

  it.each<[string, () => Response, number]>([
    ["for as long as it asks", says(429, { "retry-after": "7" }), 7000],
    [
      "until its limit is reset",
      says(403, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(now / 1000 + 20) }),
      20_000,
    ],
    [
      "for a minute where it says no time",
      says(403, {}, "You have exceeded a secondary rate limit."),
      60_000,
    ],
  ])("after a pause, %s", async (_what, answer, pauseMs) => {
    const { api, pauses } = await asking(answer, thing);
    await api.send("POST", "/x", what);
    expect(pauses).toEqual([pauseMs]);
  });

  it("not where a job should not wait so long", async () => {
    const { api, pauses } = await asking(says(403, { "retry-after": "3600" }));
    await expect(api.send("GET", "/x", what)).rejects.toThrow("in 60 minutes");
    expect(pauses).toEqual([]);
  });
});

describe("an answer of another form is a failure, and is not asked for again", () => {
  const text = (body: string | null, status: number) => (): Response =>
    new Response(body, { status });
  it.each<[string, () => Response, (api: GitHubApi) => Promise<unknown>]>([
    ["a page for a list", text("<html>", 200), (api) => api.all("/x", what)],
    ["nothing for a list", text(null, 204), (api) => api.all("/x", what)],
    ["words for a list", says(200), (api) => api.all("/x", what)],
    ["texts for a list", () => Response.json(["x"]), (api) => api.all("/x", what)],
    ["a page for a thing", text("<html>", 201), (api) => api.send("POST", "/x", what)],
    ["nothing for a thing", text(null, 204), (api) => api.send("PATCH", "/x", what)],
    ["words for a thing", says(200), (api) => api.send("POST", "/x", what)],
    ["a list for a thing", page([]), (api) => api.send("GET", "/x", what)],
    ["a page for nothing", text("<html>", 200), (api) => api.send("DELETE", "/x", what)],
    ["words for a query", says(200), (api) => api.graphql("{}", what)],
  ])("%s", async (_what, answer, ask) => {
    const { api, calls } = await asking(answer);
    await expect(ask(api)).rejects.toThrow(
      /^GitHub: cannot do it: the response is not one of GitHub's API \(20\d(: No\.)?\)\.$/,
    );
    expect(calls).toHaveLength(1);
  });

  it("errors of a query are told", async () => {
    const errors = [{ type: "RATE_LIMITED", message: "Too many." }];
    const { api } = await asking(() => Response.json({ data: null, errors }));
    await expect(api.graphql("{}", what)).rejects.toThrow(
      "GitHub: cannot do it: the query failed (Too many.).",
    );
  });

  it("nothing is what a DELETE gives", async () => {
    const { api } = await asking(text(null, 204));
    expect(await api.send("DELETE", "/x", what)).toEqual({});
  });
});

describe("in words", () => {
  it.each<[number, string]>([
    [
      301,
      "GitHub: cannot do it: redirects are not followed, because they could send the token to another host (301: No.).",
    ],
    [401, "GitHub: cannot do it: the token is invalid (401: No.)."],
    [403, "GitHub: cannot do it: not permitted (403: No.)."],
    [404, "GitHub: cannot do it: not found, or not visible to this token (404: No.)."],
    [410, "GitHub: cannot do it: gone (410: No.)."],
    [422, "GitHub: cannot do it: the request was rejected (422: No.)."],
    [500, "GitHub: cannot do it: server error (500: No.)."],
  ])("%i", async (status, words) => {
    const { api } = await asking(says(status));
    await expect(api.send("POST", "/x", what)).rejects.toThrow(words);
  });

  it("no answer", async () => {
    const { api } = await asking(fails);
    await expect(api.send("POST", "/x", what)).rejects.toThrow(
      "GitHub: cannot do it: the connection failed.",
    );
  });
});
