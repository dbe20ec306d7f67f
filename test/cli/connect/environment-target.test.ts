import { describe, expect, it } from "vitest";
import type { ServiceTargetFlags } from "../../../src/cli/connect/service-target.ts";
import { runCli } from "../fake-host.ts";
import { folderOf } from "../../io/folder.ts";
import type { EnvironmentVariables } from "../../../src/engine/model/ports.ts";
import { keyVariablesOf } from "../../../src/engine/text/secrets.ts";

const staging = "https://staging.example";
const production = "https://production.example";

interface Case {
  /** baseUrl of staging in the file; default: staging. */
  readonly file?: string | null;
  readonly flags?: ServiceTargetFlags;
  readonly env?: EnvironmentVariables;
  readonly answer?: boolean;
  readonly trusted?: readonly string[];
  readonly pins?: string;
}

const prompt = `kind: prompt
name: A
parameters: { provider: OPENAI, name: gpt-5.4 }
messages: [{ role: user, content: Hello }]
`;

/** Runs plan --env staging; returns the key and the address of the requests, or the error. */
async function target({
  file = staging,
  flags = {},
  env = {},
  answer,
  trusted,
  pins,
}: Case): Promise<{
  readonly sent: readonly string[];
  readonly code: number;
  readonly err: string;
  readonly questions: readonly string[];
}> {
  const own = file === null ? "" : `    baseUrl: ${file}\n`;
  await using folder = folderOf({
    "project/promptctl.yaml": `${pins ?? ""}environments:
  staging:
${own}    pins: { "prompt/A": a1 }
  production:
    baseUrl: ${production}
`,
    "project/prompts/a.yaml": prompt,
    ...(trusted && { "config/promptctl/trusted-hosts.json": JSON.stringify(trusted) }),
  });
  const sent: string[] = [];
  const url = flags.baseUrl === undefined ? [] : ["--base-url", flags.baseUrl];
  const { code, err, questions } = await runCli(["plan", "--env", "staging", ...url], {
    cwd: folder.at("project"),
    env: { XDG_CONFIG_HOME: folder.at("config"), ...env },
    ...(answer !== undefined && { answer }),
    fetch: async (address, { headers }) => {
      sent.push(`${new URL(address).origin} ${new Headers(headers).get("x-api-key")}`);
      return new Response("[]", { headers: { "content-type": "application/json" } });
    },
  });
  return { sent: [...new Set(sent)], code, err, questions };
}

const own = { PROMPTCTL_API_KEY_STAGING: "own" };
const generic = { PROMPTCTL_API_KEY: "generic" };
const other = { PROMPTCTL_API_KEY_PRODUCTION: "other" };
const ownUrl = { PROMPTCTL_BASE_URL_STAGING: staging };
const genericUrl = { PROMPTCTL_BASE_URL: staging };
const ci = { CI: "true" };
const flag = { flags: { baseUrl: staging } };
const question = (key: string, source = "promptctl.yaml"): string =>
  `${source} sets the base URL of the environment staging to ${staging}. Send ${key} to this host, now and in the future? (y/N) `;

describe("the address of an environment, and the key that is sent to it", () => {
  const rows: readonly [string, Case, string, string[]?][] = [
    ["its own variables", { env: { ...own, ...ownUrl } }, "own"],
    [
      "its own variables, with no address in the file",
      { file: null, env: { ...own, ...ownUrl } },
      "own",
    ],
    ["--base-url alone", { file: null, ...flag, env: own }, "own"],
    ["PROMPTCTL_BASE_URL that the file confirms", { env: { ...own, ...genericUrl } }, "own"],
    ["its own key before the generic one", { env: { ...own, ...generic, ...ownUrl } }, "own"],
    ["in CI: its own variables", { env: { ...ci, ...own, ...ownUrl } }, "own"],
    [
      "in CI: PROMPTCTL_BASE_URL that the file confirms",
      { env: { ...ci, ...own, ...genericUrl } },
      "own",
    ],
    [
      "the file, after a confirmation",
      { env: own, answer: true },
      "own",
      [question("PROMPTCTL_API_KEY_STAGING")],
    ],
    [
      "the file, with the generic key",
      { env: generic, answer: true },
      "generic",
      [question("PROMPTCTL_API_KEY")],
    ],
    ["the file, confirmed earlier", { env: own, trusted: ["staging staging.example"] }, "own"],
    [
      "its own address with the generic key needs a confirmation",
      { file: null, env: { ...generic, ...ownUrl }, answer: true },
      "generic",
      [question("PROMPTCTL_API_KEY", "PROMPTCTL_BASE_URL_STAGING")],
    ],
  ];
  it.each(rows)("%s", async (_, each, key, questions = []) => {
    const { sent, err, ...rest } = await target(each);
    expect({ ...rest, sent }).toEqual({ code: 4, sent: [`${staging} ${key}`], questions });
    expect(err).toBe(""); // code 4: the pinned id does not exist
  });
});

