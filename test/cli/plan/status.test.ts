// promptctl status: a row for each environment.
import { basename, dirname } from "node:path";
import { Ajv } from "ajv";
import { expect, describe, it } from "vitest";
import { bundled } from "../../../src/engine/validate/schema-bundle.ts";
import { printedSchemas } from "../../../src/generated/printed-schemas.ts";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import { gitEnv, repositoryOf } from "../../io/repository.ts";
import { createFakeService, runCli, serviceEnv, serviceUrl } from "../fake-host.ts";
import { callService, createProjectFixture } from "../project-fixture.ts";
import { greeter, lookup, project } from "../project.ts";

describe("promptctl status without environments", () => {
  it("compares with the configured service, and reads only", async () => {
    await using fixture = await createProjectFixture();
    const before = await fixture.run(["status"]);
    expect(before).toMatchObject({
      code: 2,
      out: `url                           state\n${serviceUrl}   7 to create\n`,
      err: "",
    });
    expect(fixture.service.writes()).toEqual([]);
    await fixture.run(["apply", "--auto-approve"]);
    await callService(fixture, "POST", "tools", {
      name: "other",
      description: "",
      parameters: { type: "object" },
    });
    const after = await fixture.run(["status"]);
    expect(after).toMatchObject({
      code: 0,
      out: `url                           state\n${serviceUrl}   in sync, 1 unmanaged\n`,
    });
  });

  it("counts changes, what was changed on the service, and refusals", async () => {
    await using repository = repositoryOf(project);
    const { fetch } = await createFakeService();
    const options = { cwd: repository.path, env: { ...gitEnv, ...serviceEnv }, fetch };
    const hotfix = { "prompts/greeter.yaml": greeter.replace("Hello", "Hotfix") };
    repository.write("prompts/greeter.yaml", hotfix["prompts/greeter.yaml"]);
    await runCli(["apply", "--auto-approve"], options);
    repository.write("prompts/greeter.yaml", greeter);
    repository.commit({
      "promptctl.yaml": "definitions: prompts\nconflicts: refuse\n",
      "prompts/lookup.yaml": lookup.replace("Look up", "Find"),
    });
    const { code, out } = await runCli(["status"], options);
    expect([code, out]).toEqual([
      2,
      `url                           state\n${serviceUrl}   1 to update, 1 changed on the service, 1 refused\n\nTo take over what was changed on the service, on a branch:\npromptctl pull --branch hotfix\n`,
    ]);
    const elsewhere = { ...options, cwd: dirname(repository.path) };
    const folder = basename(repository.path);
    expect((await runCli(["status", folder], elsewhere)).out).toContain(
      `promptctl pull --branch hotfix ${folder}\n`,
    );
    const json = await runCli(["status", "--json"], options);
    const document = JSON.parse(json.out) as unknown;
    expect([json.code, document]).toEqual([
      2,
      {
        format: "promptctl.status/1",
        environments: [
          {
            baseUrl: serviceUrl,
            state: "different",
            counts: {
              create: 0,
              update: 1,
              replace: 0,
              delete: 0,
              changedOnService: 1,
              otherRef: 0,
              duplicates: 0,
              unmanaged: 0,
              refused: 1,
            },
          },
        ],
      },
    ]);
    expect(new Ajv().validate(bundled(printedSchemas(), "status"), document)).toBe(true);
  });

  it("shows a service that cannot be reached, or does not accept the key", async () => {
    await using fixture = await createProjectFixture();
    const wrongKey = await fixture.run(["status"], {
      env: { ...serviceEnv, PROMPTCTL_API_KEY: "bad" },
    });
    expect([wrongKey.code, wrongKey.err]).toEqual([1, ""]);
    expect(wrongKey.out).toMatch(
      /^url {27}state\nhttps:\/\/prompts\.example\.com {3}error: .*(?:401|key)/,
    );
    const fetch: Fetch = async () => Promise.reject(new TypeError("fetch failed"));
    const unreachable = await fixture.run(["status", "--json", "--retries", "0"], { fetch });
    expect([unreachable.code, JSON.parse(unreachable.out)]).toMatchObject([
      1,
      { environments: [{ baseUrl: serviceUrl, state: "unknown", error: { code: "unreachable" } }] },
    ]);
  });
});

