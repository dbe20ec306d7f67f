// Promise 8: no secret in any output, file, question or error, whatever a service does with it.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import type { Environment, Fetch } from "../../../src/engine/model/ports.ts";
import { createFetch } from "../../../src/io/fetch.ts";
import { runProgram } from "../../../src/cli/program.ts";
import { fakeHost, type HostOptions, type CliResult } from "../../cli/fake-host.ts";
import { project } from "../../cli/project.ts";
import { encodingsOf, findSecrets } from "./oracle.ts";
import {
  serviceUrl,
  readOnlyService,
  remotePrompt,
  errorResponse,
  type Fixture,
  createFixture,
  embeddedService,
} from "./fixture.ts";

/** Of plain characters, and of some that addresses and JSON write in another way. */
const keys = ["key-SECRET-42", 'key/SECRET+42="&'] as const;
const greeter = {
  kind: "prompt",
  name: "Greeter",
  parameters: { provider: "OPENAI", name: "gpt-5" },
  messages: [],
};
const password = "pass-SECRET-42";

/** The text of every file beneath a folder. */
function readAllFiles(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, "latin1"))
    .join("\n");
}

const allOutput = ({ out, err, questions }: CliResult): string =>
  [out, err, ...questions].join("\n");

/** Every command, with all that leaves something behind. */
const commands: readonly (readonly string[])[] = [
  ["plan", "--trace", "trace", "--out", "plan.json", "--unmanaged"],
  ["plan", "--json"],
  ["apply", "--auto-approve", "--trace", "trace"],
  ["apply", "--auto-approve", "--json", "--prune", "--allow-mass-delete"],
  ["apply", "plan.json", "--trace", "trace"],
  ["render", "Greeter"],
  ["run", "Greeter", "--user", "u"],
];

/** The secrets that a run of every command shows or leaves. */
async function leakedSecrets(
  fixture: Fixture,
  secrets: readonly string[],
  more: Partial<HostOptions>,
): Promise<string[]> {
  const said: string[] = [];
  for (const words of commands)
    said.push(allOutput(await fixture.run(words, { answer: true, ...more })));
  expect(said.join("")).not.toBe("");
  return findSecrets([...said, readAllFiles(fixture.folder.path)].join("\n"), secrets);
}

interface Case {
  readonly title: string;
  /** The answer of a service that holds the key. */
  readonly respond: (key: string, init: RequestInit) => Response | Promise<Response>;
}

const redirect = (location: string): Response =>
  new Response(null, { status: 307, headers: { location } });

const cases: readonly Case[] = [
  {
    title: "repeats it in an error",
    respond: (key) => errorResponse(`The key ${key} is not valid.`, 401),
  },
  { title: "repeats it in a message", respond: (key) => json500({ message: `${key}${key}` }) },
  { title: "repeats it within a word", respond: (key) => errorResponse(`x${key}y`, 403) },
  { title: "is busy with it", respond: (key) => errorResponse(key, 429) },
  { title: "fails with it", respond: (key) => errorResponse(`at ${key}`, 500) },
  {
    title: "repeats the headers that it got",
    respond: (_key, { headers }) => errorResponse(JSON.stringify([...new Headers(headers)]), 400),
  },
  {
    title: "repeats it in every header",
    respond: (key) =>
      new Response('{"error":"no"}', {
        status: 400,
        statusText: "No",
        headers: { "www-authenticate": key, "retry-after": key, "x-api-key": key },
      }),
  },
  {
    title: "repeats it in no JSON",
    respond: (key) => new Response(`<html>${key}`, { status: 502 }),
  },
  { title: "repeats it in JSON cut off", respond: (key) => new Response(`{"error":"${key}`) },
  { title: "repeats it in an object", respond: (key) => json500({ error: { message: key } }) },
  { title: "redirects to it", respond: (key) => redirect(`https://evil.example/?k=${key}`) },
  {
    title: "redirects to it, escaped",
    respond: (key) => redirect(`https://evil.example/?k=${encodeURIComponent(key)}`),
  },
  {
    title: "repeats it in base64",
    respond: (key) => errorResponse(`Authorization: ${btoa(key)}`, 400),
  },
  {
    title: "repeats it escaped",
    respond: (key) => errorResponse(`?key=${encodeURIComponent(key)}`, 400),
  },
  {
    title: "breaks off with it",
    respond: (key) => Promise.reject(new Error(`failed for x-api-key: ${key}`)),
  },
  {
    title: "breaks off with a code of it",
    respond: (key) =>
      Promise.reject(
        new TypeError("fetch failed", {
          cause: Object.assign(new Error(key), { code: `E_${key}` }),
        }),
      ),
  },
  {
    title: "is behind a proxy that repeats it",
    respond: (key) =>
      Promise.reject(Object.assign(new Error(`the proxy ${key}`), { name: "ProxyError" })),
  },
];

