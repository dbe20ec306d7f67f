// Under a version of Node.js that is too old, the program says so and loads nothing.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { afterAll, describe, expect, it } from "vitest";
import { folderOf } from "../io/folder.ts";
import { builtProgram, dist } from "../fixtures/built.ts";

const root = join(import.meta.dirname, "../..");

/** Claims another version, and fails when a module other than these is loaded. */
const pretend = `
Object.defineProperty(process.versions, "node", { value: process.env.PRETENDED });
const { _load } = require("module");
require("module")._load = (name, ...rest) => {
  if (!/^(?:fs|path)$|main\\.cjs$|promptctl\\.cjs$/.test(name)) throw new Error("loads " + name);
  return _load(name, ...rest);
};
`;

/** A commit of the source in which the program was built. */
const source = folderOf({
  "scripts/promptctl.cjs": readFileSync(join(root, "scripts/promptctl.cjs"), "utf8"),
});
source.link("dist", dist);
afterAll(() => source[Symbol.asyncDispose]());

describe.each([
  ["dist/main.cjs", builtProgram],
  ["scripts/promptctl.cjs", source.at("scripts/promptctl.cjs")],
])("%s", (_name, program) => {
  it.each(["20.18.3", "18.20.8", "12.22.12", "8.17.0", "0.12.18"])("under %s", async (version) => {
    await using folder = folderOf({ "pretend.cjs": pretend });
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["--require", folder.at("pretend.cjs"), program, "validate"],
      { cwd: folder.path, encoding: "utf8", env: { ...process.env, PRETENDED: version } },
    );
    const message = `promptctl needs Node.js 20.19 or later; this is ${version}.\n`;
    expect([status, stdout, stderr]).toEqual([1, "", message]);
  });

  it.each(["20.19.0", "22.0.0", "100.1.0"])("starts under %s", async (version) => {
    await using folder = folderOf({ "pretend.cjs": pretend.slice(0, pretend.indexOf("const")) });
    const { status, stderr } = spawnSync(
      process.execPath,
      ["--require", folder.at("pretend.cjs"), program, "--version"],
      { cwd: folder.path, encoding: "utf8", env: { ...process.env, PRETENDED: version } },
    );
    expect([status, stderr]).toEqual([0, ""]);
  });
});

it("dist/main.cjs has no syntax that is newer than ES2015", () => {
  const text = readFileSync(builtProgram, "utf8").replace(/^#!.*\n/, "");
  const wrapped = `(function () {${text}\n})`;
  const format = { minify: true, charset: "utf8", legalComments: "none" } as const;
  const asIs = transformSync(wrapped, { ...format, target: "esnext" }).code;
  expect(transformSync(wrapped, { ...format, target: "es2015" }).code).toBe(asIs);
});