describe("promptctl status with environments", () => {
  const configuration = `definitions: prompts
environments:
  staging:
    baseUrl: https://staging.example
    set:
      "prompt/Support triage":
        parameters.temperature: 0.3
  production:
    baseUrl: https://prompts.example.com
  eu:
    baseUrl: https://eu.example
`;
  const env = {
    PROMPTCTL_BASE_URL_STAGING: "https://staging.example",
    PROMPTCTL_API_KEY_STAGING: "staging",
    PROMPTCTL_BASE_URL_PRODUCTION: "https://prompts.example.com",
    PROMPTCTL_API_KEY_PRODUCTION: "good",
  };

  it("has a row for each, with the values and the key of each, also if one has no key", async () => {
    await using fixture = await createProjectFixture({ "promptctl.yaml": configuration });
    const staging = await createFakeService();
    /** Each host is a service of its own; staging has the key `staging`. */
    const fetch: Fetch = (url, init) => {
      if (!url.startsWith("https://staging.example/")) return fixture.service.fetch(url, init);
      const headers = new Headers(init.headers);
      expect(headers.get("x-api-key")).toBe("staging");
      headers.set("x-api-key", "good");
      return staging.fetch(url, { ...init, headers });
    };
    const run = (args: readonly string[]): ReturnType<typeof fixture.run> =>
      fixture.run(args, { env, fetch });
    await run(["apply", "--env", "staging", "--auto-approve"]);
    const all = await run(["status"]);
    expect(all).toMatchObject({
      code: 1,
      out: `environment   url                           state
staging       https://staging.example       in sync
production    https://prompts.example.com   7 to create
eu            https://eu.example            error: No API key for the environment eu (https://eu.example).

eu:
  PROMPTCTL_API_KEY_STAGING is the key of another environment: it is not sent.
  PROMPTCTL_API_KEY_PRODUCTION is the key of another environment: it is not sent.
  Set the environment variable PROMPTCTL_API_KEY_EU. The key is never read from a flag or a file.
`,
    });
    const one = await run(["status", "--env", "staging"]);
    expect([one.code, one.out]).toEqual([
      0,
      "environment   url                       state\nstaging       https://staging.example   in sync\n",
    ]);
    expect(await run(["status", "--env", "eu"])).toMatchObject({ code: 64, out: "" });
    expect(await run(["status", "--env", "stagin"])).toMatchObject({ code: 64, out: "" });
  });

  it("names the environment of PROMPTCTL_ENV in CI, also if its service cannot be reached", async () => {
    const withoutAddress = configuration.replace("    baseUrl: https://staging.example\n", "");
    await using fixture = await createProjectFixture({ "promptctl.yaml": withoutAddress });
    const more = {
      env: { ...env, CI: "true", PROMPTCTL_ENV: "staging" },
      fetch: () => Promise.reject(new TypeError("fetch failed")),
    };
    const { code, out } = await fixture.run(["status", "--json", "--retries", "0"], more);
    const { environments } = JSON.parse(out) as { environments: unknown[] };
    expect([code, environments]).toEqual([
      1,
      [
        {
          name: "staging",
          baseUrl: "https://staging.example",
          state: "unknown",
          error: expect.objectContaining({ code: expect.any(String) }) as unknown,
        },
      ],
    ]);
  });

  it("asks one question after the other", async () => {
    await using fixture = await createProjectFixture({ "promptctl.yaml": configuration });
    let open = 0;
    const answer = async (): Promise<boolean> => {
      expect(++open).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      open--;
      return false;
    };
    const keys = { PROMPTCTL_API_KEY_STAGING: "good", PROMPTCTL_API_KEY_EU: "other" };
    const { code, questions, out } = await fixture.run(["status"], { env: keys, answer });
    expect([code, questions.length]).toEqual([1, 2]);
    expect(out).toContain("error: API key not sent to https://eu.example");
  });
});
