// promptctl codegen: types and bundles, which ids are read and kept, when the file is written, and --check.
import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/engine/model/json.ts";
import type { Kind } from "../../../src/engine/model/kind.ts";
import { observe } from "../../../src/engine/normalize/observe.ts";
import { digestJson } from "../../../src/engine/text/digest.ts";
import { kinds } from "../../../src/kinds.ts";
import type { Bundle } from "../../../src/generated/types.ts";
import { modelParameters } from "../../fixtures/model-parameters.ts";
import { type Folder, folderOf } from "../../io/folder.ts";
import {
  type CliResult,
  createFakeService,
  type FakeService,
  type HostOptions,
  runCli,
} from "../fake-host.ts";
import { greeter, project } from "../project.ts";

const environments = {
  "promptctl.yaml": `environments:
  staging: { set: { prompt/Greeter: { parameters.temperature: 0.3 } } }
  production: {}
`,
};
const env = {
  PATH: process.env["PATH"],
  PROMPTCTL_BASE_URL_STAGING: "https://staging.example.com",
  PROMPTCTL_BASE_URL_PRODUCTION: "https://prompts.example.com",
  PROMPTCTL_API_KEY_STAGING: "key of staging",
  PROMPTCTL_API_KEY_PRODUCTION: "good",
};
const path = "src/prompts.ts";
const codegen = ["codegen", "--out", path];
const bundlePath = "src/prompts.json";
const bundling = ["codegen", "--out", bundlePath];

const headers = { "x-api-key": "good", "content-type": "application/json" };

let folder: Folder;
let staging: FakeService;
let production: FakeService;

beforeEach(async () => {
  folder = folderOf({ ...project, ...environments });
  staging = await createFakeService();
  production = await createFakeService();
});
afterEach(() => folder[Symbol.asyncDispose]());

function run(args: readonly string[], options: Partial<HostOptions> = {}): Promise<CliResult> {
  const fetch: HostOptions["fetch"] = (url, init) => {
    const service = new URL(url).host.startsWith("staging") ? staging : production;
    return service.fetch(url, { ...init, headers });
  };
  return runCli(args, { cwd: folder.path, env, fetch, ...options });
}

const text = (): string => folder.read(path);
const bundle = (): Bundle => JSON.parse(folder.read(bundlePath)) as Bundle;

type Ids = Record<string, string | undefined>;

/** The ids in the bundle, by environment and key. */
function idsInFile(): Record<string, Ids> {
  const all = Object.entries(bundle().environments).map(([name, versions]) => {
    const ids = Object.entries(versions).map(([key, { id }]) => [key, id] as const);
    return [name, Object.fromEntries(ids)] as const;
  });
  return Object.fromEntries(all);
}

/** The prompts that a service has. */
async function listOn(service: FakeService): Promise<readonly JsonObject[]> {
  const response = await service.fetch("https://prompts.example.com/sdk/v1/prompts", { headers });
  return (await response.json()) as JsonObject[];
}

/** The ids that a service has, by name. */
async function idsOn(service: FakeService): Promise<Ids> {
  const prompts = await listOn(service);
  return Object.fromEntries(prompts.map(({ name, id }) => [name, id])) as Ids;
}

const applyTo = (name: string): Promise<CliResult> =>
  run(["apply", "--env", name, "--auto-approve"], { answer: name });

const calls = (): number => staging.calls.length + production.calls.length;

describe("types", () => {
  it("are written, with the folders of the file, and nothing is sent", async () => {
    expect(await run(codegen, { env: {} })).toMatchObject({
      code: 0,
      out: `written    ${path} (2 prompts, 2 tools)\n`,
      err: "",
    });
    expect(text()).toContain('  "Support triage": {\n');
    expect(text()).not.toContain("export const");
    expect(calls()).toBe(0);
  });

  it("a file that is up to date is not written again", async () => {
    await run(codegen);
    const before = statSync(folder.at(path)).mtimeMs;
    const { code, out } = await run(codegen);
    expect([code, out]).toEqual([0, `unchanged  ${path} (2 prompts, 2 tools)\n`]);
    expect(statSync(folder.at(path)).mtimeMs).toBe(before);
  });

  it.each([["--ids"], ["--env staging"], ["--local"], ["--base-url https://x.example"]])(
    "have no use for %s",
    async (flag) => {
      const [name] = flag.split(" ");
      expect(await run([...codegen, ...flag.split(" ")])).toMatchObject({
        code: 64,
        err: `Error: ${name} is for a bundle: types are the same in each environment and have no ids.
  Omit ${name}, or write a bundle: --out prompts.json
`,
      });
    },
  );
});

