// Runs tasks that depend on one another: each starts when its needs are done, tasks with the longest
// chain of dependents first. It does not know what a task does.

export interface Task {
  readonly id: string;
  /** Ids of tasks. Needs that are in no phase count as done. */
  readonly needs: readonly string[];
}

/** Tasks that start after all tasks of the previous phase have ended. */
export interface Phase<Item extends Task> {
  readonly tasks: readonly Item[];
  /** Whether no task starts after any task has failed. */
  readonly onlyAfterSuccess: boolean;
}

export interface TaskRunner<Item extends Task> {
  /** Returns false if the task failed. Must not throw. */
  run(task: Item): Promise<boolean>;
  /** Called for each task that will not run because the task with this id failed. */
  skipped(task: Item, failedTask: string): void;
  readonly concurrency: number;
  /** When aborted, no further task starts. */
  readonly stop: AbortSignal;
}

/** Runs all phases. Returns how many tasks did not start because of `stop`. */
export async function schedule<Item extends Task>(
  phases: readonly Phase<Item>[],
  runner: TaskRunner<Item>,
): Promise<number> {
  const failures = new Map<string, string>();
  let notStarted = 0;
  for (const phase of phases) {
    const [firstFailed] = failures.values();
    if (phase.onlyAfterSuccess && firstFailed !== undefined)
      for (const task of phase.tasks) runner.skipped(task, firstFailed);
    else notStarted += await runPhase(createPhaseRun(phase, runner, failures));
  }
  return notStarted;
}

interface PhaseRun<Item extends Task> {
  readonly phase: Phase<Item>;
  readonly runner: TaskRunner<Item>;
  /** The id of each failed or skipped task → the id of the task that failed. */
  readonly failures: Map<string, string>;
  /** The tasks of the phase that need a task, by its id. */
  readonly dependents: ReadonlyMap<string, readonly Item[]>;
  /** The number of open needs of each task that has neither started nor been skipped. */
  readonly waiting: Map<Item, number>;
  readonly ready: ReadyQueue<Item>;
}

function createPhaseRun<Item extends Task>(
  phase: Phase<Item>,
  runner: TaskRunner<Item>,
  failures: Map<string, string>,
): PhaseRun<Item> {
  const dependents = dependentsOf(phase.tasks);
  const countNeeds = ({ needs }: Item): number => needs.filter((id) => dependents.has(id)).length;
  const waiting = new Map(phase.tasks.map((task) => [task, countNeeds(task)]));
  const ready = createReadyQueue(chainLengths(phase.tasks, dependents));
  return { phase, runner, failures, dependents, waiting, ready };
}

/** Returns how many tasks did not start. */
async function runPhase<Item extends Task>(run: PhaseRun<Item>): Promise<number> {
  const { phase, runner, failures, waiting, ready } = run;
  for (const task of phase.tasks) {
    const failed = task.needs.map((id) => failures.get(id)).find((id) => id !== undefined);
    if (failed !== undefined) skip(run, task, failed);
  }
  for (const [task, openNeeds] of waiting) if (openNeeds === 0) ready.push(task);
  const running = new Set<Promise<void>>();
  for (;;) {
    while (running.size < runner.concurrency && !runner.stop.aborted) {
      const task = ready.pop();
      if (!task) break;
      if (!waiting.delete(task)) continue; // skipped after it became ready
      const promise: Promise<void> = runTask(run, task).finally(() => running.delete(promise));
      running.add(promise);
    }
    if (running.size === 0) return waiting.size;
    await Promise.race(running);
  }
}

async function runTask<Item extends Task>(run: PhaseRun<Item>, task: Item): Promise<void> {
  const { phase, waiting } = run;
  if (!(await run.runner.run(task))) {
    recordFailure(run, task, task.id);
    if (phase.onlyAfterSuccess) for (const other of waiting.keys()) skip(run, other, task.id);
    return;
  }
  for (const dependent of run.dependents.get(task.id)!) {
    const openNeeds = waiting.get(dependent);
    if (openNeeds === undefined) continue;
    waiting.set(dependent, openNeeds - 1);
    if (openNeeds === 1) run.ready.push(dependent);
  }
}

function recordFailure<Item extends Task>(run: PhaseRun<Item>, task: Item, failed: string): void {
  run.failures.set(task.id, failed);
  for (const dependent of run.dependents.get(task.id)!) skip(run, dependent, failed);
}

function skip<Item extends Task>(run: PhaseRun<Item>, task: Item, failed: string): void {
  if (!run.waiting.delete(task)) return;
  run.runner.skipped(task, failed);
  recordFailure(run, task, failed);
}

function dependentsOf<Item extends Task>(tasks: readonly Item[]): Map<string, Item[]> {
  const dependents = new Map<string, Item[]>(tasks.map((task) => [task.id, []]));
  for (const task of tasks) for (const id of task.needs) dependents.get(id)?.push(task);
  return dependents;
}

/** The length of the longest chain of dependents of each task, itself included. */
function chainLengths<Item extends Task>(
  tasks: readonly Item[],
  dependents: ReadonlyMap<string, readonly Item[]>,
): ReadonlyMap<Item, number> {
  const lengths = new Map<Item, number>();
  const lengthOf = (task: Item): number => {
    const known = lengths.get(task);
    if (known !== undefined) return known;
    const longest = dependents
      .get(task.id)!
      .reduce((most, dependent) => Math.max(most, lengthOf(dependent)), 0);
    lengths.set(task, longest + 1);
    return longest + 1;
  };
  for (const task of tasks) lengthOf(task);
  return lengths;
}

interface ReadyQueue<Item> {
  push(task: Item): void;
  /** Removes a task with the longest chain, among equals the first pushed. */
  pop(): Item | undefined;
}

function createReadyQueue<Item>(lengths: ReadonlyMap<Item, number>): ReadyQueue<Item> {
  const queues: { items: Item[]; next: number }[] = []; // by chain length
  return {
    push: (task) => {
      (queues[lengths.get(task)!] ??= { items: [], next: 0 }).items.push(task);
    },
    pop: () => {
      const queue = queues.findLast(
        (candidate) => candidate && candidate.next < candidate.items.length,
      );
      return queue?.items[queue.next++];
    },
  };
}
