// docs/environments.md, step by step, with two embedded services: one commit goes to staging, then to
// production. Each service accepts only the key of its environment.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Fetch } from "../../src/engine/model/ports.ts";
import { type CliResult, createFakeService, runCli } from "../cli/fake-host.ts";
import { folderOf } from "../io/folder.ts";
import { fences } from "./workflows/files.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/environments.md"), "utf8");

const keys: Readonly<Record<string, string>> = {
  "staging.prompts.example.com": "key-of-staging",
  "prompts.example.com": "key-of-production",
};
const env = {
  PROMPTCTL_BASE_URL_STAGING: "https://staging.prompts.example.com",
  PROMPTCTL_BASE_URL_PRODUCTION: "https://prompts.example.com",
  PROMPTCTL_API_KEY_STAGING: "key-of-staging",
  PROMPTCTL_API_KEY_PRODUCTION: "key-of-production",
};

/** The files of the page: each begins with a comment that is its path. */
const pageFiles = Object.fromEntries(
  fences(page, "yaml").map((text) => {
    const [first, ...lines] = text.split("\n");
    return [first!.replace("# ", ""), lines.join("\n")];
  }),
);

/** The commands of the example, as words. */
const commands = fences(page, "sh")[0]!
  .trim()
  .split("\n")
  .map((line) => line.split(" ").slice(1));

/** Two services behind their base URLs. */
async function services(): Promise<{
  readonly fetch: Fetch;
  promptOn(host: string): Promise<Record<string, unknown>>;
}> {
  const byHost = new Map(
    await Promise.all(
      Object.keys(keys).map(async (host) => [host, await createFakeService()] as const),
    ),
  );
  const fetch: Fetch = async (url, init) => {
    const { host } = new URL(url);
    const headers = new Headers(init.headers);
    if (headers.get("x-api-key") !== keys[host]) return new Response("{}", { status: 401 });
    headers.set("x-api-key", "good");
    return byHost.get(host)!.fetch(url, { ...init, headers });
  };
  return {
    fetch,
    promptOn: async (host) => {
      const response = await fetch(`https://${host}/sdk/v1/prompts`, {
        headers: { "x-api-key": keys[host]! },
      });
      const [prompt] = (await response.json()) as { parameters: Record<string, unknown> }[];
      return prompt!.parameters;
    },
  };
}

it("the commands of the page bring one commit to staging, then to production", async () => {
  await using folder = folderOf(pageFiles);
  const { fetch, promptOn } = await services();
  const run = (args: readonly string[], answer: boolean | string): Promise<CliResult> =>
    runCli(args, { cwd: folder.path, env, fetch, answer });
  const results: CliResult[] = [];
  for (const words of commands)
    results.push(await run(words, words.includes("production") ? "production" : true));
  expect(results.map(({ code, out }) => [code, code === 0 ? "" : out])).toEqual(
    commands.map(() => [0, ""]),
  );
  const [valid, difference, plan, , , , status] = results;
  expect(valid!.out).toContain("Valid: 1 definition");
  expect(difference!.out).toContain(
    'parameters.name       "claude-sonnet-4-6" → "claude-haiku-4-5"  promptctl.yaml:7',
  );
  expect(plan!.out).toContain("overridden: parameters.name (promptctl.yaml:7)");
  expect(status!.out).toMatch(/staging .* in sync\n/);
  expect(status!.out).toMatch(/production .* in sync\n/);
  expect(await promptOn("staging.prompts.example.com")).toMatchObject({
    name: "claude-haiku-4-5",
    maxTokens: 512,
  });
  expect(await promptOn("prompts.example.com")).toMatchObject({
    name: "claude-sonnet-4-6",
    maxTokens: 1024,
  });
});

it("the plan on the page is what plan prints", async () => {
  await using folder = folderOf(pageFiles);
  const { fetch } = await services();
  const { out } = await runCli(["plan", "--env", "staging"], { cwd: folder.path, env, fetch });
  expect(fences(page, "text")[0]).toBe(out);
});

it("the command for a protected environment applies in CI", async () => {
  await using folder = folderOf(pageFiles);
  const { fetch } = await services();
  const words = fences(page, "sh")[1]!.trim().split(" ").slice(1);
  const host = { cwd: folder.path, env: { ...env, CI: "true" }, fetch };
  await runCli(["apply", "--env", "staging", "--auto-approve"], host); // production is after it
  const { code } = await runCli(words, host);
  expect(code).toBe(0);
});
