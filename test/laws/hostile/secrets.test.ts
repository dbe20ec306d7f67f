// Promise 8: no secret appears in any output, file, question or error, even if a service returns it.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { createRepositoryFixture } from "../../cli/repository-fixture.ts";
import { folderOf } from "../../io/folder.ts";
import type { EnvironmentVariables, Fetch } from "../../../src/engine/model/ports.ts";
import { createFetch } from "../../../src/io/http/fetch.ts";
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

/** One of plain characters, one with characters that URLs and JSON escape. */
const keys = ["key-SECRET-42", 'key/SECRET+42="&'] as const;
const greeter = {
  kind: "prompt",
  name: "Greeter",
  parameters: { provider: "OPENAI", name: "gpt-5" },
  messages: [],
};
const password = "pass-SECRET-42";

/** Returns the text of every file in a folder and its subfolders. */
function readAllFiles(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, "latin1"))
    .join("\n");
}

const allOutput = ({ out, err, questions }: CliResult): string =>
  [out, err, ...questions].join("\n");

/** Commands that use the service, with the flags that write files. */
const commands: readonly (readonly string[])[] = [
  ["plan", "--trace", "trace", "--out", "plan.json", "--unmanaged"],
  ["plan", "--json"],
  ["apply", "--auto-approve", "--trace", "trace"],
  ["apply", "--auto-approve", "--json", "--prune", "--allow-mass-delete"],
  ["apply", "plan.json", "--trace", "trace"],
  ["render", "Greeter"],
  ["run", "Greeter", "--user", "u"],
];

/** Runs every command and returns the secrets in outputs and files. */
async function leakedSecrets(
  fixture: Fixture,
  secrets: readonly string[],
  more: Partial<HostOptions>,
): Promise<string[]> {
  const outputs: string[] = [];
  for (const args of commands)
    outputs.push(allOutput(await fixture.run(args, { answer: true, ...more })));
  expect(outputs.join("")).not.toBe("");
  return findSecrets([...outputs, readAllFiles(fixture.folder.path)].join("\n"), secrets);
}

/** `respond`: the response of a service that knows the key. */
type Case = readonly [
  title: string,
  respond: (key: string, init: RequestInit) => Response | Promise<Response>,
];

const redirect = (location: string): Response =>
  new Response(null, { status: 307, headers: { location } });

const cases: readonly Case[] = [
  ["returns it in an error", (key) => errorResponse(`The key ${key} is not valid.`, 401)],
  ["returns it in a message", (key) => json500({ message: `${key}${key}` })],
  ["returns it within a word", (key) => errorResponse(`x${key}y`, 403)],
  ["returns it with status 429", (key) => errorResponse(key, 429)],
  ["returns it with status 500", (key) => errorResponse(`at ${key}`, 500)],
  [
    "returns the request headers",
    (_key, { headers }) => errorResponse(JSON.stringify([...new Headers(headers)]), 400),
  ],
  [
    "returns it in every header",
    (key) =>
      new Response('{"error":"no"}', {
        status: 400,
        statusText: "No",
        headers: { "www-authenticate": key, "retry-after": key, "x-api-key": key },
      }),
  ],
  ["returns it in HTML", (key) => new Response(`<html>${key}`, { status: 502 })],
  ["returns it in truncated JSON", (key) => new Response(`{"error":"${key}`)],
  ["returns it in an object", (key) => json500({ error: { message: key } })],
  ["redirects to a URL with it", (key) => redirect(`https://evil.example/?k=${key}`)],
  [
    "redirects to a URL with it, escaped",
    (key) => redirect(`https://evil.example/?k=${encodeURIComponent(key)}`),
  ],
  ["returns it in base64", (key) => errorResponse(`Authorization: ${btoa(key)}`, 400)],
  ["returns it percent-encoded", (key) => errorResponse(`?key=${encodeURIComponent(key)}`, 400)],
  [
    "closes the connection: the error has the key",
    (key) => Promise.reject(new Error(`failed for x-api-key: ${key}`)),
  ],
  [
    "closes the connection: the error code has the key",
    (key) =>
      Promise.reject(
        new TypeError("fetch failed", {
          cause: Object.assign(new Error(key), { code: `E_${key}` }),
        }),
      ),
  ],
  [
    "is behind a proxy that returns it",
    (key) => Promise.reject(Object.assign(new Error(`the proxy ${key}`), { name: "ProxyError" })),
  ],
];

function json500(body: unknown): Response {
  return new Response(JSON.stringify(body), { status: 500 });
}

