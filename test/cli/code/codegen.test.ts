// promptctl codegen: which ids are read and kept, when the file is written, and --check.
import { chmodSync, existsSync, lstatSync, readdirSync, statSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
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
  "promptctl.yaml": "environments:\n  staging: {}\n  production: {}\n",
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

function idsInFile(): Record<string, Record<string, string>> {
  const [, json] = /ids = (\{[^]*\}) as const/.exec(text())!;
  return JSON.parse(json!) as Record<string, Record<string, string>>;
}

/** What promptctl ids prints for the prompts of an environment. */
async function idsOf(...flags: readonly string[]): Promise<unknown> {
  const { out } = await run(["ids", "--target", "prompt/*", ...flags]);
  const ids = Object.entries(JSON.parse(out) as Record<string, string>);
  return Object.fromEntries(ids.sort(([one], [other]) => (one < other ? -1 : 1)));
}

const applyTo = (name: string): Promise<CliResult> =>
  run(["apply", "--env", name, "--auto-approve"], { answer: name });

const calls = (): number => staging.calls.length + production.calls.length;

describe("without a flag that names a service", () => {
  it("the types are written, with the folders of the file, and nothing is sent", async () => {
    expect(await run(codegen, { env: {} })).toMatchObject({
      code: 0,
      out: `written    ${path} (2 prompts, 2 tools, no ids)\n`,
      err: "",
    });
    expect(text()).toContain("export const ids = {} as const;\n");
    expect(text()).toContain('  "Support triage": {\n');
    expect(calls()).toBe(0);
  });

  it("a file that is up to date is not written again", async () => {
    await run(codegen);
    const before = statSync(folder.at(path)).mtimeMs;
    const { code, out } = await run(codegen);
    expect([code, out]).toEqual([0, `unchanged  ${path} (2 prompts, 2 tools, no ids)\n`]);
    expect(statSync(folder.at(path)).mtimeMs).toBe(before);
  });

  it("the ids in the file stay, but for prompts that are no longer defined", async () => {
    await applyTo("production");
    await run([...codegen, "--env", "production"]);
    const ids = await idsOf("--env", "production");
    folder.write("prompts/new.yaml", greeter.replace("Greeter", "New"));
    const sent = calls();
    const { code, out, err } = await run(codegen);
    expect([code, out, err]).toEqual([
      0,
      `written    ${path} (3 prompts, 2 tools, ids of production)\n`,
      "Warning: The file has no id of production for prompt/New. To read the ids: promptctl codegen with --ids or --env\n",
    ]);
    expect(idsInFile()).toEqual({ production: ids });
    folder.write("prompts/greeter.yaml", "");
    await run(codegen);
    expect(Object.keys(idsInFile()["production"]!)).toEqual(["prompt/Support triage"]);
    expect(calls()).toBe(sent);
  });

  it("a renamed prompt keeps its id", async () => {
    await applyTo("production");
    await run([...codegen, "--env", "production"]);
    const { "prompt/Greeter": id, ...others } = idsInFile()["production"]!;
    const renamed = greeter.replace("name: Greeter", "name: Welcome\nrenamedFrom: Greeter");
    folder.write("prompts/greeter.yaml", renamed);
    await run(codegen);
    expect(idsInFile()).toEqual({ production: { ...others, "prompt/Welcome": id } });
  });

  it("a prompt that gets a key keeps its id", async () => {
    await applyTo("production");
    await run([...codegen, "--env", "production"]);
    const { "prompt/Greeter": id, ...others } = idsInFile()["production"]!;
    folder.write("prompts/greeter.yaml", greeter.replace("name: Greeter", "key: g\nname: Greeter"));
    expect(await run(codegen)).toMatchObject({ err: "" });
    expect(idsInFile()).toEqual({ production: { ...others, "prompt/g": id } });
  });
});

describe("ids", () => {
  it("of several environments are read from their services, as promptctl ids reads them", async () => {
    await applyTo("staging");
    await applyTo("production");
    const { code, out, err } = await run([...codegen, "--env", "production", "--env", "staging"]);
    expect([code, out, err]).toEqual([
      0,
      `written    ${path} (2 prompts, 2 tools, ids of staging, production)\n`,
      "",
    ]);
    expect(idsInFile()).toEqual({
      staging: await idsOf("--env", "staging"),
      production: await idsOf("--env", "production"),
    });
    expect(Object.keys(idsInFile())).toEqual(["staging", "production"]);
  });

  it("of one environment replace those in the file; the others stay", async () => {
    await applyTo("staging");
    await run([...codegen, "--env", "staging"]);
    const before = idsInFile();
    await applyTo("production");
    await run([...codegen, "--env", "production"]);
    expect(idsInFile()).toEqual({ ...before, production: await idsOf("--env", "production") });
  });

  it("of the embedded service are those of local", async () => {
    await run(["apply", "--env", "local", "--auto-approve"]);
    await run([...codegen, "--env", "local"]);
    expect(idsInFile()).toEqual({ local: await idsOf("--local") });
  });

  it("are default in a project without environments", async () => {
    folder.write("promptctl.yaml", "");
    const only = {
      env: { ...env, PROMPTCTL_BASE_URL: "https://prompts.example.com", PROMPTCTL_API_KEY: "good" },
    };
    expect((await run(["apply", "--auto-approve"], only)).code).toBe(0);
    await run([...codegen, "--ids"], only);
    expect(Object.keys(idsInFile())).toEqual(["default"]);
    expect(Object.keys(idsInFile()["default"]!)).toEqual([
      "prompt/Greeter",
      "prompt/Support triage",
    ]);
  });

  it("that the service does not have yet are listed; the file has the others", async () => {
    await applyTo("staging");
    folder.write("prompts/new.yaml", greeter.replace("Greeter", "New"));
    const { code, err } = await run([...codegen, "--env", "staging"]);
    expect([code, err]).toEqual([
      0,
      "Not on https://staging.example.com yet, create with promptctl apply --env staging: 1 definition (prompt/New)\n",
    ]);
    expect(Object.keys(idsInFile()["staging"]!)).toEqual([
      "prompt/Greeter",
      "prompt/Support triage",
    ]);
  });

  it("that a refusal prevents leave the file as it is, and the exit code is 4", async () => {
    await applyTo("staging");
    const url = "https://staging.example.com/sdk/v1/prompts";
    const second = { name: "Greeter", parameters: modelParameters(), tools: [], messages: [] };
    const post = { method: "POST", headers, body: JSON.stringify(second) };
    expect((await staging.fetch(url, post)).status).toBe(200);
    const { code, out, err } = await run([...codegen, "--env", "staging"]);
    expect([code, out]).toEqual([4, ""]);
    expect(err).toContain('The service has 2 prompts named "Greeter"');
    expect(err).toContain("Id not known: 1 definition (prompt/Greeter)\n");
    expect(existsSync(folder.at(path))).toBe(false);
  });

  it("of a service that fails end it, and nothing is written", async () => {
    const { code } = await run([...codegen, "--env", "staging", "--env", "production"], {
      fetch: async () => new Response("{}", { status: 401 }),
    });
    expect([code, existsSync(folder.at(path))]).toEqual([1, false]);
  });

  it("an environment that promptctl.yaml no longer has is removed", async () => {
    await applyTo("staging");
    await run([...codegen, "--env", "staging"]);
    folder.write("promptctl.yaml", "environments:\n  production: {}\n");
    await run(codegen);
    expect(idsInFile()).toEqual({});
  });
});

describe("--check", () => {
  it("exits with 0 if the file is up to date, also with CRLF and a byte order mark", async () => {
    await run(codegen);
    folder.write(path, `\uFEFF${text().replaceAll("\n", "\r\n")}`);
    const { code, out } = await run([...codegen, "--check"]);
    expect([code, out]).toEqual([0, `unchanged  ${path} (2 prompts, 2 tools, no ids)\n`]);
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

  it("with an environment, it compares its ids too", async () => {
    await applyTo("staging");
    await run(codegen);
    expect((await run([...codegen, "--check"])).code).toBe(0);
    const { code, out } = await run([...codegen, "--check", "--env", "staging"]);
    expect(code).toBe(2);
    expect(out).toContain('+   "staging": {');
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
      "whose ids were changed",
      "// Generated by promptctl codegen. Do not edit: change the definitions instead.\n",
      codegen,
      4,
      `Refused: The ids in ${path} cannot be read: the file was changed after codegen wrote it.
  Restore it from git, and exclude it from your formatter. Or delete it, and read the ids again: --ids or --env
`,
    ],
    [
      "that is not a TypeScript module",
      "",
      ["codegen", "--out", "prompts.d.ts"],
      64,
      `Error: prompts.d.ts is not the name of a TypeScript module.
  Use a name that ends with .ts, .mts or .cts: --out src/prompts.ts
`,
    ],
    [
      "for two environments and one base URL",
      "",
      [...codegen, "--env", "staging", "--env", "production", "--base-url", "https://x.example"],
      64,
      `Error: --base-url names one service, and --env several.
  Use one --env with --base-url, or write their base URLs into promptctl.yaml.
`,
    ],
  ])("%s is an error", async (_, content, args, code, err) => {
    if (content !== "") folder.write(path, content);
    expect(await run(args)).toMatchObject({ code, out: "", err });
    if (content !== "") expect(text()).toBe(content);
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
