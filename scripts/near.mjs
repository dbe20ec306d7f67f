// `npm run test:near -- PATH…` runs the six test files that cover each path best.
// `npm run test:near -- --measure [TESTS…]` makes the map of what each test file calls.
import { existsSync, statSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { mirrorFolders, nearestTests } from "./near/nearest-tests.mjs";
import { isCurrent, measure, readMap, runVitest, sourceFiles } from "./near/test-map.mjs";

const root = join(import.meta.dirname, "..");
const usage = "Usage: npm run test:near -- PATH…, or npm run test:near -- --measure [TESTS…]";
const howToGetMap =
  "Make a map with `npm run test:near -- --measure` (minutes), or download the one of the last night: CONTRIBUTING.md.";

/** The path from the root of the repository; npm says in which folder the command was entered. */
function fromRoot(word) {
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), word);
  return relative(root, path).split(sep).join("/");
}

/** The tests in the nearest folder at the mirror path. */
function mirrorTests(path) {
  const folder = mirrorFolders(path).find((each) => existsSync(join(root, each)));
  if (folder === undefined) return { problem: `${path}: no folder of test/ has its tests.` };
  return { note: `${path}: the tests in ${folder} run.`, tests: [`${folder}/`] };
}

/** What runs for one path: `tests`, with a `note` for the reader, or a `problem`. */
function testsOf(path, map) {
  const exists = existsSync(join(root, path));
  if (path === "test" || path.startsWith("test/")) {
    if (!exists) return { problem: `${path}: no such file or folder.` };
    return { tests: [statSync(join(root, path)).isDirectory() ? `${path}/` : path] };
  }
  if (path !== "src" && !path.startsWith("src/"))
    return { problem: `${path}: not in src/ or test/. Only their files have tests near.` };
  if (map === undefined)
    return exists ? mirrorTests(path) : { problem: `${path}: no such file or folder.` };
  const nearest = nearestTests(map.tests, path);
  if (nearest.length === 0) {
    if (!exists) return { problem: `${path}: no such file or folder, and not in the map.` };
    const { note, ...rest } = mirrorTests(path);
    return { ...rest, note: note && `${path}: no test in the map calls it. ${note}` };
  }
  const isOld = !exists || !isCurrent(map, sourceFiles(path));
  const lines = nearest.map(
    ({ test, functions, others }) => `  ${test} (${functions} functions, ${others} other files)`,
  );
  const age = isOld ? " (changed after the map was made)" : "";
  return { note: [`${path}${age}:`, ...lines].join("\n"), tests: nearest.map(({ test }) => test) };
}

const [first, ...rest] = process.argv.slice(2);
if (first === "--measure") process.exit(measure(rest.map(fromRoot)));
if (first === undefined || first.startsWith("-")) {
  console.error(usage);
  process.exit(64);
}
const map = readMap();
if (map === undefined) console.log(`No map. ${howToGetMap}`);
const found = [first, ...rest].map((word) => testsOf(fromRoot(word), map));
for (const { note } of found) if (note) console.log(note);
const problems = found.flatMap(({ problem = [] }) => problem);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
// The project postgres repeats tests of other projects with a server.
process.exit(runVitest(["--project=!postgres", ...new Set(found.flatMap(({ tests }) => tests))]));