describe("a service that knows the key", () => {
  for (const [title, respond] of cases) {
    it(`and ${title}`, async () => {
      for (const key of keys) {
        const env = { PROMPTCTL_BASE_URL: serviceUrl, PROMPTCTL_API_KEY: key };
        await using fixture = createFixture(project);
        let lost = false;
        const fetches: readonly Fetch[] = [
          async (_url, init) => respond(key, init),
          // Reads succeed; writes and runs fail.
          async (url, init) =>
            init.method === "GET"
              ? readOnlyService({ prompts: [remotePrompt("p", "Greeter")] })(url, init)
              : respond(key, init),
          // The response to a create is lost, and listing fails.
          async (url, init) => {
            if (lost) return respond(key, init);
            lost = init.method === "POST";
            return lost ? new Response("{", { status: 500 }) : readOnlyService({})(url, init);
          },
        ];
        for (const fetch of key === keys[0] ? fetches : fetches.slice(0, 1))
          expect(await leakedSecrets(fixture, [key], { env, fetch })).toEqual([]);
      }
    });
  }

  it("and behaves correctly", async () => {
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
    ["a space", "key-SECRET-42 key"],
    ["a line break", "key-SECRET-42\nkey"],
    ["a non-ASCII letter", "key-SECRET-42é"],
    ["a line break at the end", "key-SECRET-42\n"],
    ["a terminal escape", "key-SECRET-42\x1b[31m"],
  ])("and the key has %s", async (_, key) => {
    await using fixture = createFixture(project);
    const env = { PROMPTCTL_BASE_URL: serviceUrl, PROMPTCTL_API_KEY: key };
    const fetch: Fetch = async () => errorResponse(`wrong: ${key.trim()}`, 401);
    expect(await leakedSecrets(fixture, ["key-SECRET-42"], { env, fetch })).toEqual([]);
  });
});

describe("a password in a URL", () => {
  const unreadable = `https://user:${password}@prompts.example.com:99999`;
  const readable = `https://user:${password}@prompts.example.com`;
  const rows: readonly (readonly [string, EnvironmentVariables, string])[] = [
    ["of the environment", { PROMPTCTL_BASE_URL: readable }, ""],
    ["of the environment, http", { PROMPTCTL_BASE_URL: readable.replace("https", "http") }, ""],
    ["of the environment, invalid", { PROMPTCTL_BASE_URL: unreadable }, ""],
    ["of the environment, ftp", { PROMPTCTL_BASE_URL: readable.replace("https", "ftp") }, ""],
    ["of the configuration", {}, readable],
    ["of the configuration, invalid", {}, unreadable],
    ["of the configuration, in CI", { CI: "true" }, readable],
    ["of the configuration, invalid, in CI", { CI: "true" }, unreadable],
  ];
  for (const [title, env, baseUrl] of rows) {
    it(`${title} is not printed`, async () => {
      const files =
        baseUrl === "" ? {} : { "promptctl.yaml": [{ definitions: "prompts", baseUrl }] };
      await using fixture = createFixture({ ...project, ...files });
      const outputs: string[] = [];
      for (const args of commands)
        for (const answer of [true, undefined])
          outputs.push(
            allOutput(
              await fixture.run(args, {
                env: {
                  PROMPTCTL_API_KEY: "key-SECRET-42",
                  XDG_CONFIG_HOME: fixture.folder.at("c"),
                  ...env,
                },
                ...(answer && { answer }),
              }),
            ),
          );
      expect(findSecrets(outputs.join("\n"), [password, "key-SECRET-42"])).toEqual([]);
    });
  }

  it("of a flag is not printed", async () => {
    await using fixture = createFixture(project);
    const { code, out, err } = await fixture.run(["plan", "--base-url", readable]);
    expect([code, findSecrets(out + err, [password])]).toEqual([64, []]);
  });

  it("of a pin is not printed, and no plan is saved", async () => {
    const pins = { [readable]: { "prompt/Greeter": "p" } };
    await using fixture = createFixture({ ...project, "promptctl.yaml": [{ pins }] });
    const fetch = readOnlyService({ prompts: [remotePrompt("p", "Greeter")] });
    const { code, out, err } = await fixture.run(["plan", "--out", "plan.json"], { fetch });
    expect(out + err).toContain("wrong-pin");
    expect([code, existsSync(fixture.folder.at("plan.json"))]).toEqual([3, false]);
    expect(findSecrets(out + err, [password])).toEqual([]);
  });

  it.each([`http://user:${password}@127.0.0.1:1`])("of a proxy is not printed", async (proxy) => {
    await using fixture = createFixture(project);
    const fetch = await createFetch({ HTTPS_PROXY: proxy, HTTP_PROXY: proxy });
    expect(await leakedSecrets(fixture, [password], { fetch })).toEqual([]);
  });

  it("of an invalid proxy is not printed", async () => {
    const error: unknown = await createFetch({
      HTTPS_PROXY: `http://user:${password}@bad host`,
    }).catch((problem: unknown) => problem);
    // Node prints an uncaught error with inspect:
    expect(findSecrets(inspect(error), [password])).toEqual([]);
  });
});

