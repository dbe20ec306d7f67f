// `npm run test:near`: which tests are nearest is a pure function; the rest runs as a contributor runs it, with
// a map of one small test file.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";

type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

const root = join(import.meta.dirname, "../..");
const { nearestTests, mirrorFolders } = (await import(
  join(root, "scripts/near/nearest-tests.mjs")
)) as {
  nearestTests(tests: Counts, path: string): { test: string }[];
  mirrorFolders(path: string): string[];
};

const folder = mkdtempSync(join(tmpdir(), "promptctl-near-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const counts: Counts = {
  "test/b-whole.test.ts": { "src/a/one.ts": 3, "src/a/two.ts": 1, "src/b.ts": 1 },
  "test/c-one.test.ts": { "src/a/one.ts": 3 },
  "test/d-part.test.ts": { "src/a/one.ts": 2 },
  "test/e-other.test.ts": { "src/a-other/one.ts": 9, "src/a/one.tsx": 9 },
};

it.each<[string, string, string[]]>([
  [
    "most functions first, then those with few other files",
    "src/a/one.ts",
    ["test/c-one.test.ts", "test/d-part.test.ts", "test/b-whole.test.ts"],
  ],
  [
    "the functions of all files of a folder count",
    "src/a",
    ["test/e-other.test.ts", "test/b-whole.test.ts", "test/c-one.test.ts", "test/d-part.test.ts"],
  ],
  ["a folder is not the beginning of a name", "src/a-other", ["test/e-other.test.ts"]],
  ["no test calls it", "src/c.ts", []],
])("%s", (_, path, tests) => {
  expect(nearestTests(counts, path).map(({ test }) => test)).toEqual(tests);
});

it("a test of little else comes before one of the whole program, which calls more functions", () => {
  const others = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`src/b${at}.ts`, 1]));
  const tests = {
    "test/whole.test.ts": { "src/a.ts": 5, ...others },
    "test/unit.test.ts": { "src/a.ts": 4, "src/b0.ts": 1 },
  };
  expect(nearestTests(tests, "src/a.ts").map(({ test }) => test)).toEqual([
    "test/unit.test.ts",
    "test/whole.test.ts",
  ]);
});

it("what else a test at the mirror path calls does not count", () => {
  const others = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`src/b${at}.ts`, 1]));
  const tests = {
    "test/one.test.ts": { "src/a/one.ts": 5 },
    "test/a-other/one.test.ts": { "src/a/one.ts": 4, ...others },
    "test/a/one.test.ts": { "src/a/one.ts": 5, ...others },
  };
  const expected = ["test/one.test.ts", "test/a/one.test.ts", "test/a-other/one.test.ts"];
  for (const path of ["src/a", "src/a/one.ts"])
    expect(nearestTests(tests, path).map(({ test }) => test)).toEqual(expected);
  const without = { ...tests, "test/one.test.ts": { "src/a/one.ts": 4, "src/b0.ts": 1 } };
  expect(nearestTests(without, "src/a")[0]).toMatchObject({ test: "test/a/one.test.ts" });
});

it("a test that calls what those before do not call comes before more of the same", () => {
  const tests = {
    "test/one.test.ts": { "src/a/one.ts": 5 },
    "test/same.test.ts": { "src/a/one.ts": 5 },
    "test/two.test.ts": { "src/a/one.ts": 2, "src/a/two.ts": 1, "src/b.ts": 9, "src/c.ts": 9 },
  };
  expect(nearestTests(tests, "src/a").map(({ test }) => test)).toEqual([
    "test/one.test.ts",
    "test/two.test.ts",
    "test/same.test.ts",
  ]);
});

it("six tests are the most", () => {
  const many = Array.from({ length: 9 }, (_, index) => [
    `test/${index}.test.ts`,
    { "src/a.ts": 1 },
  ]);
  const nearest = nearestTests(Object.fromEntries(many) as Counts, "src/a.ts");
  expect(nearest.map(({ test }) => test)).toEqual(
    [0, 1, 2, 3, 4, 5].map((index) => `test/${index}.test.ts`),
  );
});

it.each([
  ["src/sync/pull/pull.ts", ["test/sync/pull", "test/sync"]],
  ["src/sync/pull", ["test/sync/pull", "test/sync"]],
  ["src/kinds.ts", []],
])("the tests of %s may be in these folders", (path, folders) => {
  expect(mirrorFolders(path)).toEqual(folders);
});

const smallTest = "test/engine/diff/similar-notes.test.ts";
const smallSource = "src/engine/diff/similar-notes.ts";

function near(map: string, ...words: string[]): { status: number | null; output: string } {
  const env = { ...process.env, PROMPTCTL_TEST_MAP: join(folder, map), PROMPTCTL_BUILT: "1" };
  const options = { cwd: root, env: { ...env, INIT_CWD: root }, encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, "scripts/near.mjs"), ...words],
    options,
  );
  return { status, output: `${stdout}${stderr}` };
}

describe("with a measured map", () => {
  it("a file runs the test that called it, and a changed one is named", () => {
    expect(near("map.json", "--measure", smallTest).status).toBe(0);
    const path = join(folder, "map.json");
    const map = JSON.parse(readFileSync(path, "utf8")) as {
      sources: Record<string, string>;
      tests: Counts;
    };
    expect(map.tests).toEqual({
      [smallTest]: { [smallSource]: 1, "src/engine/text/word-lists.ts": 1 },
    });
    map.sources[smallSource] = "another content";
    writeFileSync(path, JSON.stringify(map));
    const { status, output } = near("map.json", smallSource);
    expect(output).toContain(
      `${smallSource} (changed after the map was made):\n  ${smallTest} (1 functions, 1 other files)\n`,
    );
    expect(output).toContain("Test Files  1 passed (1)");
    expect(status).toBe(0);
  });
});

it.each<[string, string[], number, string]>([
  [
    "a file that does not exist",
    ["src/engine/diff/none.ts"],
    1,
    "src/engine/diff/none.ts: no such file or folder.",
  ],
  ["a path outside src/ and test/", ["docs"], 1, "docs: not in src/ or test/."],
  ["a file without tests at its mirror path", ["src/kinds.ts"], 1, "no folder of test/"],
  ["no path", [], 64, "Usage: npm run test:near -- PATH"],
])("without a map, nothing runs for %s", (_, words, status, text) => {
  const result = near("none.json", ...words);
  expect(result.output).toContain(text);
  expect(result.status).toBe(status);
});

it("without a map, the tests at the mirror path run", () => {
  const { output } = near("none.json", "src/views/history/log-json.ts");
  expect(output).toContain("No map. Make a map with `npm run test:near -- --measure`");
  expect(output).toContain("src/views/history/log-json.ts: the tests in test/views/history run.");
  expect(output).toContain("passed");
});
