// The npm package as an application installs it: its types compile in a strict project without
// skipLibCheck, and the library runs as an ES module and as a CommonJS module.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../../..");
const folder = mkdtempSync(join(tmpdir(), "promptctl-package-"));
const installed = join(folder, "node_modules", "promptctl");

const library = `import { CallFailure, createClient, type Client, type Prompt } from "promptctl";
const client: Client = createClient({ baseUrl: "https://prompts.example.com", apiKey: "k" });
export const prompts: Promise<Prompt[]> = client.prompts.list();
export const isFailure = (error: unknown): boolean => error instanceof CallFailure;
// @ts-expect-error a tool has a description
export const tool = client.tools.create({ name: "x", parameters: {} });
`;

beforeAll(() => {
  execFileSync("npm", ["pack", root, "--ignore-scripts", "--pack-destination", folder], {
    cwd: folder,
    stdio: "ignore",
  });
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz"))!;
  mkdirSync(installed, { recursive: true });
  // As npm installs it without its optional dependency.
  execFileSync("tar", ["-xzf", join(folder, tarball), "-C", installed, "--strip-components=1"]);
  for (const name of ["app.mts", "app.cts"]) writeFileSync(join(folder, name), library);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each([
  ["TypeScript 5.9", "typescript-5.9"],
  ["TypeScript 7", "typescript"],
])("its types with %s", (_name, compiler) => {
  it.each<[string, string, readonly string[]]>([
    ["an ES module", "app.mts", ["--module", "nodenext"]],
    ["a CommonJS module", "app.cts", ["--module", "nodenext"]],
    ["a CommonJS module of Node 16", "app.cts", ["--module", "node16"]],
    ["a bundler", "app.mts", ["--module", "esnext", "--moduleResolution", "bundler"]],
  ])("compile in %s", (_kind, file, words) => {
    expect(compile(compiler, [file, ...words])).toBe("");
  });
});

it("its types compile with the module resolution node10", () => {
  const words = ["--module", "commonjs", "--moduleResolution", "node10"];
  expect(compile("typescript-5.9", ["app.cts", ...words])).toBe("");
});

it("takes less than 12 MB, without dependencies of its own", () => {
  const files = readdirSync(installed, { recursive: true, encoding: "utf8" });
  const sizes = files
    .map((file) => statSync(join(installed, file)))
    .filter((each) => each.isFile());
  expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(12_000_000);
});

it.each([
  ["an ES module", "app.mjs", 'import { CallFailure, createClient } from "promptctl";'],
  ["a CommonJS module", "app.cjs", 'const { CallFailure, createClient } = require("promptctl");'],
])("runs in %s", (_kind, file, line) => {
  const program = `${line}
    createClient({ baseUrl: "http://127.0.0.1:1", timeoutMs: 500 }).tools.list()
      .catch((error) => console.log(error instanceof CallFailure, error.method, error.path));`;
  writeFileSync(join(folder, file), program);
  const { stdout, stderr } = spawnSync(process.execPath, [file], { cwd: folder, encoding: "utf8" });
  expect([stdout, stderr]).toEqual(["true GET /sdk/v1/tools\n", ""]);
});

/** The output of a compiler with `--strict` and its defaults. */
function compile(compiler: string, words: readonly string[]): string {
  const tsc = join(root, "node_modules", compiler, "bin", "tsc");
  const all = [tsc, "--strict", "--noEmit", "--target", "es2022", ...words];
  return spawnSync(process.execPath, all, { cwd: folder, encoding: "utf8" }).stdout;
}