function json500(body: unknown): Response {
  return new Response(JSON.stringify(body), { status: 500 });
}

describe("a service that holds the key", () => {
  for (const { title: what, respond: answer } of cases) {
    it(`and ${what}`, async () => {
      for (const key of keys) {
        const env = { PROMPTCTL_BASE_URL: serviceUrl, PROMPTCTL_API_KEY: key };
        await using fixture = createFixture(project);
        let lost = false;
        const fetches: readonly Fetch[] = [
          async (_url, init) => answer(key, init),
          // Reading comes off, and what writes and runs does not.
          async (url, init) =>
            init.method === "GET"
              ? readOnlyService({ prompts: [remotePrompt("p", "Greeter")] })(url, init)
              : answer(key, init),
          // A create is lost, and looking for it fails.
          async (url, init) => {
            if (lost) return answer(key, init);
            lost = init.method === "POST";
            return lost ? new Response("{", { status: 500 }) : readOnlyService({})(url, init);
          },
        ];
        for (const fetch of key === keys[0] ? fetches : fetches.slice(0, 1))
          expect(await leakedSecrets(fixture, [key], { env, fetch })).toEqual([]);
      }
    });
  }

  it("and does all that it should", async () => {
    for (const key of keys) {
      const service = await embeddedService();
      const fetch: Fetch = (url, init) => {
        const headers = new Headers(init.headers);
        expect(headers.get("x-api-key")).toBe(key);
        headers.set("x-api-key", "good");
        return service(url, { ...init, headers });
      };
      await using fixture = createFixture(project);
      const env = { PROMPTCTL_BASE_URL: serviceUrl, PROMPTCTL_API_KEY: key };
      expect(await leakedSecrets(fixture, [key], { env, fetch })).toEqual([]);
      expect(readAllFiles(fixture.folder.path)).toContain('"promptctl.plan/1"');
    }
  });

  it.each([
    ["a blank in it", "key-SECRET-42 key"],
    ["a line end in it", "key-SECRET-42\nkey"],
    ["a letter beyond ASCII", "key-SECRET-42é"],
    ["a line end after it", "key-SECRET-42\n"],
    ["an escape in it", "key-SECRET-42\x1b[31m"],
  ])("that is given with %s", async (_what, key) => {
    await using fixture = createFixture(project);
    const env = { PROMPTCTL_BASE_URL: serviceUrl, PROMPTCTL_API_KEY: key };
    const fetch: Fetch = async () => errorResponse(`wrong: ${key.trim()}`, 401);
    expect(await leakedSecrets(fixture, ["key-SECRET-42"], { env, fetch })).toEqual([]);
  });
});