describe("a refused environment: exit code, message, hint, and no request", () => {
  const setOne =
    "  Set PROMPTCTL_BASE_URL_STAGING, use --base-url with --env staging, or write baseUrl under environments: staging: in promptctl.yaml.\n";
  const rows: readonly [string, Case, number, string][] = [
    [
      "no address",
      { file: null, env: own },
      64,
      `Error: The environment staging has no base URL.\n${setOne}`,
    ],
    [
      "PROMPTCTL_BASE_URL alone",
      { file: null, env: { ...own, ...genericUrl } },
      64,
      `Error: PROMPTCTL_BASE_URL alone is not used for the environment staging.\n${setOne}`,
    ],
    [
      "addresses that disagree",
      {
        flags: { baseUrl: "https://flag.example" },
        env: { ...own, ...ownUrl, PROMPTCTL_BASE_URL: "https://env.example" },
      },
      64,
      `Error: The base URLs of the environment staging are not the same.
  promptctl.yaml: ${staging}
  PROMPTCTL_BASE_URL_STAGING: ${staging}
  --base-url: https://flag.example
  PROMPTCTL_BASE_URL: https://env.example
`,
    ],
    [
      "the address of another environment",
      { file: null, flags: { baseUrl: production }, env: own },
      64,
      `Error: The environments staging and production have the same base URL: ${production}
  Give each its own service.
`,
    ],
    [
      "the address of another environment, in its variable",
      { env: { ...own, ...ownUrl, PROMPTCTL_BASE_URL_PRODUCTION: staging } },
      64,
      `Error: The environments staging and production have the same base URL: ${staging}
  Give each its own service.
`,
    ],
    [
      "in CI: the address of the file alone",
      { env: { ...ci, ...own } },
      64,
      `Error: The base URL of the environment staging is only in promptctl.yaml, which does not suffice in CI.
  Set PROMPTCTL_BASE_URL_STAGING=${staging}
`,
    ],
    [
      "no key",
      { env: ownUrl },
      64,
      `Error: No API key for the environment staging (${staging}).
  Set the environment variable PROMPTCTL_API_KEY_STAGING. The key is never read from a flag or a file.
`,
    ],
    [
      "the key of another environment only",
      { env: { ...ownUrl, ...other } },
      64,
      `Error: No API key for the environment staging (${staging}).
  PROMPTCTL_API_KEY_PRODUCTION is the key of another environment: it is not sent.
  Set the environment variable PROMPTCTL_API_KEY_STAGING. The key is never read from a flag or a file.
`,
    ],
    [
      "the key of another environment as the generic key",
      { ...flag, env: { ...other, PROMPTCTL_API_KEY: " other " } },
      4,
      `Refused: API key not sent: PROMPTCTL_API_KEY has the same value as PROMPTCTL_API_KEY_PRODUCTION, the key of another environment.
  Set PROMPTCTL_API_KEY_STAGING to the key of the environment staging.
`,
    ],
    [
      "in CI: a generic key where nothing confirms the address",
      { env: { ...ci, ...generic, ...ownUrl }, answer: true },
      4,
      `Refused: PROMPTCTL_API_KEY not sent to ${staging}: neither --base-url nor PROMPTCTL_BASE_URL names this base URL.
  Set PROMPTCTL_API_KEY_STAGING to the key of the environment staging, or use --env staging --base-url ${staging}
`,
    ],
    [
      "the address of the file without a terminal",
      { env: own },
      4,
      `Refused: API key not sent to ${staging}: this URL comes from promptctl.yaml and was not confirmed.
  To confirm it: --env staging --base-url ${staging}, or set PROMPTCTL_BASE_URL_STAGING.
`,
    ],
    [
      "a key that no request can carry",
      { env: { ...ownUrl, PROMPTCTL_API_KEY_STAGING: "one\ntwo" } },
      64,
      `Error: The API key (PROMPTCTL_API_KEY_STAGING) contains a line break or a character that is not ASCII.
  Copy the key again. It is not shown here.
`,
    ],
    [
      "a host that was confirmed for another environment, or without one",
      { env: own, trusted: ["staging.example", "production staging.example"] },
      4,
      `Refused: API key not sent to ${staging}: this URL comes from promptctl.yaml and was not confirmed.
  To confirm it: --env staging --base-url ${staging}, or set PROMPTCTL_BASE_URL_STAGING.
`,
    ],
    [
      "pins that contradict each other, for an address outside of the file",
      { file: null, ...flag, env: own, pins: `pins: { "${staging}": { "prompt/A": b2 } }\n` },
      3,
      `Error: promptctl.yaml pins prompt/A to two ids: b2 for ${staging}, a1 for the environment staging.
  Keep one of them.
`,
    ],
  ];
  it.each(rows)("%s", async (_, each, code, err) => {
    expect(await target(each)).toMatchObject({ sent: [], code, err });
  });
});

it("a service on this machine gets a request without a key; the hint of its 401 names the variable of the environment", async () => {
  await using folder = folderOf({
    "promptctl.yaml": "environments:\n  eu-west: {}\n  production: {}\n",
    "prompts/a.yaml": prompt,
  });
  const keys: (string | null)[] = [];
  const { code, err } = await runCli(["plan", "--env", "eu-west"], {
    cwd: folder.path,
    env: { ...other, PROMPTCTL_BASE_URL_EU_WEST: "http://127.0.0.1:4000" },
    fetch: async (_address, { headers }) => {
      keys.push(new Headers(headers).get("x-api-key"));
      return Response.json({ error: "no key" }, { status: 401 });
    },
  });
  expect([code, new Set(keys)]).toEqual([1, new Set([null])]);
  expect(err).toContain(
    "Set PROMPTCTL_API_KEY_EU_WEST to a key that http://127.0.0.1:4000 accepts.",
  );
});

it("the keys of environments are among the variables that outputs hide", () => {
  const env = { ...own, ...generic, PROMPTCTL_API_KEYS: "x", PATH: "/bin" };
  expect(keyVariablesOf(env)).toEqual([
    "PROMPTCTL_API_KEY",
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_AUTH_TOKEN",
    "OPENAI_API_KEY",
    "PROMPTCTL_API_KEY_STAGING",
  ]);
});
