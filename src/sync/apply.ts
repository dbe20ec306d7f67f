// Executes a plan and reports its progress: creates and updates first, then deletes.
import { type Failure, isFailure } from "../engine/model/failure.ts";
import type { Kinds } from "../engine/model/kind.ts";
import type { ExecutablePlan, Step } from "../engine/model/plan.ts";
import type { ReplaceJournal, ServiceClient } from "../engine/model/ports.ts";
import type { Address } from "../engine/model/resource.ts";
import type { ApplyEvent } from "../engine/order/apply-event.ts";
import { createIdRegistry } from "../engine/order/id-registry.ts";
import { incompleteChanges } from "../engine/order/incomplete-changes.ts";
import { journalAfter, journalBefore, needsJournal } from "../engine/order/journal-entries.ts";
import { eventStream } from "./event-stream.ts";
import { type ApplyContext, executeStep } from "./execute-step.ts";
import type { RecoveryOptions } from "./recover-create.ts";
import { type Phase, schedule } from "./schedule.ts";

export interface ApplyOptions extends RecoveryOptions {
  /** The maximum number of concurrent steps. */
  readonly concurrency: number;
  /** When aborted, no further step starts. Running steps finish; their pauses end early. */
  readonly stop: AbortSignal;
  readonly journal: ReplaceJournal;
}

/** No request of a step is retried after this time. */
const maxStepMs = 120_000;

/** Executes every step of a plan. Yields the events in the order in which they happen. */
export function apply(
  kinds: Kinds,
  plan: ExecutablePlan,
  remote: ServiceClient,
  options: ApplyOptions,
): AsyncGenerator<ApplyEvent, void, undefined> {
  return eventStream(async (report) => {
    const { journal, concurrency, stop } = options;
    const registry = createIdRegistry(plan);
    const run: ApplyRun = {
      addresses: new Map(plan.steps.map((step) => [step.id, step.address])),
      options,
      report,
      counts: { done: 0, failed: 0, skipped: 0 },
      succeeded: new Set(),
      unknown: new Set(),
      unreachable: new AbortController(),
    };
    const context = { kinds, remote, registry, recovery: options };
    if (needsJournal(plan)) journal.write(journalBefore(plan, journal.read()));
    const notStarted = await schedule(phasesOf(plan.steps), {
      concurrency,
      stop: AbortSignal.any([stop, run.unreachable.signal]),
      run: (step) => runStep(context, run, step),
      skipped: (step, failedStep) => reportSkipped(run, step, failedStep),
    });
    if (needsJournal(plan)) journal.write(journalAfter(plan, journal.read(), run.succeeded));
    report({
      type: "finished",
      counts: { ...run.counts, notStarted },
      unreachable: run.unreachable.signal.aborted,
      incomplete: incompleteChanges(plan, run.succeeded, run.unknown),
      ids: registry.all(),
    });
  });
}

/** The state of one apply. The sets hold step ids. */
interface ApplyRun {
  readonly counts: { done: number; failed: number; skipped: number };
  readonly succeeded: Set<string>;
  readonly unknown: Set<string>;
  /** Aborted when the service cannot be reached: further steps would fail too. */
  readonly unreachable: AbortController;
  /** The address of each step, by its id. */
  readonly addresses: ReadonlyMap<string, Address>;
  readonly options: ApplyOptions;
  readonly report: (event: ApplyEvent) => void;
}

function phasesOf(steps: readonly Step[]): Phase<Step>[] {
  return (["write", "delete", "prune"] as const).map((phase) => ({
    tasks: steps.filter((step) => step.phase === phase),
    onlyAfterSuccess: phase === "prune",
  }));
}

/** Returns whether the step succeeded. */
async function runStep(context: ApplyContext, run: ApplyRun, step: Step): Promise<boolean> {
  const { report, options, counts } = run;
  report({ type: "started", step });
  const startedAt = options.now();
  try {
    const result = await executeStep(context, step, {
      onWait: (wait) => report({ type: "waiting", step, ...wait }),
      signal: options.stop,
      deadline: startedAt + maxStepMs,
    });
    counts.done++;
    run.succeeded.add(step.id);
    report({ type: "succeeded", step, ...result, milliseconds: options.now() - startedAt });
    return true;
  } catch (error) {
    if (!isFailure(error)) throw error;
    counts.failed++;
    if (error.code === "outcome-unknown") run.unknown.add(step.id);
    if (isUnreachable(error)) run.unreachable.abort();
    report({ type: "failed", step, error });
    return false;
  }
}

/** Whether the service could not be reached, by the request or while recovering from it. */
function isUnreachable({ code, cause }: Failure): boolean {
  return code === "unreachable" || (isFailure(cause) && cause.code === "unreachable");
}

function reportSkipped({ addresses, counts, report }: ApplyRun, step: Step, failed: string): void {
  const skipped = ++counts.skipped;
  report({ type: "skipped", step, because: addresses.get(failed)!, skipped });
}
