// The client of GitHub's API: pages, retries, rate limits and error messages, without waiting.
import { describe, expect, it } from "vitest";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import { type GitHubApi, createApi } from "../../../src/github/api/api.ts";
import type { ActionRunner } from "../../../src/github/api/runner.ts";

interface FakeApi {
  readonly api: GitHubApi;
  /** Method and URL: `GET https://…`. */
  readonly calls: string[];
  /** In milliseconds. */
  readonly pauses: number[];
  readonly inits: RequestInit[];
}

const now = 1_700_000_000_000;

/** A client whose requests get these responses, in order. The last one is repeated. */
async function createFakeApi(...responses: readonly (() => Response)[]): Promise<FakeApi> {
  const calls: string[] = [];
  const pauses: number[] = [];
  const inits: RequestInit[] = [];
  const fetch: Fetch = async (url, init) => {
    inits.push(init);
    calls.push(`${init.method} ${url}`);
    return responses[Math.min(calls.length, responses.length) - 1]!();
  };
  const runner: ActionRunner = {
    env: { GITHUB_REPOSITORY: "acme/shop", GITHUB_API_URL: "https://api.test/v3/" },
    version: "1.2.3",
    log: () => {},
    readJson: () => undefined,
    appendFile: () => {},
    beforeExit: () => {},
    fetch: async () => fetch,
    sleep: async (milliseconds) => void pauses.push(milliseconds),
    time: () => now,
    uniqueId: () => "",
  };
  return { api: await createApi(runner, "the-token"), calls, pauses, inits };
}

const listResponse = (items: unknown[], link?: string) => (): Response =>
  Response.json(items, { headers: link === undefined ? {} : { link } });
const messageResponse =
  (status: number, headers: Record<string, string> = {}, message = "No.") =>
  (): Response =>
    Response.json({ message }, { status, headers });
const objectResponse = (): Response => Response.json({ id: 1 });
const noResponse = (): Response => {
  throw new TypeError("fetch failed");
};
const purpose = { what: "do it", needs: "issues: write" };

describe("all", () => {
  it("reads all pages of a list", async () => {
    const next =
      '<https://api.test/v3/x?page=2>; rel="next", <https://api.test/v3/x?page=2>; rel="last"';
    const back = '<https://api.test/v3/x?page=1>; rel="prev"';
    const { api, calls } = await createFakeApi(
      listResponse([{ id: 1 }], next),
      listResponse([{ id: 2 }], back),
    );
    expect(await api.all("/x?state=open", purpose)).toEqual([{ id: 1 }, { id: 2 }]);
    expect(calls).toEqual([
      "GET https://api.test/v3/x?state=open&per_page=100",
      "GET https://api.test/v3/x?page=2",
    ]);
  });

  it("does not send the token to the next page on another host", async () => {
    const { api, calls } = await createFakeApi(
      listResponse([], '<https://evil.test/x>; rel="next"'),
    );
    await expect(api.all("/x", purpose)).rejects.toThrow("is on another host");
    expect(calls).toHaveLength(1);
  });
});

it("sends the token in a header and does not follow redirects", async () => {
  const { api, inits } = await createFakeApi(objectResponse);
  await api.send("GET", "/x", purpose);
  expect(inits[0]).toMatchObject({
    redirect: "manual",
    headers: { authorization: "Bearer the-token" },
  });
});

describe("retries", () => {
  it.each<[string, () => Response, "GET" | "PATCH" | "POST", number]>([
    ["retries a GET after 502", messageResponse(502), "GET", 5],
    ["retries a PATCH after 503", messageResponse(503), "PATCH", 5],
    ["retries a GET without a response", noResponse, "GET", 5],
    ["does not retry a POST after 502", messageResponse(502), "POST", 1],
    ["does not retry a POST without a response", noResponse, "POST", 1],
    ["does not retry after 403", messageResponse(403), "GET", 1],
    ["does not retry after 404", messageResponse(404), "GET", 1],
    ["does not retry after 422", messageResponse(422), "POST", 1],
    ["retries a POST after 429", messageResponse(429), "POST", 5],
  ])("%s", async (_what, answer, method, times) => {
    const { api, calls, pauses } = await createFakeApi(answer);
    await expect(api.send(method, "/x", purpose)).rejects.toThrow("GitHub");
    expect(calls).toHaveLength(times);
    expect(pauses).toEqual([500, 1000, 2000, 4000].slice(0, times - 1));
  });

  it.each<[string, () => Response, number]>([
    ["of the header Retry-After", messageResponse(429, { "retry-after": "7" }), 7000],
    [
      "until the rate limit is reset",
      messageResponse(403, {
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": String(now / 1000 + 20),
      }),
      20_000,
    ],
    [
      "of a minute if the rate limit has no time",
      messageResponse(403, {}, "You have exceeded a secondary rate limit."),
      60_000,
    ],
  ])("after a pause %s", async (_what, answer, pauseMs) => {
    const { api, pauses } = await createFakeApi(answer, objectResponse);
    await api.send("POST", "/x", purpose);
    expect(pauses).toEqual([pauseMs]);
  });

  it("fails at once if the requested pause is too long", async () => {
    const { api, pauses } = await createFakeApi(messageResponse(403, { "retry-after": "3600" }));
    await expect(api.send("GET", "/x", purpose)).rejects.toThrow("in 60 minutes");
    expect(pauses).toEqual([]);
  });
});

