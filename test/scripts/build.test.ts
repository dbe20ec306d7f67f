// The files of the build that each command loads: most of the time of a short run is loading code.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { folderOf } from "../io/folder.ts";
import { dist } from "../fixtures/built.ts";

/** Writes the scripts and the modules of Node that a process loaded to the file LOADED. */
const recorder = `
const { Session } = require("node:inspector");
const session = new Session();
const scripts = [];
session.connect();
session.on("Debugger.scriptParsed", ({ params }) => scripts.push(params.url));
session.post("Debugger.enable");
process.on("exit", () => require("node:fs").writeFileSync(process.env.LOADED,
  JSON.stringify({ scripts, builtins: process.moduleLoadList })));
`;

const tool = "kind: tool\nname: look\ndescription: Looks.\nparameters: { type: object }\n";

it.each<[string, readonly string[], readonly string[]]>([
  ["--version", ["--version"], ["main"]],
  ["--help", ["--help"], ["main", "program"]],
  ["validate", ["validate"], ["main", "program", "validate"]],
  ["graph", ["graph"], ["main", "program", "reading-commands"]],
  ["fmt", ["fmt", "--check"], ["fmt", "main", "program"]],
  [
    "plan --local",
    ["plan", "--local"],
    ["check-plan", "embedded-service", "main", "program", "service-commands"],
  ],
])("%s loads only its own command, and not Node's fetch", async (command, args, files) => {
  await using folder = folderOf({
    "recorder.cjs": recorder,
    "promptctl.yaml": "",
    "prompts/a.yaml": tool,
  });
  const { PROMPTCTL_BASE_URL: _url, CI: _ci, ...env } = process.env;
  const loaded = folder.at("loaded.json");
  spawnSync(
    process.execPath,
    ["--require", folder.at("recorder.cjs"), join(dist, "main.cjs"), ...args],
    { cwd: folder.path, env: { ...env, LOADED: loaded } },
  );
  const { scripts, builtins } = JSON.parse(readFileSync(loaded, "utf8")) as {
    scripts: string[];
    builtins: string[];
  };
  const names = scripts
    .filter((url) => url.startsWith(`file://${dist}`))
    .map((url) => basename(url, ".cjs"));
  expect(names.sort()).toEqual(files);
  if (!command.includes("--local"))
    expect(builtins).not.toContain("NativeModule internal/deps/undici/undici");
  if (command === "validate") expect(builtins).not.toContain("NativeModule crypto");
});

it("codegen prints its result only, also if VERBOSE is set", async () => {
  await using folder = folderOf({ "promptctl.yaml": "", "prompts/a.yaml": tool });
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(dist, "main.cjs"), "codegen", "--out", "a.ts"],
    { cwd: folder.path, encoding: "utf8", env: { ...process.env, VERBOSE: "1" } },
  );
  expect([stdout, stderr]).toEqual(["written    a.ts (0 prompts, 1 tool)\n", ""]);
});

it("only codegen contains the printer of types, without its formatter and parsers, and has less than 580 kB", () => {
  const texts = readdirSync(dist)
    .filter((file) => file.endsWith(".cjs"))
    .map((file) => [file, readFileSync(join(dist, file), "utf8")] as const);
  const withPrinter = texts.filter(([, text]) => text.includes("declareExternallyReferenced"));
  expect(withPrinter.map(([file]) => file)).toEqual(["codegen.cjs"]);
  expect(withPrinter[0]![1]).not.toContain("experimentalTernaries"); // an option of prettier
  expect(withPrinter[0]![1].split("bad indentation of a mapping entry")).toHaveLength(2); // one js-yaml
  expect(withPrinter[0]![1].length).toBeLessThan(580_000);
});

it("only serve contains the page", () => {
  const withPage = readdirSync(dist)
    .filter((file) => file.endsWith(".cjs"))
    .filter((file) => readFileSync(join(dist, file), "utf8").includes("promptctl_session"));
  expect(withPage).toEqual(["serve.cjs"]);
});

it("no command loads Commander again, but for the one that completes command lines", () => {
  const withCommander = readdirSync(dist)
    .filter((file) => file.endsWith(".cjs"))
    .filter((file) => readFileSync(join(dist, file), "utf8").includes("commander.excessArguments"));
  expect(withCommander).toEqual(["completion.cjs", "program.cjs"]);
});

it("a build for the tests leaves dist/ as it is, because a program may be running from it", () => {
  const root = join(import.meta.dirname, "../..");
  const stateOf = (folder: string): string[] =>
    existsSync(folder)
      ? readdirSync(folder).map((name) => `${name} ${statSync(join(folder, name)).mtimeMs}`)
      : [];
  const before = stateOf(join(root, "dist"));
  // Not a folder of the clone: other tests copy dist-test and the clone at the same time.
  const folder = mkdtempSync(join(tmpdir(), "promptctl-build-"));
  const { status, stderr } = spawnSync(process.execPath, [join(root, "scripts/build.mjs")], {
    env: { ...process.env, PROMPTCTL_DIST: folder },
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([0, ""]);
  expect(existsSync(join(folder, "main.cjs"))).toBe(true);
  expect(stateOf(join(root, "dist"))).toEqual(before);
  rmSync(folder, { recursive: true });
});

it("the package for applications has no module of Node.js, no dependency, and less than 0.6 MB", () => {
  const client = join(dist, "client");
  const code = readdirSync(client).filter((file) => /\.c?js$/.test(file));
  for (const file of code) {
    const text = readFileSync(join(client, file), "utf8");
    const imported = [...text.matchAll(/(?:\bfrom ?|\bimport ?|\brequire\()"([^"]+)"/g)];
    const others = imported.flatMap(([, name]) => (code.includes(basename(name!)) ? [] : [name]));
    expect(others).toEqual([]);
  }
  expect(code).toContain("index.js");
  const manifest = JSON.parse(readFileSync(join(client, "package.json"), "utf8"));
  expect(manifest).not.toHaveProperty("dependencies");
  const files = readdirSync(client, { recursive: true, withFileTypes: true });
  const sizes = files
    .filter((each) => each.isFile())
    .map((each) => statSync(join(each.parentPath, each.name)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(600_000);
});

it("createPrompts of the package has less than 47 kB in a browser, without what only createClient needs", async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: 'export { createPrompts } from "./index.js"',
      resolveDir: join(dist, "client"),
    },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    write: false,
  });
  const { text } = outputFiles[0]!;
  expect(text).toContain("max_completion_tokens");
  expect(text).not.toContain("FetchError"); // of ofetch
  expect(text.length).toBeLessThan(47_000);
});
