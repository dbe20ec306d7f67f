// Two servers record every request: the API keys of two environments never reach the other's service,
// with all files, flags and variables, in CI and out of it.
import { rmSync } from "node:fs";
import { expect, it } from "vitest";
import type { EnvironmentVariables } from "../../../src/engine/model/ports.ts";
import { platformFetch } from "../../io/http/recorder.ts";
import { folderOf } from "../../io/folder.ts";
import { type Loopback, loopback } from "../../io/loopback.ts";
import { runCli } from "../fake-host.ts";

const keys = { staging: "key-of-staging", production: "key-of-production", generic: "key-generic" };

const prompt = `kind: prompt
name: A
parameters: { provider: OPENAI, name: gpt-5.4 }
messages: [{ role: user, content: Hello }]
`;

interface Combination {
  readonly inFile: boolean;
  readonly flag: string | undefined;
  readonly env: EnvironmentVariables;
}

/** All combinations of where an address of staging can be set, and of the keys that can be set. */
function* combinations(staging: string, production: string): Generator<Combination> {
  const addresses = [undefined, staging, production];
  const serviceKeys = [
    { generic: undefined, production: undefined },
    { generic: keys.generic, production: undefined },
    { generic: undefined, production: keys.production },
    { generic: keys.generic, production: keys.production },
    { generic: keys.production, production: keys.production }, // a mistake that can be found
  ];
  for (const inFile of [true, false])
    for (const flag of addresses)
      for (const generic of addresses)
        for (const own of addresses)
          for (const serviceKey of serviceKeys)
            for (const ownKey of [undefined, keys.staging])
              for (const CI of [undefined, "true"])
                yield {
                  inFile,
                  flag,
                  env: {
                    CI,
                    PROMPTCTL_BASE_URL: generic,
                    PROMPTCTL_BASE_URL_STAGING: own,
                    PROMPTCTL_BASE_URL_PRODUCTION: inFile ? undefined : production,
                    PROMPTCTL_API_KEY: serviceKey.generic,
                    PROMPTCTL_API_KEY_STAGING: ownKey,
                    PROMPTCTL_API_KEY_PRODUCTION: serviceKey.production,
                  },
                };
}

const emptyService = (): Promise<Loopback> =>
  loopback((_request, response) => {
    response.setHeader("content-type", "application/json");
    response.end("[]");
  });

const headersOf = ({ requests }: Loopback, from = 0): string[] =>
  requests.slice(from).map(({ rawHeaders }) => rawHeaders.join("\n"));

it("no key reaches the service of another environment, and no key goes to an address that nothing confirms", async () => {
  await using staging = await emptyService();
  await using production = await emptyService();
  const file = (url: string): string => `    baseUrl: ${url}\n`;
  await using folder = folderOf();
  const text = (inFile: boolean): string =>
    `environments:\n  staging:\n    protected: false\n${inFile ? file(staging.url) : ""}  production:\n    protected: true\n${inFile ? file(production.url) : ""}`;
  for (const inFile of [true, false]) {
    folder.write(`${inFile}/prompts/a.yaml`, prompt);
    folder.write(`${inFile}/promptctl.yaml`, text(inFile));
  }
  let sent = 0;
  let questions = 0;
  for (const { inFile, flag, env } of combinations(staging.url, production.url)) {
    rmSync(folder.at("config"), { recursive: true, force: true }); // answers to earlier questions
    const before = staging.requests.length;
    const url = flag === undefined ? [] : ["--base-url", flag];
    const run = await runCli(["plan", "--env", "staging", "--retries", "0", ...url], {
      cwd: folder.at(String(inFile)),
      env: { ...env, XDG_CONFIG_HOME: folder.at("config") },
      answer: true,
      fetch: platformFetch,
    });
    const received = headersOf(staging, before);
    expect([0, 4, 64]).toContain(run.code);
    expect(run.out + run.err).not.toMatch(/key-of-|key-generic/);
    expect(received.length > 0).toBe(run.code === 0);
    sent += received.length;
    questions += run.questions.length;
    // The oracle: which address the user has set outside of the file.
    const isStated = [flag, env["PROMPTCTL_BASE_URL"]].includes(staging.url);
    const isOwn = env["PROMPTCTL_BASE_URL_STAGING"] === staging.url;
    const hasGenericKey = received.some((headers) => headers.includes(keys.generic));
    if (hasGenericKey && !isStated)
      expect([env["CI"], run.questions.length]).toEqual([undefined, 1]);
    if (env["CI"] && received.length > 0) expect(isStated || isOwn).toBe(true);
  }
  expect(sent).toBeGreaterThan(100);
  expect(questions).toBeGreaterThan(10);
  expect(production.requests).toEqual([]);
  expect(headersOf(staging).filter((each) => each.includes(keys.production))).toEqual([]);
  expect(headersOf(staging).filter((each) => each.includes(keys.staging)).length).toBeGreaterThan(
    0,
  );
}, 120_000);
