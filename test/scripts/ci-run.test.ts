// .ci/run installs what the tests need and the machine lacks, and nothing else. A machine is a folder
// with programs, which is the whole PATH; `npm ci` ends the script.
import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const base = mkdtempSync(join(tmpdir(), "promptctl-ci-run-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const others = ["pre-commit", "rsync", "sqlite3", "nginx", "initdb"];

it.each<[string, string[], string[]]>([
  ["Debian with everything", [...others, "chromium"], []],
  [
    "GitHub's Ubuntu image",
    ["rsync", "sqlite3", "nginx", "initdb", "google-chrome"],
    ["update -qq", "install -qq -y --no-install-recommends pre-commit"],
  ],
  ["Ubuntu with Chromium under its other name", [...others, "chromium-browser"], []],
  [
    "Debian without a browser",
    others,
    ["update -qq", "install -qq -y --no-install-recommends chromium"],
  ],
])("%s", (name, programs, installs) => {
  const path = join(base, name);
  mkdirSync(path);
  for (const tool of ["bash", "dirname", "id", "ls"]) {
    const found = execFileSync("sh", ["-c", `command -v ${tool}`], { encoding: "utf8" });
    symlinkSync(found.trim(), join(path, tool));
  }
  symlinkSync(process.execPath, join(path, "node"));
  const write = (program: string, script: string): void =>
    writeFileSync(join(path, program), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const log = join(path, "log");
  for (const program of programs) write(program, "exit 1");
  write("apt-get", `echo "$*" >> "${log}"`);
  write("sudo", 'exec "$@"');
  write("npm", "exit 99");
  const { status, stderr } = spawnSync(join(path, "bash"), [join(root, ".ci/run")], {
    env: { PATH: path },
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([99, ""]);
  const lines = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
  expect(lines).toEqual(installs);
});
