// Which requests the service of `after` gets, from which commands, and with which key.
import { expect, it } from "vitest";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import { createFakeService } from "../fake-host.ts";
import { createProjectFixture } from "../project-fixture.ts";
import { lookup } from "../project.ts";

const configuration = `definitions: prompts
environments:
  staging: {}
  production: { after: staging }
`;
const url = { staging: "https://staging.example", production: "https://prompts.example.com" };
const env = {
  PROMPTCTL_BASE_URL_STAGING: url.staging,
  PROMPTCTL_BASE_URL_PRODUCTION: url.production,
  PROMPTCTL_BASE_URL: url.production,
  PROMPTCTL_API_KEY_STAGING: "key-of-staging",
  PROMPTCTL_API_KEY: "good",
};

it("staging is only read, once for each kind that changes, and by plan, apply and status alone", async () => {
  await using fixture = await createProjectFixture({ "promptctl.yaml": configuration });
  const staging = await createFakeService();
  const fetch: Fetch = (address, init) => {
    const headers = new Headers(init.headers);
    if (!address.startsWith(url.staging)) {
      expect(headers.get("x-api-key")).toBe("good");
      return fixture.service.fetch(address, init);
    }
    expect(headers.get("x-api-key")).toBe("key-of-staging");
    headers.set("x-api-key", "good");
    return staging.fetch(address, { ...init, headers });
  };
  const production = ["--env", "production", "--base-url", url.production];
  const run = async (...args: readonly string[]): Promise<readonly [number, string[]]> => {
    staging.calls.length = 0;
    const { code } = await fixture.run(args, { env, fetch });
    return [code, staging.calls.toSorted()];
  };
  const named = ["GET /sdk/v1/prompts", "GET /sdk/v1/tools"];
  const children = ["GET /sdk/v1/evaluation-assertions", "GET /sdk/v1/evaluations"];
  expect(await run("plan", ...production)).toEqual([4, [...children, ...named]]);
  await fixture.run(["apply", "--env", "staging", "--auto-approve"], {
    env: { ...env, PROMPTCTL_BASE_URL: "" },
    fetch,
  });
  expect(await run("apply", ...production, "--auto-approve")).toEqual([0, [...children, ...named]]);
  expect(await run("plan", ...production)).toEqual([0, []]);
  fixture.folder.write("prompts/lookup.yaml", lookup.replace("Look up", "Find"));
  expect(await run("plan", ...production)).toEqual([4, named]);
  expect(await run("status", ...production)).toEqual([2, named]);
  for (const command of [
    ["codegen", "--out", "a.json", "--ids"],
    ["pull", "--dry-run"],
    ["diff"],
    ["validate"],
    ["graph"],
  ]) {
    const flags = ["codegen", "pull"].includes(command[0]!) ? production : [];
    expect([command, (await run(...command, ...flags))[1]]).toEqual([command, []]);
  }
});
