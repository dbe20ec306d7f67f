// The whole check: generated files, types, lint, format, unused code, package shape, tests.
// Ends with a line `N passed, N failed`: one for each check, one for each test.
import { execFile, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
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
  // A program may be running from dist/, so the tests build the program beside it.
  ["build", process.execPath, ["scripts/build.mjs"], { PROMPTCTL_DIST: "dist-test" }],
];

/** The files of the package whose entry points are checked. */
const packageFolder = join(folder, "package");
const program = "scripts/promptctl.cjs";
const checksOfBuild = [["package shape", bin("publint"), ["--strict", packageFolder]]];

// .ci/run sets PROMPTCTL_LONG_TESTS, and installs what the long tests need.
const { PROMPTCTL_LONG_TESTS: longTests } = process.env;
const short = ["--project=shared", "--project=isolated"];
const ofCI = [...short, "--project=slow", "--project=long", "--project=postgres"];
const projects = { 1: ofCI, all: [] }[longTests] ?? short;

let passed = 0;
let failed = 0;
/** Runs a check; resolves when it has ended. */
function run([name, command, words, variables]) {
  const options = { cwd: root, maxBuffer: Infinity, env: { ...process.env, ...variables } };
  return new Promise((resolve) => {
    execFile(command, words, options, (error, stdout, stderr) => {
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
const packageFiles = { "dist-test": "dist", schemas: "schemas", "package.json": "package.json" };
for (const [from, to] of Object.entries({ ...packageFiles, [program]: program }))
  if (existsSync(join(root, from)))
    cpSync(join(root, from), join(packageFolder, to), { recursive: true });
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
