// What the Action of a commit of the source starts: the built Action, or a message where there is none.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { metadata } from "../github/run-step.ts";

const folder = mkdtempSync(join(tmpdir(), "promptctl-action-"));
const main = join(folder, metadata.runs.main);
cpSync(join(import.meta.dirname, "../..", metadata.runs.main), main);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("reports that the commit is not built, then starts what was built", () => {
  const run = (): [number | null, string] => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [main], { encoding: "utf8" });
    return [status, stdout + stderr];
  };
  expect(run()).toEqual([
    1,
    "::error::This commit of promptctl has no built Action (dist/ is missing). Use the commit of a release: that of a tag like v0.1.0.\n",
  ]);
  mkdirSync(join(folder, "dist"));
  writeFileSync(join(folder, "dist/action.js"), "console.log('started'); process.exitCode = 3;\n");
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  expect(run()).toEqual([3, "started\n"]);
});
