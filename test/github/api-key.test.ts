// The input api-key: ID tokens of the run take the place of the API key.
import { expect, it } from "vitest";
import { runClaims } from "../fixtures/token-issuer.ts";
import { push } from "./events.ts";
import { applyWhileTokenEnds, expectHidden, tokenFixture } from "./token-fixture.ts";

it("apply sends a token for the base URL, and the service keeps the run that it proves", async () => {
  await using context = await tokenFixture();
  const { fixture, issuer, run } = context;
  const result = await run("apply");
  expect([result.code, issuer.audiences]).toEqual([0, [fixture.service.url]]);
  expectHidden(result, issuer);
  const [token] = issuer.tokens;
  const get = async (path: string) =>
    (await fetch(`${fixture.service.url}${path}`, { headers: { "x-api-key": token! } })).json();
  const [{ id }] = (await get("/sdk/v1/prompts")) as [{ id: string }];
  const { repository, sha: commit, run_id: runId } = runClaims;
  expect(await get(`/sdk/v1/prompts/${id}/versions`)).toMatchObject([
    { keyName: "ci-apply", verifiedRun: { repository, commit, runId } },
  ]);
});

it("a token that ends between two attempts of an apply is replaced once", () =>
  applyWhileTokenEnds());

it("a token that ends soon is not used again", async () => {
  await using context = await tokenFixture();
  const { issuer, run } = context;
  issuer.lifetime = 20;
  expect((await run("apply")).code).toBe(0);
  expect(issuer.audiences.length).toBeGreaterThan(1);
});

it("with tokens that the service refuses, each request is sent twice, and the message says why", async () => {
  await using context = await tokenFixture();
  const { fixture, issuer, run } = context;
  issuer.lifetime = 48 * 60 * 60;
  const result = await run("plan");
  expect([result.code, issuer.audiences.length]).toEqual([1, 2]);
  const lists = new Set(fixture.service.calls);
  expect(fixture.service.calls).toHaveLength(2 * lists.size);
  expect(result.log).toContain("The claim exp of the token");
  expect(result.log).toContain(`Their audience must be ${fixture.service.url}.`);
  expectHidden(result, issuer);
});

it("requests for tokens are repeated, and a refusal names the permission", async () => {
  await using context = await tokenFixture();
  const { issuer, run } = context;
  issuer.statuses.push(502, 503);
  expect((await run("plan")).code).toBe(0);
  issuer.statuses.push(403);
  const { code, log } = await run("plan");
  expect(code).toBe(1);
  expect(log).toContain("cannot get an ID token for the service: not permitted (403)");
  expect(log).toContain("Give the job the permission id-token: write.");
});

it("a run without the permission sends nothing", async () => {
  await using context = await tokenFixture();
  const { fixture, run } = context;
  const { code, log } = await run("plan", { PROMPTCTL_API_KEY: "other-key-of-this-job" });
  expect([code, fixture.service.calls]).toEqual([64, []]);
  expect(log).toContain("The input api-key is oidc, but this run gets no ID tokens.");
});

it("another value is refused", async () => {
  await using context = await tokenFixture();
  const { fixture, issuer } = context;
  const given = { with: { "api-key": "key-SECRET-42" }, env: issuer.env };
  const { code, log } = await fixture.run("plan", push, given);
  expect(code).toBe(64);
  expect(log).toContain("The input api-key is");
});
