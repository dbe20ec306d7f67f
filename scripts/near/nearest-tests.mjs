// Which test files cover a path best, from a map of what each test file calls.

/** How many test files run for each path. */
const most = 6;

/** Whether `file` is `path`, or in the folder `path`. */
const isIn = (file, path) => file === path || file.startsWith(`${path}/`);

/**
 * Up to six test files for `path`, a file or a folder. A test is near if it calls much of it and little else; what
 * else a test at the mirror path calls does not count. Tests that call functions of it which those before do not call
 * come first. `tests`: by test file, then by source file, the number of functions called.
 */
export function nearestTests(tests, path) {
  const [mirror = path] = mirrorFolders(path);
  const rest = Object.entries(tests)
    .map(([test, counts]) => {
      const called = Object.entries(counts).filter(([file]) => isIn(file, path));
      const functions = called.reduce((sum, [, count]) => sum + count, 0);
      const others = Object.keys(counts).length - called.length;
      const focus = isIn(test, mirror) ? 1 : functions / (functions + others);
      return { test, called, functions, others, focus };
    })
    .filter(({ functions }) => functions > 0)
    .toSorted(
      (a, b) =>
        b.functions * b.focus - a.functions * a.focus ||
        a.others - b.others ||
        (a.test < b.test ? -1 : 1),
    );
  const nearest = [];
  /** The most functions of each file that one test so far calls: which ones, the map does not say. */
  const covered = new Map();
  while (nearest.length < most && rest.length > 0) {
    const added = rest.map(({ called, focus }) => addedBy(called, covered) * focus);
    const [best] = rest.splice(added.indexOf(Math.max(...added)), 1);
    for (const [file, count] of best.called)
      covered.set(file, Math.max(count, covered.get(file) ?? 0));
    nearest.push(best);
  }
  return nearest;
}

/** How many more functions these are than those of `covered`. */
function addedBy(called, covered) {
  return called.reduce(
    (sum, [file, count]) => sum + Math.max(0, count - (covered.get(file) ?? 0)),
    0,
  );
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