describe("keys of the embedded service", () => {
  it("are not in the log of serve, and neither are request bodies", async () => {
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
    expect(await runProgram({ ...host, untilInterrupted: ask })).toBe(0);
    expect(seen.err.match(/^\{/gm)).toHaveLength(6);
    expect(findSecrets(seen.out + seen.err, [keys[0], "other-SECRET"])).toEqual([]);
  });

  it.each([
    ["a control character", "key-SECRET-42\u0007b"],
    ["an empty key between commas", "key-SECRET-42,,b"],
  ])("with %s are not printed", async (_, key) => {
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
  ])("of a provider that returns them with status %i are not printed", async (status, body) => {
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

it("a confirmed host is stored without the key", async () => {
  await using fixture = createFixture({ ...project, "promptctl.yaml": [{ baseUrl: serviceUrl }] });
  await using configuration = folderOf();
  const env = { PROMPTCTL_API_KEY: keys[0], XDG_CONFIG_HOME: configuration.path };
  const { questions } = await fixture.run(["plan"], { env, answer: true });
  expect(questions).toHaveLength(1);
  const stored = readAllFiles(configuration.path);
  expect([stored, findSecrets(stored, [keys[0]])]).toEqual([
    expect.stringContaining("prompts.example.com"),
    [],
  ]);
});

it("the oracle looks for several encodings", () => {
  expect(encodingsOf(keys[1]).length).toBeGreaterThan(5);
});

describe("a text in a definition that looks like a secret", () => {
  const token = `AKIA${"IOSFODNN7EXAMPLE"}`;
  const rows: readonly (readonly [string, unknown])[] = [
    ["as message text", { ...greeter, messages: [{ role: "user", content: token }] }],
    ["next to an error", { ...greeter, messages: [{ role: "user", content: token }], nome: 1 }],
    ["as an invalid value", { ...greeter, parameters: { provider: token, name: "x" } }],
    ["as a key", { ...greeter, [token]: 1 }],
    ["as a kind", { kind: token }],
    ["as the name of a variable", { ...greeter, variables: { [token]: null } }],
    ["as a tool", { ...greeter, tools: [token] }],
  ];
  for (const [title, document] of rows)
    it(`${title} is not quoted by validate`, async () => {
      await using fixture = createFixture({ "prompts/x.yaml": JSON.stringify(document) });
      const outputs: string[] = [];
      for (const format of ["text", "json", "github"])
        outputs.push(allOutput(await fixture.run(["validate", "--format", format])));
      expect(outputs.join("")).toContain("prompts/x.yaml");
      expect(findSecrets(outputs.join("\n"), [token])).toEqual([]);
    });

  it("is not quoted by plan", async () => {
    const document = { ...greeter, messages: [{ role: "user", content: token }], nome: 1 };
    await using fixture = createFixture({ "prompts/x.yaml": JSON.stringify(document) });
    const outputs = [await fixture.run(["plan"]), await fixture.run(["plan", "--json"])].map(
      allOutput,
    );
    expect(findSecrets(outputs.join("\n"), [token])).toEqual([]);
  });

  it.each([
    [["diff", "HEAD~1"]],
    [["diff", "HEAD~1", "--format", "json"]],
    [["log", "prompt/Greeter", "--patch"]],
    [["log", "prompt/Greeter", "--format", "json"]],
  ])("is not quoted by %s", async (args) => {
    const path = "prompts/x.yaml";
    await using fixture = await createRepositoryFixture({
      "promptctl.yaml": "",
      [path]: JSON.stringify(greeter),
    });
    const messages = [{ role: "user", content: `${token} is new` }];
    fixture.repository.commit({ [path]: JSON.stringify({ ...greeter, messages }) });
    const output = allOutput(await fixture.run(args));
    expect(output).toContain("is new");
    expect(findSecrets(output, [token])).toEqual([]);
  });
});
