// Runs tasks that depend on one another: each starts when its needs are done, tasks with the longest
// chain of dependents first. It does not know what a task does.
import { once } from "../../engine/model/collections.ts";

export interface Task {
  readonly id: string;
  /** Ids of tasks. Needs that are in no phase count as done. */
  readonly needs: readonly string[];
}

/** Tasks that start after all tasks of the previous phase have ended. */
export interface Phase<Item extends Task> {
  /** Tasks come after those they need; in another order chains may be counted as shorter. */
  readonly tasks: readonly Item[];
  /** Whether no task starts after any task has failed. */
  readonly onlyAfterSuccess: boolean;
}

export interface TaskRunner<Item extends Task> {
  /**
   * Returns false if the task failed. Must not throw. After `release` the task does not count for
   * the concurrency any more.
   */
  run(task: Item, release: () => void): Promise<boolean>;
  /** Called for each task that will not run because another one failed. */
  skipped(task: Item, failed: Item): void;
  /** The number of tasks that may run now. It may change while tasks run. */
  concurrency(): number;
  /** When aborted, no further task starts. */
  readonly stop: AbortSignal;
}

/** Runs all phases. Returns how many tasks did not start because of `stop`. */
export async function schedule<Item extends Task>(
  phases: readonly Phase<Item>[],
  runner: TaskRunner<Item>,
): Promise<number> {
  const failures = new Map<string, Item>();
  let notStarted = 0;
  for (const phase of phases) {
    const [firstFailed] = failures.values();
    if (phase.onlyAfterSuccess && firstFailed)
      for (const task of phase.tasks) runner.skipped(task, firstFailed);
    else notStarted += await runPhase(phase, runner, failures);
  }
  return notStarted;
}

/**
 * Returns how many tasks did not start. `failures`: the id of each failed or skipped task → the task
 * that failed.
 */
async function runPhase<Item extends Task>(
  { tasks, onlyAfterSuccess }: Phase<Item>,
  runner: TaskRunner<Item>,
  failures: Map<string, Item>,
): Promise<number> {
  const dependents = dependentsOf(tasks);
  const ready = createReadyQueue(tasks, dependents);
  /** The number of open needs of each task that has neither started nor been skipped. */
  const waiting = new Map(
    tasks.map((task) => [task, task.needs.filter((id) => dependents.has(id)).length]),
  );

  function recordFailure(task: Item, failed: Item): void {
    failures.set(task.id, failed);
    for (const dependent of dependents.get(task.id)!) skip(dependent, failed);
  }

  function skip(task: Item, failed: Item): void {
    if (!waiting.delete(task)) return;
    runner.skipped(task, failed);
    recordFailure(task, failed);
  }

  async function runTask(task: Item, release: () => void): Promise<void> {
    if (!(await runner.run(task, release))) {
      recordFailure(task, task);
      if (onlyAfterSuccess) for (const other of waiting.keys()) skip(other, task);
      return;
    }
    for (const dependent of dependents.get(task.id)!) {
      const openNeeds = waiting.get(dependent);
      if (openNeeds === undefined) continue;
      waiting.set(dependent, openNeeds - 1);
      if (openNeeds === 1) ready.push(dependent);
    }
  }

  for (const task of tasks) {
    const failed = task.needs.map((id) => failures.get(id)).find(Boolean);
    if (failed) skip(task, failed);
  }
  for (const [task, openNeeds] of waiting) if (openNeeds === 0) ready.push(task);
  const next = (): Item | undefined => {
    let task = ready.pop();
    while (task && !waiting.delete(task)) task = ready.pop(); // skipped after it became ready
    return task;
  };
  await runAll(next, runTask, runner);
  return waiting.size;
}

/**
 * Starts the next tasks while the concurrency permits, until none runs. Each round waits for one promise:
 * a race of all running tasks would leave something in each of them in every round.
 */
async function runAll<Item>(
  next: () => Item | undefined,
  run: (task: Item, release: () => void) => Promise<void>,
  { concurrency, stop }: Pick<TaskRunner<Task>, "concurrency" | "stop">,
): Promise<void> {
  let [running, active] = [0, 0];
  const errors: unknown[] = []; // kept: one can come between two rounds
  let wake = (): void => {}; // of the current round
  for (;;) {
    const changed = new Promise<void>((resolve) => (wake = resolve));
    while (active < concurrency() && !stop.aborted) {
      const task = next();
      if (!task) break;
      running++;
      active++;
      const release = once(() => {
        active--;
        wake();
      });
      void run(task, release)
        .catch((error: unknown) => errors.push(error))
        .finally(() => {
          running--;
          release();
          wake();
        });
    }
    if (running === 0) return;
    await changed;
    if (errors.length > 0) throw errors[0];
  }
}

function dependentsOf<Item extends Task>(tasks: readonly Item[]): Map<string, Item[]> {
  const dependents = new Map<string, Item[]>(tasks.map((task) => [task.id, []]));
  for (const task of tasks) for (const id of task.needs) dependents.get(id)?.push(task);
  return dependents;
}

/** A queue that yields tasks with the longest chain of dependents first, equal ones in their order. */
function createReadyQueue<Item extends Task>(
  tasks: readonly Item[],
  dependents: ReadonlyMap<string, readonly Item[]>,
) {
  const lengths = new Map<Item, number>();
  // Dependents come after the tasks they need, so their lengths are known first.
  for (const task of tasks.toReversed()) {
    const longest = dependents
      .get(task.id)!
      .reduce((most, dependent) => Math.max(most, lengths.get(dependent) ?? 0), 0);
    lengths.set(task, longest + 1);
  }
  const queues: { items: Item[]; next: number }[] = []; // by length of the chain
  return {
    push: (task: Item): void => {
      (queues[lengths.get(task)!] ??= { items: [], next: 0 }).items.push(task);
    },
    pop: (): Item | undefined => {
      const queue = queues.findLast(
        (candidate) => candidate && candidate.next < candidate.items.length,
      );
      return queue?.items[queue.next++];
    },
  };
}
