import { expect, it } from "vitest";
import { type Phase, schedule, type Task } from "../../src/sync/schedule.ts";

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
  /** The task after whose start everything is to stop. */
  readonly stopAfter?: string;
}

/** What happened, in order: `a` started, `a.` ended, `a!` failed, `b -a` skipped because of a. */
async function run(
  phases: readonly Phase<Task>[],
  given: Given = {},
): Promise<{ told: string; notStarted: number; most: number }> {
  const told: string[] = [];
  const stop = new AbortController();
  let running = 0;
  let most = 0;
  const notStarted = await schedule(phases, {
    concurrency: given.concurrency ?? 10,
    stop: stop.signal,
    run: async ({ id }) => {
      told.push(id);
      most = Math.max(most, ++running);
      if (id === given.stopAfter) stop.abort();
      await new Promise((resolve) => setTimeout(resolve, 1));
      running--;
      const failed = given.failing?.includes(id) ?? false;
      told.push(`${id}${failed ? "!" : "."}`);
      return !failed;
    },
    skipped: ({ id }, failed) => void told.push(`${id} -${failed.id}`),
  });
  return { told: told.join(", "), notStarted, most };
}

const one = { concurrency: 1 };

it.each<[sentence: string, phases: Phase<Task>[], given: Given, told: string]>([
  ["nothing to do", [], {}, ""],
  ["tasks without needs start together, in order", [phase("a", "b")], {}, "a, b, a., b."],
  ["a task starts after all it needs", [phase("c < a b", "a", "b")], {}, "a, b, a., b., c, c."],
  ["what is needed and not there is taken as done", [phase("a < x")], {}, "a, a."],
  [
    "the longest chain goes first",
    [phase("a", "b", "c < b", "d < c")],
    one,
    "b, b., c, c., a, a., d, d.",
  ],
  ["equal chains go in order", [phase("a", "b", "c")], one, "a, a., b, b., c, c."],
  [
    "what depends on a failure is skipped because of it",
    [phase("a", "b < a", "c < b", "d")],
    { failing: ["a"] },
    "a, d, a!, b -a, c -a, d.",
  ],
  [
    "what depends on two failures is skipped once",
    [phase("a", "b", "c < a b")],
    { failing: ["a", "b"] },
    "a, b, a!, c -a, b!",
  ],
  [
    "what does not depend on a failure goes on",
    [phase("a", "b", "c < b")],
    { ...one, failing: ["a"] },
    "b, b., a, a!, c, c.",
  ],
  ["a phase starts when the one before has ended", [phase("a"), phase("b")], {}, "a, a., b, b."],
  [
    "needs reach into phases before",
    [phase("a", "b"), phase("c < a", "d < b")],
    { failing: ["a"] },
    "a, b, a!, b., c -a, d, d.",
  ],
  [
    "and say what failed, not what was skipped",
    [phase("a", "b < a"), phase("c < b")],
    { failing: ["a"] },
    "a, a!, b -a, c -a",
  ],
  [
    "pruning is skipped after any failure",
    [phase("a", "b"), pruning("c", "d < c")],
    { failing: ["b"] },
    "a, b, a., b!, c -b, d -b",
  ],
  ["pruning is done after success", [phase("a"), pruning("c", "d < c")], {}, "a, a., c, c., d, d."],
  [
    "a failure in pruning ends all pruning; what is under way is finished",
    [pruning("c", "d < c", "e")],
    { failing: ["c"] },
    "c, e, c!, d -c, e.",
  ],
  [
    "a failure in pruning skips tasks that are ready to start",
    [pruning("c", "d", "e")],
    { ...one, failing: ["c"] },
    "c, c!, d -c, e -c",
  ],
])("%s", async (_sentence, phases, given, expected) => {
  expect((await run(phases, given)).told).toBe(expected);
});

it.each([1, 2, 7, 40])(
  "at most %i run at once, and as many where there are enough",
  async (concurrency) => {
    const tasks = Array.from({ length: 40 }, (_none, index) => `t${index}`);
    const { told, most } = await run([phase(...tasks)], { concurrency });
    expect(most).toBe(concurrency);
    expect(told.split(", ")).toHaveLength(80);
  },
);

it.each<[sentence: string, phases: Phase<Task>[], given: Given, told: string, notStarted: number]>([
  [
    "what is under way is finished",
    [phase("a", "b", "c")],
    { concurrency: 2, stopAfter: "b" },
    "a, b, a., b.",
    1,
  ],
  [
    "nothing of later phases starts",
    [phase("a"), phase("b", "c < b"), pruning("d")],
    { stopAfter: "a" },
    "a, a.",
    3,
  ],
  [
    "what waits for something stopped is not started, not skipped",
    [phase("a", "b", "c < b")],
    { ...one, stopAfter: "a" },
    "b, b., a, a.",
    1,
  ],
  [
    "what depends on a failure is skipped all the same",
    [phase("a", "b < a")],
    { stopAfter: "a", failing: ["a"] },
    "a, a!, b -a",
    0,
  ],
])("after a stop: %s", async (_sentence, phases, given, told, notStarted) => {
  const result = await run(phases, given);
  expect([result.told, result.notStarted]).toEqual([told, notStarted]);
});

it("a long chain and many tasks are carried out", async () => {
  const chain = Array.from({ length: 2000 }, (_none, index) =>
    index === 0 ? "t0" : `t${index} < t${index - 1}`,
  );
  let count = 0;
  const notStarted = await schedule([phase(...chain)], {
    concurrency: 10,
    stop: new AbortController().signal,
    run: async () => {
      count++;
      return true;
    },
    skipped: () => {},
  });
  expect([count, notStarted]).toEqual([2000, 0]);
});
