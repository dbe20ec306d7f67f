// Which test files cover a path best, from a map of what each test file calls.

/** How many test files run for each path. */
const most = 6;

/** Whether `file` is `path`, or in the folder `path`. */
const isIn = (file, path) => file === path || file.startsWith(`${path}/`);

/**
 * Up to six test files: first those that call most functions of `path` (a file or a folder), and of equal ones
 * those that call functions of the fewest other files. `tests`: by test file, then by source file, the number of
 * functions called.
 */
export function nearestTests(tests, path) {
  return Object.entries(tests)
    .map(([test, counts]) => {
      const called = Object.entries(counts).filter(([file]) => isIn(file, path));
      const functions = called.reduce((sum, [, count]) => sum + count, 0);
      return { test, functions, others: Object.keys(counts).length - called.length };
    })
    .filter(({ functions }) => functions > 0)
    .toSorted(
      (a, b) => b.functions - a.functions || a.others - b.others || (a.test < b.test ? -1 : 1),
    )
    .slice(0, most);
}

/**
 * The folders where tests of `path` may be, nearest first: `src/sync/pull/pull.ts` is tested in `test/sync/pull`.
 * `test` itself is none of them.
 */
export function mirrorFolders(path) {
  const names = path
    .replace(/\/[^/]+\.ts$/, "")
    .split("/")
    .slice(1);
  return names.map((_, index) => ["test", ...names.slice(0, names.length - index)].join("/"));
}