describe("an unexpected body is an error without a retry", () => {
  const text = (body: string | null, status: number) => (): Response =>
    new Response(body, { status });
  it.each<[string, () => Response, (api: GitHubApi) => Promise<unknown>]>([
    ["HTML instead of a list", text("<html>", 200), (api) => api.all("/x", purpose)],
    ["an empty body instead of a list", text(null, 204), (api) => api.all("/x", purpose)],
    ["a message instead of a list", messageResponse(200), (api) => api.all("/x", purpose)],
    [
      "a list of strings instead of objects",
      () => Response.json(["x"]),
      (api) => api.all("/x", purpose),
    ],
    ["HTML instead of an object", text("<html>", 201), (api) => api.send("POST", "/x", purpose)],
    [
      "an empty body instead of an object",
      text(null, 204),
      (api) => api.send("PATCH", "/x", purpose),
    ],
    [
      "a message instead of an object",
      messageResponse(200),
      (api) => api.send("POST", "/x", purpose),
    ],
    ["a list instead of an object", listResponse([]), (api) => api.send("GET", "/x", purpose)],
    ["HTML after a DELETE", text("<html>", 200), (api) => api.send("DELETE", "/x", purpose)],
    [
      "a message instead of a query result",
      messageResponse(200),
      (api) => api.graphql("{}", purpose),
    ],
  ])("%s", async (_what, answer, ask) => {
    const { api, calls } = await createFakeApi(answer);
    await expect(ask(api)).rejects.toThrow(
      /^GitHub: cannot do it: the response is not one of GitHub's API \(20\d(: No\.)?\)\.$/,
    );
    expect(calls).toHaveLength(1);
  });

  it("reports the errors of a GraphQL query", async () => {
    const errors = [{ type: "UNDEFINED_FIELD", message: "No such field." }];
    const { api, pauses } = await createFakeApi(() => Response.json({ data: null, errors }));
    await expect(api.graphql("{}", purpose)).rejects.toThrow(
      "GitHub: cannot do it: the query failed (No such field.).",
    );
    expect(pauses).toEqual([]);
  });

  it.each<[string, Record<string, string>, number]>([
    ["the pause of retry-after", { "retry-after": "7" }, 7000],
    [
      "a pause until the limit is reset",
      { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(now / 1000 + 9) },
      9000,
    ],
    ["a minute without a time", {}, 60_000],
  ])("repeats a GraphQL query after a rate limit, after %s", async (_what, headers, pause) => {
    const errors = [{ type: "RATE_LIMITED", message: "Too many." }];
    const limited = (): Response => Response.json({ data: null, errors }, { headers });
    const viewer = (): Response => Response.json({ data: { viewer: { login: "a" } } });
    const { api, pauses } = await createFakeApi(limited, viewer);
    expect(await api.graphql("{}", purpose)).toEqual({ viewer: { login: "a" } });
    expect(pauses).toEqual([pause]);
    const never = await createFakeApi(limited);
    await expect(never.api.graphql("{}", purpose)).rejects.toThrow(
      "GitHub: cannot do it: rate limit exceeded (Too many.).",
    );
    expect(never.pauses).toHaveLength(4);
  });

  it("returns an empty object after a DELETE", async () => {
    const { api } = await createFakeApi(text(null, 204));
    expect(await api.send("DELETE", "/x", purpose)).toEqual({});
  });
});

describe("error messages", () => {
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
  ])("%i", async (status, message) => {
    const { api } = await createFakeApi(messageResponse(status));
    await expect(api.send("POST", "/x", purpose)).rejects.toThrow(message);
  });

  it.each<[string, string, string]>([
    [
      "GitHub Actions is not permitted to create or approve pull requests.",
      "a setting forbids it, not a permission of the job",
      'Turn on "Allow GitHub Actions to create and approve pull requests" in the repository under Settings > Actions > General.',
    ],
    [
      "Repository was archived so is read-only.",
      "the repository is archived",
      "Unarchive the repository",
    ],
    [
      "Resource protected by organization SAML enforcement. You must grant your OAuth token access.",
      "the token is not authorized for the organization",
      "single sign-on",
    ],
    [
      "Resource not accessible by personal access token",
      "not permitted",
      "Give the token of the input github-token the permission issues: write.",
    ],
    [
      "Resource not accessible by integration",
      "not permitted",
      "Give the job the permission issues: write.",
    ],
  ])("a 403 with %s says what to do, over REST and GraphQL", async (text403, reason, hint) => {
    const rest = await createFakeApi(messageResponse(403, {}, text403));
    await expect(rest.api.send("POST", "/x", purpose)).rejects.toMatchObject({
      code: "github-403",
      message: expect.stringContaining(`cannot do it: ${reason} (403: ${text403}`),
      hint: expect.stringContaining(hint),
    });
    const errors = [{ type: "FORBIDDEN", message: text403 }];
    const graphql = await createFakeApi(() => Response.json({ data: null, errors }));
    await expect(graphql.api.graphql("{ viewer { login } }", purpose)).rejects.toMatchObject({
      code: "github-403",
      hint: expect.stringContaining(hint),
    });
  });
});