describe("a bundle", () => {
  it("has the prompts with their tools and the values of each environment, and nothing is sent", async () => {
    expect(await run(bundling, { env: {} })).toMatchObject({
      code: 0,
      out: `written    ${bundlePath} (2 prompts, 2 environments, no ids)\n`,
      err: "",
    });
    const { environments: all, prompts } = bundle();
    expect(Object.keys(all)).toEqual(["staging", "production"]);
    const promptOf = (name: string, key: string) => prompts[all[name]![key]!.digest]!;
    expect(promptOf("staging", "Greeter").parameters.temperature).toBe(0.3);
    expect(promptOf("production", "Greeter").parameters.temperature).not.toBe(0.3);
    expect(promptOf("staging", "Support triage")).toBe(promptOf("production", "Support triage"));
    expect(Object.keys(prompts)).toHaveLength(3);
    const { tools, ...triage } = promptOf("staging", "Support triage");
    expect(Object.keys(triage)).toEqual(["name", "parameters", "messages"]);
    expect(tools.map((each) => Object.keys(each))).toEqual([["name", "description", "parameters"]]);
    expect(tools[0]!.name).toBe("lookup_order");
    expect(calls()).toBe(0);
  });

  it("has the digests of what the service holds after an apply", async () => {
    production = await createFakeService({ extensions: true });
    const desk = "examples/support-desk";
    const files = readdirSync(desk, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    await using real = folderOf(
      Object.fromEntries(files.map((file) => [relative(desk, file), readFileSync(file)])),
    );
    const only = {
      cwd: real.path,
      env: { ...env, PROMPTCTL_BASE_URL: "https://prompts.example.com", PROMPTCTL_API_KEY: "good" },
    };
    expect((await run(["apply", "--auto-approve"], only)).code).toBe(0);
    expect((await run(bundling, only)).code).toBe(0);
    const written = JSON.parse(real.read(bundlePath)) as Bundle;
    const [toolRow, promptRow] = kinds;
    const held = (await listOn(production)).map((response) => {
      const specOf = (row: Kind, resource: JsonObject): JsonObject =>
        observe(row, resource, () => undefined).spec;
      const tools = response["tools"] as readonly JsonObject[];
      const spec = specOf(promptRow!, response);
      const content = { ...spec, tools: tools.map((tool) => specOf(toolRow!, tool)) };
      return [response["name"], digestJson(content)] as const;
    });
    const versions = Object.values(written.environments["default"]!);
    const bundled = versions.map(({ digest }) => [written.prompts[digest]!.name, digest]);
    expect(held.length).toBeGreaterThan(10);
    expect(held.sort()).toEqual(bundled.sort());
  });

  it("has the same bytes each time, also in CI, and no commit", async () => {
    await run(bundling);
    const before = folder.read(bundlePath);
    const inCi = { ...env, CI: "true", PROMPTCTL_ENV: "production" };
    expect(await run(bundling, { env: inCi })).toMatchObject({
      out: `unchanged  ${bundlePath} (2 prompts, 2 environments, no ids)\n`,
    });
    folder.write(bundlePath, "");
    await using other = folderOf({ ...project, ...environments });
    await run(bundling, { cwd: other.path });
    expect(other.read(bundlePath)).toBe(before);
  });

  it.each([
    ["--env production", ["production"]],
    ["--env production --env staging", ["staging", "production"]],
    ["--env local", ["local"]],
    ["--local", ["local"]],
    ["--env local --env staging", ["staging", "local"]],
  ])(
    "with %s has only those environments, in the order of promptctl.yaml",
    async (flags, names) => {
      const { code } = await run([...bundling, ...flags.split(" ")]);
      expect([code, Object.keys(bundle().environments)]).toEqual([0, names]);
      expect(calls()).toBe(0);
    },
  );

  it("of a project without environments has default", async () => {
    folder.write("promptctl.yaml", "");
    await run(bundling);
    expect(Object.keys(bundle().environments)).toEqual(["default"]);
  });

  it("takes an environment that is named default as any other", async () => {
    folder.write("promptctl.yaml", environments["promptctl.yaml"].replace("staging", "default"));
    await run(bundling);
    const { default: named, production: other } = bundle().environments;
    expect(named!["Greeter"]!.digest).not.toBe(other!["Greeter"]!.digest);
  });

  it("leaves out what the files do not contain, and names it", async () => {
    folder.write(
      "prompts/other.yaml",
      `kind: prompt
name: Of another team
external: true
---
kind: tool
name: far
external: true
---
kind: prompt
name: With a far tool
tools: [far]
parameters: { provider: OPENAI, name: gpt-4.1 }
messages: []
`,
    );
    const { code, err } = await run(bundling);
    expect([code, err]).toEqual([
      0,
      "Warning: Not in the bundle, because they or their tools are external: prompt/Of another team, prompt/With a far tool.\n",
    ]);
    expect(Object.keys(bundle().environments["staging"]!)).toEqual(["Greeter", "Support triage"]);
  });
});

describe("the ids of a bundle", () => {
  it("are read from the services of all environments with --ids", async () => {
    await applyTo("staging");
    await applyTo("production");
    const sent = staging.writes().length + production.writes().length;
    const { code, out, err } = await run([...bundling, "--ids"]);
    expect([code, out, err]).toEqual([
      0,
      `written    ${bundlePath} (2 prompts, 2 environments, ids of staging, production)\n`,
      "",
    ]);
    expect(idsInFile()).toEqual({
      staging: await idsOn(staging),
      production: await idsOn(production),
    });
    expect(staging.writes().length + production.writes().length).toBe(sent);
  });

  it("are read from the named environment only", async () => {
    await applyTo("production");
    const sent = staging.calls.length;
    await run([...bundling, "--ids", "--env", "production"]);
    expect(idsInFile()).toEqual({ production: await idsOn(production) });
    expect(staging.calls.length).toBe(sent);
  });

  it("stay without --ids, but for prompts that are no longer defined, and nothing is sent", async () => {
    await applyTo("production");
    const one = [...bundling, "--env", "production"];
    await run([...one, "--ids"]);
    folder.write("prompts/new.yaml", greeter.replace("Greeter", "New"));
    const sent = calls();
    const { code, out, err } = await run(one);
    expect([code, out, err]).toEqual([
      0,
      `written    ${bundlePath} (3 prompts, 1 environment, ids of production)\n`,
      "Warning: The file has no id of production for New. To read the ids: promptctl codegen with --ids\n",
    ]);
    expect(calls()).toBe(sent);
    expect(idsInFile()).toEqual({
      production: { ...(await idsOn(production)), New: undefined },
    });
    folder.write("prompts/greeter.yaml", "");
    await run(one);
    expect(Object.keys(idsInFile()["production"]!)).toEqual(["New", "Support triage"]);
  });

  it.each([
    ["is renamed", "name: Welcome\nrenamedFrom: Greeter", "Welcome"],
    ["gets a key", "key: g\nname: Greeter", "g"],
  ])("stay for a prompt that %s", async (_what, replacement, key) => {
    await applyTo("production");
    const one = [...bundling, "--env", "production"];
    await run([...one, "--ids"]);
    const { Greeter: id, ...others } = idsInFile()["production"]!;
    folder.write("prompts/greeter.yaml", greeter.replace("name: Greeter", replacement));
    expect(await run(one)).toMatchObject({ err: "" });
    expect(idsInFile()).toEqual({ production: { ...others, [key]: id } });
  });

  it("of the embedded service are those of local", async () => {
    await run(["apply", "--env", "local", "--auto-approve"]);
    await run([...bundling, "--local", "--ids"]);
    const { local } = idsInFile();
    expect(Object.keys(local!)).toEqual(["Greeter", "Support triage"]);
    for (const id of Object.values(local!)) expect(id).toMatch(/^[0-9a-f]{24}$/);
  });

  it("of a project without environments are those of the configured service", async () => {
    folder.write("promptctl.yaml", "");
    const only = {
      env: { ...env, PROMPTCTL_BASE_URL: "https://prompts.example.com", PROMPTCTL_API_KEY: "good" },
    };
    expect((await run(["apply", "--auto-approve"], only)).code).toBe(0);
    await run([...bundling, "--ids"], only);
    expect(idsInFile()).toEqual({ default: await idsOn(production) });
  });

  it("that the service does not have yet are listed; the file has the others", async () => {
    await applyTo("staging");
    folder.write("prompts/new.yaml", greeter.replace("Greeter", "New"));
    const { code, err } = await run([...bundling, "--ids", "--env", "staging"]);
    expect([code, err]).toEqual([
      0,
      "Not on https://staging.example.com yet, create with promptctl apply --env staging: 1 definition (prompt/New)\n",
    ]);
    expect(idsInFile()).toEqual({ staging: { ...(await idsOn(staging)), New: undefined } });
  });

  it("that a refusal prevents leave the file as it is, and the exit code is 4", async () => {
    await applyTo("staging");
    const url = "https://staging.example.com/sdk/v1/prompts";
    const second = { name: "Greeter", parameters: modelParameters(), tools: [], messages: [] };
    const post = { method: "POST", headers, body: JSON.stringify(second) };
    expect((await staging.fetch(url, post)).status).toBe(200);
    const { code, out, err } = await run([...bundling, "--ids", "--env", "staging"]);
    expect([code, out]).toEqual([4, ""]);
    expect(err).toContain('The service has 2 prompts named "Greeter"');
    expect(err).toContain("Id not known: 1 definition (prompt/Greeter)\n");
    expect(existsSync(folder.at(bundlePath))).toBe(false);
  });

  it("of a service that fails end it, and nothing is written", async () => {
    const { code } = await run([...bundling, "--ids"], {
      fetch: async () => new Response("{}", { status: 401 }),
    });
    expect([code, existsSync(folder.at(bundlePath))]).toEqual([1, false]);
  });

  it("of a bundle with a merge conflict are read again with --ids", async () => {
    await applyTo("production");
    folder.write(bundlePath, '{\n  "promptctlBundle": 1,\n<<<<<<< HEAD\n');
    const { code } = await run([...bundling, "--ids", "--env", "production"]);
    expect([code, idsInFile()]).toEqual([0, { production: await idsOn(production) }]);
  });
});

describe("--check", () => {
  it("exits with 0 if the file is up to date, also with CRLF and a byte order mark", async () => {
    await run(codegen);
    folder.write(path, `\uFEFF${text().replaceAll("\n", "\r\n")}`);
    const { code, out } = await run([...codegen, "--check"]);
    expect([code, out]).toEqual([0, `unchanged  ${path} (2 prompts, 2 tools)\n`]);
  });

  it("exits with 2 if it is not, shows what differs, and writes nothing", async () => {
    folder.write("prompts/greeter.yaml", greeter.replace("Hello", '"Hello {{name}}"'));
    await run(codegen);
    const before = text();
    folder.write("prompts/greeter.yaml", greeter.replace("Hello", '"Hello {{first}}"'));
    const { code, out } = await run([...codegen, "--check"]);
    expect([code, out]).toEqual([
      2,
      `   ~ src/prompts.ts
        @@ 7 @@
              variables: {
        -       [-name-]: string | null;
        +       {+first+}: string | null;
              };

src/prompts.ts is out of date.
  To write it: promptctl codegen --out src/prompts.ts
`,
    ]);
    expect(text()).toBe(before);
  });

  it("exits with 2 if there is no file", async () => {
    const { code, out } = await run([...codegen, "--check"]);
    expect([code, out]).toEqual([
      2,
      "src/prompts.ts does not exist.\n  To write it: promptctl codegen --out src/prompts.ts\n",
    ]);
    expect(existsSync(folder.at("src"))).toBe(false);
  });

  it("of a bundle compares the ids only with --ids", async () => {
    await applyTo("staging");
    const one = [...bundling, "--env", "staging"];
    await run(one);
    expect((await run([...one, "--check"])).code).toBe(0);
    const { code, out } = await run([...one, "--check", "--ids"]);
    expect([code, out]).toEqual([2, expect.stringMatching(/^ +\+ +"id": "/m)]);
    expect(out).toContain(
      "To write it: promptctl codegen --out src/prompts.json --env staging --ids\n",
    );
    await run([...one, "--ids"]);
    expect((await run([...one, "--check", "--ids"])).code).toBe(0);
    expect((await run([...one, "--check"])).code).toBe(0);
  });

  it("of a bundle notices a change of a text", async () => {
    await run(bundling);
    folder.write("prompts/greeter.yaml", greeter.replace("Hello", "Hi"));
    expect((await run([...bundling, "--check"])).code).toBe(2);
  });
});

describe("the file", () => {
  it("keeps its mode, and no other file is left", async () => {
    await run(codegen);
    chmodSync(folder.at(path), 0o600);
    folder.write("prompts/new.yaml", greeter.replace("Greeter", "New"));
    await run(codegen);
    expect(statSync(folder.at(path)).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder.at("src"))).toEqual(["prompts.ts"]);
  });

  it.each<[string, string, readonly string[], number, string]>([
    [
      "that codegen did not write",
      "// Mine.\n",
      codegen,
      4,
      `Refused: ${path} was not written by promptctl codegen. It was not changed.
  Name another file, or delete this one first.
`,
    ],
    [
      "that is another JSON file",
      '{ "name": "app" }',
      bundling,
      4,
      `Refused: ${bundlePath} was not written by promptctl codegen. It was not changed.
  Name another file, or delete this one first.
`,
    ],
    [
      "whose ids were changed",
      '{\n  "promptctlBundle": 1,\n<<<<<<< HEAD\n',
      bundling,
      4,
      `Refused: The ids in ${bundlePath} cannot be read: the file was changed after codegen wrote it, or another version wrote it.
  Restore it from git. Or read the ids again with --ids, or delete the file if the application uses no service.
`,
    ],
    [
      "that is neither a TypeScript module nor JSON",
      "",
      ["codegen", "--out", "prompts.d.ts"],
      64,
      `Error: prompts.d.ts is neither the name of a TypeScript module nor of a JSON file.
  For types, use a name that ends with .ts, .mts or .cts, for a bundle .json: --out src/prompts.ts
`,
    ],
    [
      "for two environments and one base URL",
      "",
      [...bundling, "--ids", "--base-url", "https://x.example"],
      64,
      `Error: --base-url names one service, and the bundle is for staging, production.
  Use one --env with --base-url, or write their base URLs into promptctl.yaml.
`,
    ],
    [
      "with a base URL but without --ids",
      "",
      [...bundling, "--base-url", "https://x.example"],
      64,
      "Error: --base-url needs --ids.\n  Add --ids to read the ids.\n",
    ],
    [
      "for an unknown environment",
      "",
      [...bundling, "--env", "stagin"],
      64,
      'Error: promptctl.yaml has no environment "stagin".\n  Did you mean "staging"?\n',
    ],
  ])("%s is an error", async (_, content, args, code, err) => {
    const file = args[2]!;
    if (content !== "") folder.write(file, content);
    expect(await run(args)).toMatchObject({ code, out: "", err });
    if (content !== "") expect(folder.read(file)).toBe(content);
  });

  it("a symbolic link without target stays", async () => {
    folder.link(path, "missing.ts");
    for (const flags of [[], ["--check"]]) {
      const { code, err } = await run([...codegen, ...flags]);
      expect([code, err]).toEqual([
        4,
        `Refused: ${path} is a symbolic link to a file that does not exist. It was not changed.
  Create the file, or remove the link.
`,
      ]);
    }
    expect(lstatSync(folder.at(path)).isSymbolicLink()).toBe(true);
  });
});
