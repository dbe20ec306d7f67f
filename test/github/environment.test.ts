// The Action in a project with environments: the input env names one, and confirms a protected one.
import { expect, it } from "vitest";
import { push, schedule } from "./events.ts";
import { createFixture, key } from "./fixture.ts";

const configuration = `environments:
  staging:
    set: { prompt/Greeter: { parameters.temperature: 0.3 } }
  production:
    protected: true
`;
const files = { "promptctl.yaml": configuration };
const off = { "reviewed-plan": "off", "allow-unmerged": "true" };

it.each([
  ["the input env confirms a protected environment", { env: "production" }, {}, 0],
  ["PROMPTCTL_ENV does not", {}, { PROMPTCTL_ENV: "production" }, 4],
  ["PROMPTCTL_ENV names one that is not protected", {}, { PROMPTCTL_ENV: "staging" }, 0],
  ["none is named", {}, {}, 64],
])("%s", async (_, inputs, env, code) => {
  await using fixture = await createFixture(files);
  const result = await fixture.run("apply", push, { with: { ...off, ...inputs }, env });
  expect([result.code, fixture.service.writes().length > 0]).toEqual([code, code === 0]);
  if ("PROMPTCTL_ENV" in env && code === 4)
    expect(result.log).toContain("The environment production is protected.");
});

it("the commands in its reports name the environment", async () => {
  await using fixture = await createFixture(files);
  const at = { with: { env: "staging" } };
  const drift = await fixture.run("drift", schedule, at);
  expect(drift.summary).toContain("`promptctl pull --branch hotfix --env staging`");
  const required = { with: { env: "staging", "reviewed-plan": "require" } };
  const { log } = await fixture.run("apply", push, required);
  expect(log).toContain("run promptctl apply --env staging in a terminal");
});

it("a key of the environment is sent and hidden", async () => {
  await using fixture = await createFixture(files);
  const env = { PROMPTCTL_API_KEY: "", PROMPTCTL_API_KEY_STAGING: key };
  const { code, log } = await fixture.run("plan", push, { with: { env: "staging" }, env });
  expect(code).toBe(0);
  expect(log).toContain("parameters.temperature");
  expect(log.replace(`::add-mask::${key}`, "")).not.toContain(key);
});
