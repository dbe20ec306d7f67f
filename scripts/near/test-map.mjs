// The map of what each test file calls: measured on this machine, or downloaded. It is not committed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** The file of the map. Tests of the map use another one. */
const mapPath = process.env.PROMPTCTL_TEST_MAP ?? join(root, ".cache/test-map.json");

/** The map without tests that were deleted since, or undefined if none was measured or downloaded. */
export function readMap() {
  if (!existsSync(mapPath)) return undefined;
  const { sources, tests } = JSON.parse(readFileSync(mapPath, "utf8"));
  const existing = Object.entries(tests).filter(([test]) => existsSync(join(root, test)));
  return { sources, tests: Object.fromEntries(existing) };
}

/** Whether each of the source files has the content that was measured. */
export const isCurrent = (map, files) => files.every((file) => map.sources[file] === digest(file));

/** The source files below `path`, and `path` itself if it is one. */
export function sourceFiles(path) {
  if (path.endsWith(".ts")) return [path];
  const names = readdirSync(join(root, path), { recursive: true });
  return names
    .map((name) => `${path}/${name.replaceAll("\\", "/")}`)
    .filter((file) => file.endsWith(".ts") && !file.startsWith("src/generated/"));
}

function digest(file) {
  const path = join(root, file);
  return existsSync(path) && createHash("sha256").update(readFileSync(path)).digest("hex");
}

/** Runs vitest in the root of the repository; returns its exit code. */
export function runVitest(words, variables = {}) {
  const program = join(root, "node_modules/vitest/vitest.mjs");
  const options = { cwd: root, stdio: "inherit", env: { ...process.env, ...variables } };
  return spawnSync(process.execPath, [program, "run", ...words], options).status ?? 1;
}

/**
 * Measures the tests of `npm test` and the slow tests, or only `tests`, whose entries of the map are then replaced.
 * Returns the exit code of vitest.
 */
export function measure(tests) {
  const folder = mkdtempSync(join(tmpdir(), "promptctl-measure-"));
  const projects = ["shared", "isolated", "slow"].map((name) => `--project=${name}`);
  const exitCode = runVitest([...projects, ...tests], { PROMPTCTL_MEASURE: folder });
  const measured = readdirSync(folder).map((name) =>
    JSON.parse(readFileSync(join(folder, name), "utf8")),
  );
  rmSync(folder, { recursive: true });
  const sources = Object.fromEntries(sourceFiles("src").map((file) => [file, digest(file)]));
  const old = (tests.length > 0 && readMap()) || { sources: {}, tests: {} };
  const map = {
    sources: { ...sources, ...old.sources },
    tests: {
      ...old.tests,
      ...Object.fromEntries(measured.map(({ test, counts }) => [test, counts])),
    },
  };
  mkdirSync(dirname(mapPath), { recursive: true });
  writeFileSync(mapPath, JSON.stringify(map));
  return exitCode;
}
