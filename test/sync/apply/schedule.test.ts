import { expect, it } from "vitest";
import { type Phase, schedule, type Task } from "../../../src/sync/apply/schedule.ts";

/** `a`, or `b < a c`: b needs a and c. */
function task(text: string): Task {
  const [id, needs = ""] = text.split(" < ");
  return { id: id!, needs: needs.split(" ").filter((each) => each !== "") };
}

function phase(...texts: string[]): Phase<Task> {
  return { tasks: texts.map(task), onlyAfterSuccess: false };
}

function pruning(...texts: string[]): Phase<Task> {
  return { tasks: texts.map(task), onlyAfterSuccess: true };
}

interface Given {
  readonly concurrency?: number;
  /** Tasks that fail. */
  readonly failing?: readonly string[];
  /** After the start of this task, the signal is aborted. */
  readonly stopAfter?: string;
}

/** The log, in order: `a` started, `a.` ended, `a!` failed, `b -a` skipped because of a. */
async function run(
  phases: readonly Phase<Task>[],
  given: Given = {},
): Promise<{ log: string; notStarted: number; most: number }> {
  const log: string[] = [];
  const stop = new AbortController();
  let running = 0;
  let most = 0;
  const notStarted = await schedule(phases, {
    concurrency: () => given.concurrency ?? 10,
    stop: stop.signal,
    run: async ({ id }) => {
      log.push(id);
      most = Math.max(most, ++running);
      if (id === given.stopAfter) stop.abort();
      await new Promise((resolve) => setTimeout(resolve, 1));
      running--;
      const failed = given.failing?.includes(id) ?? false;
      log.push(`${id}${failed ? "!" : "."}`);
      return !failed;
    },
    skipped: ({ id }, failed) => void log.push(`${id} -${failed.id}`),
  });
  return { log: log.join(", "), notStarted, most };
}

const one = { concurrency: 1 };

it.each<[sentence: string, phases: Phase<Task>[], given: Given, log: string]>([
  ["tasks without needs start together, in order", [phase("a", "b")], {}, "a, b, a., b."],
  [
    "a task starts after all the tasks it needs",
    [phase("c < a b", "a", "b")],
    {},
    "a, b, a., b., c, c.",
  ],
  ["a need that is in no phase counts as done", [phase("a < x")], {}, "a, a."],
  [
    "the task with the longest chain of dependents starts first",
    [phase("a", "b", "c < b", "d < c")],
    one,
    "b, b., c, c., a, a., d, d.",
  ],
  [
    "dependents of a failed task are skipped because of it",
    [phase("a", "b < a", "c < b", "d")],
    { failing: ["a"] },
    "a, d, a!, b -a, c -a, d.",
  ],
  [
    "a dependent of two failed tasks is skipped once",
    [phase("a", "b", "c < a b")],
    { failing: ["a", "b"] },
    "a, b, a!, c -a, b!",
  ],
  [
    "a skip in a later phase names the failed task, not the skipped one",
    [phase("a", "b < a"), phase("c < b")],
    { failing: ["a"] },
    "a, a!, b -a, c -a",
  ],
  [
    "the prune phase is skipped after any failure",
    [phase("a", "b"), pruning("c", "d < c")],
    { failing: ["b"] },
    "a, b, a., b!, c -b, d -b",
  ],
  [
    "after a failure in the prune phase no task starts, and running tasks finish",
    [pruning("c", "d < c", "e")],
    { failing: ["c"] },
    "c, e, c!, d -c, e.",
  ],
  [
    "a failure in the prune phase skips tasks that are ready to start",
    [pruning("c", "d", "e")],
    { ...one, failing: ["c"] },
    "c, c!, d -c, e -c",
  ],
])("%s", async (_sentence, phases, given, expected) => {
  expect((await run(phases, given)).log).toBe(expected);
});

it.each([1, 2, 7, 40])("%i tasks run at once if there are enough", async (concurrency) => {
  const tasks = Array.from({ length: 40 }, (_item, index) => `t${index}`);
  const { log, most } = await run([phase(...tasks)], { concurrency });
  expect(most).toBe(concurrency);
  expect(log.split(", ")).toHaveLength(80);
});

it.each<[sentence: string, phases: Phase<Task>[], given: Given, log: string, notStarted: number]>([
  [
    "running tasks finish",
    [phase("a", "b", "c")],
    { concurrency: 2, stopAfter: "b" },
    "a, b, a., b.",
    1,
  ],
  [
    "no task of a later phase starts",
    [phase("a"), phase("b", "c < b"), pruning("d")],
    { stopAfter: "a" },
    "a, a.",
    3,
  ],
  [
    "dependents of a failed task are still skipped",
    [phase("a", "b < a")],
    { stopAfter: "a", failing: ["a"] },
    "a, a!, b -a",
    0,
  ],
])("after a stop: %s", async (_sentence, phases, given, log, notStarted) => {
  const result = await run(phases, given);
  expect([result.log, result.notStarted]).toEqual([log, notStarted]);
});

it("runs a chain of 2,000 tasks", async () => {
  const chain = Array.from({ length: 2000 }, (_item, index) =>
    index === 0 ? "t0" : `t${index} < t${index - 1}`,
  );
  let count = 0;
  const notStarted = await schedule([phase(...chain)], {
    concurrency: () => 10,
    stop: new AbortController().signal,
    run: async () => {
      count++;
      return true;
    },
    skipped: () => {},
  });
  expect([count, notStarted]).toEqual([2000, 0]);
});

it("an error of a task is thrown, also of one that is not the first to end", async () => {
  const run = schedule([phase("a", "b", "c")], {
    concurrency: () => 10,
    stop: new AbortController().signal,
    run: async ({ id }) => {
      await new Promise((resolve) => setTimeout(resolve, id === "b" ? 5 : 1));
      if (id === "b") throw new Error("a bug");
      return true;
    },
    skipped: () => {},
  });
  await expect(run).rejects.toThrow("a bug");
});

it("an error is thrown that comes a moment before or after the end of another task", async () => {
  for (let moments = 0; moments < 8; moments++) {
    const run = schedule([phase("a", "b", "c")], {
      concurrency: () => 10,
      stop: new AbortController().signal,
      run: async ({ id }) => {
        for (let left = id === "b" ? moments : 3; left > 0; left--) await undefined;
        if (id === "b") throw new Error("a bug");
        return true;
      },
      skipped: () => {},
    });
    await expect(run).rejects.toThrow("a bug");
  }
});
