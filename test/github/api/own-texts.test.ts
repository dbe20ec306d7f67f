// The account of the token: how often it is requested.
import { expect, it } from "vitest";
import { failed } from "../../../src/engine/model/failure.ts";
import type { GitHubApi } from "../../../src/github/api/api.ts";
import { filterOwn, ownLogin } from "../../../src/github/api/own-texts.ts";

/** An API whose requests get these answers, in order. The last one is repeated. */
function apiWith(...answers: readonly (() => Promise<{ login: string }>)[]) {
  const requests: string[] = [];
  const api: GitHubApi = {
    repository: "acme/shop",
    all: () => expect.fail("a list was requested"),
    send: (method, path) => {
      requests.push(`${method} ${path}`);
      return answers[Math.min(requests.length, answers.length) - 1]!();
    },
    graphql: () => expect.fail("GraphQL was requested"),
  };
  return { api, requests };
}

const octocat = async () => ({ login: "octocat" });
const items = [{ user: { login: "octocat" } }, { user: { login: "mallory" } }];

it("all callers of an API share one request, also at the same time", async () => {
  const { api, requests } = apiWith(octocat);
  const logins = await Promise.all([ownLogin(api), ownLogin(api)]);
  expect([...logins, await ownLogin(api)]).toEqual(["octocat", "octocat", "octocat"]);
  expect(await filterOwn(api, items)).toEqual([items[0]]);
  expect(requests).toEqual(["GET /user"]);
});

it("another API has an account of its own", async () => {
  const other = apiWith(async () => ({ login: "hubot" }));
  expect(await ownLogin(apiWith(octocat).api)).toBe("octocat");
  expect(await ownLogin(other.api)).toBe("hubot");
  expect(other.requests).toEqual(["GET /user"]);
});

it("a request that failed is sent again", async () => {
  const { api, requests } = apiWith(async () => {
    throw failed("github-500", "GitHub responded with 500.");
  }, octocat);
  await expect(Promise.all([ownLogin(api), ownLogin(api)])).rejects.toThrow("500");
  expect(await ownLogin(api)).toBe("octocat");
  expect(await ownLogin(api)).toBe("octocat");
  expect(requests).toEqual(["GET /user", "GET /user"]);
});

it("the author of a created item needs no request", async () => {
  const { api, requests } = apiWith(octocat);
  expect(await ownLogin(api, { user: { login: "hubot" } })).toBe("hubot");
  expect(requests).toEqual([]);
});