describe("a password in an address", () => {
  const unreadable = `https://user:${password}@prompts.example.com:99999`;
  const readable = `https://user:${password}@prompts.example.com`;
  const rows: readonly (readonly [string, Environment, string])[] = [
    ["of the environment", { PROMPTCTL_BASE_URL: readable }, ""],
    ["of the environment, http", { PROMPTCTL_BASE_URL: readable.replace("https", "http") }, ""],
    ["of the environment, that is none", { PROMPTCTL_BASE_URL: unreadable }, ""],
    [
      "of the environment, of another sort",
      { PROMPTCTL_BASE_URL: readable.replace("https", "ftp") },
      "",
    ],
    ["of the configuration", {}, readable],
    ["of the configuration, that is none", {}, unreadable],
    ["of the configuration, in CI", { CI: "true" }, readable],
    ["of the configuration that is none, in CI", { CI: "true" }, unreadable],
  ];
  for (const [what, env, baseUrl] of rows) {
    it(`${what} is not shown`, async () => {
      const files =
        baseUrl === "" ? {} : { "promptctl.yaml": [{ definitions: "prompts", baseUrl }] };
      await using fixture = createFixture({ ...project, ...files });
      const said: string[] = [];
      for (const words of commands)
        for (const answer of [true, undefined])
          said.push(
            allOutput(
              await fixture.run(words, {
                env: {
                  PROMPTCTL_API_KEY: "key-SECRET-42",
                  XDG_CONFIG_HOME: fixture.folder.at("c"),
                  ...env,
                },
                ...(answer && { answer }),
              }),
            ),
          );
      expect(findSecrets(said.join("\n"), [password, "key-SECRET-42"])).toEqual([]);
    });
  }

  it("of a flag is not shown", async () => {
    await using fixture = createFixture(project);
    const { code, out, err } = await fixture.run(["plan", "--base-url", readable]);
    expect([code, findSecrets(out + err, [password])]).toEqual([64, []]);
  });

  it("of a pin is not shown, and not kept in a plan", async () => {
    const pins = { [readable]: { "prompt/Greeter": "p", "prompt/None": "n" } };
    await using fixture = createFixture({ ...project, "promptctl.yaml": [{ pins }] });
    const fetch = readOnlyService({ prompts: [remotePrompt("p", "Greeter")] });
    const { out, err } = await fixture.run(["plan", "--out", "plan.json"], { fetch });
    expect(out).toContain("Note: promptctl.yaml pins prompt/None");
    const saved = readFileSync(fixture.folder.at("plan.json"), "utf8");
    expect(findSecrets(out + err + saved, [password])).toEqual([]);
  });

  it.each([`http://user:${password}@127.0.0.1:1`])("of a proxy is not shown", async (proxy) => {
    await using fixture = createFixture(project);
    const fetch = await createFetch({ HTTPS_PROXY: proxy, HTTP_PROXY: proxy });
    expect(await leakedSecrets(fixture, [password], { fetch })).toEqual([]);
  });

  it("of a proxy that is none is not shown", async () => {
    const error: unknown = await createFetch({
      HTTPS_PROXY: `http://user:${password}@bad host`,
    }).catch((problem: unknown) => problem);
    // What Node prints of an error that nobody caught:
    expect(findSecrets(inspect(error), [password])).toEqual([]);
  });
});

