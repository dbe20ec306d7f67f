// Runs tasks that need one another: each as soon as what it needs is done, the longest chain
// first, at most so many at once. Knows nothing of what a task does.

export interface Task {
  readonly id: string;
  readonly needs: readonly string[];
}

/** Tasks that start when all of the phase before have ended. */
export interface Phase<Item extends Task> {
  readonly tasks: readonly Item[];
  /** Whether none of them starts once anything has failed. */
  readonly onlyAfterSuccess: boolean;
}

export interface Runner<Item extends Task> {
  /** Carries one task out; false where it failed. Must not throw. */
  run(task: Item): Promise<boolean>;
  /** Hears of a task that will not run, because of the task of that id. */
  skipped(task: Item, because: string): void;
  readonly concurrency: number;
  /** No further task is started once this is aborted. */
  readonly stop: AbortSignal;
}

/** Runs all phases; returns how many tasks were never started because of `stop`. */
export async function schedule<Item extends Task>(
  phases: readonly Phase<Item>[],
  runner: Runner<Item>,
): Promise<number> {
  const lost = new Map<string, string>(); // failed or skipped → the task that failed
  let notStarted = 0;
  for (const { tasks, onlyAfterSuccess } of phases) {
    const [firstFailed] = lost.values();
    if (onlyAfterSuccess && firstFailed !== undefined)
      for (const task of tasks) runner.skipped(task, firstFailed);
    else notStarted += await runPhase({ tasks, onlyAfterSuccess }, runner, lost);
  }
  return notStarted;
}

async function runPhase<Item extends Task>(
  { tasks, onlyAfterSuccess }: Phase<Item>,
  runner: Runner<Item>,
  lost: Map<string, string>,
): Promise<number> {
  const dependents = dependentsOf(tasks);
  const ready = readyQueue(tasks, dependents);
  const waiting = new Map(
    tasks.map((task) => [task, task.needs.filter((id) => dependents.has(id)).length]),
  );
  const running = new Set<Promise<void>>();

  const lose = (task: Item, because: string): void => {
    lost.set(task.id, because);
    for (const each of dependents.get(task.id)!) skip(each, because);
  };
  const skip = (task: Item, because: string): void => {
    if (!waiting.delete(task)) return;
    runner.skipped(task, because);
    lose(task, because);
  };
  const start = async (task: Item): Promise<void> => {
    waiting.delete(task);
    if (!(await runner.run(task))) {
      lose(task, task.id);
      if (onlyAfterSuccess) for (const each of waiting.keys()) skip(each, task.id);
      return;
    }
    for (const each of dependents.get(task.id)!) {
      const left = waiting.get(each);
      if (left === undefined) continue;
      waiting.set(each, left - 1);
      if (left === 1) ready.push(each);
    }
  };

  for (const task of tasks) {
    const because = task.needs.map((id) => lost.get(id)).find((each) => each !== undefined);
    if (because !== undefined) skip(task, because);
  }
  for (const [task, left] of waiting) if (left === 0) ready.push(task);
  for (;;) {
    while (running.size < runner.concurrency && !runner.stop.aborted) {
      const task = ready.pop();
      if (!task) break;
      const work: Promise<void> = start(task).finally(() => running.delete(work));
      running.add(work);
    }
    if (running.size === 0) return waiting.size;
    await Promise.race(running);
  }
}

function dependentsOf<Item extends Task>(tasks: readonly Item[]): Map<string, Item[]> {
  const dependents = new Map<string, Item[]>(tasks.map((task) => [task.id, []]));
  for (const task of tasks) for (const id of task.needs) dependents.get(id)?.push(task);
  return dependents;
}

/** Ready tasks by the length of the chain that waits for them, then in the order they came. */
function readyQueue<Item extends Task>(
  tasks: readonly Item[],
  dependents: ReadonlyMap<string, readonly Item[]>,
): { push(task: Item): void; pop(): Item | undefined } {
  const lengths = new Map<string, number>();
  const lengthOf = (task: Item): number => {
    const known = lengths.get(task.id);
    if (known !== undefined) return known;
    const longest = dependents
      .get(task.id)!
      .reduce((most, each) => Math.max(most, lengthOf(each)), 0);
    lengths.set(task.id, longest + 1);
    return longest + 1;
  };
  for (const task of tasks) lengthOf(task);
  const queues: { items: Item[]; next: number }[] = [];
  return {
    push(task) {
      (queues[lengthOf(task)] ??= { items: [], next: 0 }).items.push(task);
    },
    pop() {
      const queue = queues.findLast((each) => each && each.next < each.items.length);
      return queue?.items[queue.next++];
    },
  };
}
