// The whole check: generated files, types, lint, format, unused code, package shape, tests.
// Ends with a line `N passed, N failed`: one for each check, one for each test.
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "promptctl-check-"));
const report = join(folder, "tests.json");
const bin = (name) => join(root, "node_modules", ".bin", name);

/** A check of types, which knows from its last run which files are unchanged. */
const tsc = (project, name) => [
  bin("tsc"),
  ["-p", project, "--incremental", "--tsBuildInfoFile", `node_modules/.cache/tsc-${name}.json`],
];

const checks = [
  ["generated files are up to date", process.execPath, ["scripts/generate.mjs", "--check"]],
  ["types of src", ...tsc(".", "src")],
  ["types of test", ...tsc("test", "test")],
  ["lint", bin("oxlint"), ["--deny-warnings"]],
  ["format", bin("oxfmt"), ["--check", "."]],
  ["unused code", bin("knip"), ["--cache"]],
  ["build", process.execPath, ["scripts/build.mjs"]],
];

const checksOfBuild = [["package shape", bin("publint"), ["--strict"]]];

// .ci/run sets PROMPTCTL_LONG_TESTS, and installs what the long tests need.
const { PROMPTCTL_LONG_TESTS: longTests } = process.env;
const short = ["--project=shared", "--project=isolated"];
const projects = { 1: ["--project=!release"], all: [] }[longTests] ?? short;

let passed = 0;
let failed = 0;
/** Runs a check; resolves when it has ended. */
function run([name, command, words]) {
  return new Promise((resolve) => {
    execFile(command, words, { cwd: root, maxBuffer: Infinity }, (error, stdout, stderr) => {
      if (error) failed++;
      else passed++;
      console.log(`${error ? "✗" : "✓"} ${name}`);
      if (error) console.log(`${stdout}${stderr}`);
      resolve();
    });
  });
}

await Promise.all(checks.map(run));
// The tests run what was built above, instead of building it again.
if (failed === 0) process.env.PROMPTCTL_BUILT = "1";
for (const check of checksOfBuild) await run(check);
spawnSync(
  bin("vitest"),
  ["run", ...projects, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
  { cwd: root, stdio: "inherit" },
);
try {
  const tests = JSON.parse(readFileSync(report, "utf8"));
  passed += tests.numPassedTests;
  failed += tests.numFailedTests + (tests.success ? 0 : tests.numFailedTests === 0 ? 1 : 0);
} catch {
  console.log("✗ the tests did not finish");
  failed++;
}
rmSync(folder, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