describe("keys of the embedded service", () => {
  it("are in no log of serve, nor is what was sent", async () => {
    await using fixture = createFixture({});
    const { host, seen } = fakeHost(["serve", "--port", "0", "--store", "x.sqlite"], {
      cwd: fixture.folder.path,
      env: { PROMPTCTL_SERVE_KEYS: keys[0] },
    });
    const ask = async (): Promise<void> => {
      const [, url] = /Serving at (\S+)/.exec(seen.out)!;
      for (const key of [keys[0], "other-SECRET"])
        for (const path of ["/sdk/v1/tools", "/sdk/v1/tools/x", "/nowhere"])
          await fetch(`${url}${path}?k=${keys[0]}`, {
            method: "POST",
            headers: { "x-api-key": key, "user-agent": key, "content-type": "application/json" },
            body: JSON.stringify({ name: keys[0] }),
          });
    };
    expect(await runProgram({ ...host, untilAsked: ask })).toBe(0);
    expect(seen.err.trimEnd().split("\n")).toHaveLength(6);
    expect(findSecrets(seen.out + seen.err, [keys[0], "other-SECRET"])).toEqual([]);
  });

  it.each([
    ["a blank", "key-SECRET-42 b"],
    ["nothing between two commas", "key-SECRET-42,,b"],
  ])("with %s are not shown", async (_what, key) => {
    await using fixture = createFixture({});
    const env = { PROMPTCTL_SERVE_KEYS: key };
    const { code, out, err } = await fixture.run(["serve", "--port", "0"], { env });
    expect([code, findSecrets(out + err, ["key-SECRET-42"])]).toEqual([64, []]);
  });

  it.each([
    [400, (key: string) => ({ error: { message: `wrong ${key}` } })],
    [401, (key: string) => ({ error: { message: `wrong ${key}` } })],
    [500, (key: string) => ({ error: key })],
    [302, () => ({})],
  ])("of a provider that answers %i and repeats them are not shown", async (status, body) => {
    await using fixture = createFixture({
      ...project,
      "promptctl.yaml": "definitions: prompts\nbaseUrl: local\n",
    });
    const key = "provider-SECRET-42";
    const fetch: Fetch = async () =>
      new Response(JSON.stringify(body(key)), {
        status,
        headers: { location: `https://x/?${key}` },
      });
    const env = { OPENAI_API_KEY: key, ANTHROPIC_API_KEY: key };
    await fixture.run(["apply", "--auto-approve"], { env });
    const { code, out, err } = await fixture.run(["run", "Greeter"], { env, fetch });
    expect([code, findSecrets(out + err + readAllFiles(fixture.folder.path), [key])]).toEqual([
      1,
      [],
    ]);
  });
});

it("a host that was said yes to is remembered without the key", async () => {
  await using fixture = createFixture({ ...project, "promptctl.yaml": [{ baseUrl: serviceUrl }] });
  const env = { PROMPTCTL_API_KEY: keys[0], XDG_CONFIG_HOME: fixture.folder.at("config") };
  const { questions } = await fixture.run(["plan"], { env, answer: true });
  expect(questions).toHaveLength(1);
  const kept = readAllFiles(fixture.folder.at("config"));
  expect([kept, findSecrets(kept, [keys[0]])]).toEqual([
    expect.stringContaining("prompts.example.com"),
    [],
  ]);
});

it("the forms that are looked for are more than one", () => {
  expect(encodingsOf(keys[1]).length).toBeGreaterThan(5);
});

describe("what looks like a secret in a definition", () => {
  const token = `AKIA${"IOSFODNN7EXAMPLE"}`;
  const rows: readonly (readonly [string, unknown])[] = [
    ["as a text", { ...greeter, messages: [{ role: "user", content: token }] }],
    ["beside a mistake", { ...greeter, messages: [{ role: "user", content: token }], nome: 1 }],
    ["as a wrong value", { ...greeter, parameters: { provider: token, name: "x" } }],
    ["as a key", { ...greeter, [token]: 1 }],
    ["as a kind", { kind: token }],
    ["as the name of a variable", { ...greeter, variables: { [token]: null } }],
    ["as a tool", { ...greeter, tools: [token] }],
  ];
  for (const [what, document] of rows)
    it(`${what} is not quoted by validate`, async () => {
      await using fixture = createFixture({ "prompts/x.yaml": JSON.stringify(document) });
      const said: string[] = [];
      for (const format of ["text", "json", "github"])
        said.push(allOutput(await fixture.run(["validate", "--format", format])));
      expect(said.join("")).toContain("prompts/x.yaml");
      expect(findSecrets(said.join("\n"), [token])).toEqual([]);
    });

  it("is not quoted by plan", async () => {
    const document = { ...greeter, messages: [{ role: "user", content: token }], nome: 1 };
    await using fixture = createFixture({ "prompts/x.yaml": JSON.stringify(document) });
    const said = [await fixture.run(["plan"]), await fixture.run(["plan", "--json"])].map(
      allOutput,
    );
    expect(findSecrets(said.join("\n"), [token])).toEqual([]);
  });
});
