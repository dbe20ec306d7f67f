// Carries a plan out and tells how it goes. Writes go first, deletes after everything else.
import { type Failure, isFailure } from "../engine/model/failure.ts";
import type { Kinds } from "../engine/model/kind.ts";
import { type IncompleteChange, incompleteChanges } from "../engine/order/incomplete-changes.ts";
import type { Wait } from "../engine/model/retry-policy.ts";
import type { Altered, ExecutablePlan, Step } from "../engine/model/plan.ts";
import type { ReplaceJournal, ServiceClient } from "../engine/model/ports.ts";
import type { Address } from "../engine/model/resource.ts";
import { needsJournal, journalAfter, journalBefore } from "../engine/order/journal-entries.ts";
import { type Ids, createIdRegistry } from "../engine/order/id-registry.ts";
import { executeStep } from "./execute-step.ts";
import { eventStream } from "./event-stream.ts";
import type { RecoveryOptions } from "./recover-create.ts";
import { schedule } from "./schedule.ts";

export type ApplyEvent =
  | { readonly type: "started"; readonly step: Step }
  | ({ readonly type: "waiting"; readonly step: Step } & Wait)
  | {
      readonly type: "succeeded";
      readonly step: Step;
      readonly id: string;
      readonly milliseconds: number;
      /** What the service changed of it. */
      readonly altered: readonly Altered[];
    }
  | { readonly type: "failed"; readonly step: Step; readonly error: Failure }
  /** `because`: the address of the step that failed; `skipped`: how many were so far, this one included. */
  | {
      readonly type: "skipped";
      readonly step: Step;
      readonly because: Address;
      readonly skipped: number;
    }
  /** `left`: what is not as planned; `unreachable`: whether the rest was not tried for that. */
  | {
      readonly type: "finished";
      readonly counts: ApplyCounts;
      readonly unreachable: boolean;
      readonly incomplete: readonly IncompleteChange[];
      readonly ids: Ids;
    };

export interface ApplyCounts {
  readonly done: number;
  readonly failed: number;
  readonly skipped: number;
  readonly notStarted: number;
}

export interface ApplyOptions extends RecoveryOptions {
  /** How many calls may be under way at once. */
  readonly concurrency: number;
  /** No further step is started once this is aborted; those under way are finished, their pauses ended. */
  readonly stop: AbortSignal;
  readonly journal: ReplaceJournal;
}

/** No call of a step is tried after this time. */
const longestStepMs = 120_000;

/** Carries out every step of a plan; what happens is told in the order it happens. */
export function apply(
  kinds: Kinds,
  plan: ExecutablePlan,
  remote: ServiceClient,
  options: ApplyOptions,
): AsyncGenerator<ApplyEvent, void, undefined> {
  return eventStream(async (report) => {
    const addresses = new Map(plan.steps.map((step) => [step.id, step.address]));
    const book = createIdRegistry(plan);
    const counts = { done: 0, failed: 0, skipped: 0 };
    const done = new Set<string>();
    const unknown = new Set<string>();
    const { journal: notebook } = options;
    if (needsJournal(plan)) notebook.write(journalBefore(plan, notebook.read()));
    const gone = new AbortController(); // a service that is gone will not take the rest either
    const { concurrency, stop, now } = options;
    const run = { kinds, remote, registry: book, recovery: options };
    const notStarted = await schedule(phases(plan.steps), {
      concurrency,
      stop: AbortSignal.any([stop, gone.signal]),
      run: async (step) => {
        report({ type: "started", step });
        const began = now();
        const waiting = (wait: Wait): void => report({ type: "waiting", step, ...wait });
        const patience = { onWait: waiting, signal: stop, deadline: began + longestStepMs };
        const result = await executeStep(run, step, patience).catch(asFailure);
        const failed = isFailure(result);
        counts[failed ? "failed" : "done"]++;
        if (failed && isGone(result)) gone.abort();
        if (!failed) done.add(step.id);
        else if (result.code === "outcome-unknown") unknown.add(step.id);
        if (failed) report({ type: "failed", step, error: result });
        else report({ type: "succeeded", step, ...result, milliseconds: now() - began });
        return !failed;
      },
      skipped: (step, because) => {
        counts.skipped++;
        report({
          type: "skipped",
          step,
          because: addresses.get(because)!,
          skipped: counts.skipped,
        });
      },
    });
    if (needsJournal(plan)) notebook.write(journalAfter(plan, notebook.read(), done));
    const incomplete = incompleteChanges(plan, done, unknown);
    const unreachable = gone.signal.aborted;
    report({
      type: "finished",
      counts: { ...counts, notStarted },
      unreachable,
      incomplete,
      ids: book.all(),
    });
  });
}

function phases(steps: readonly Step[]): { tasks: Step[]; onlyAfterSuccess: boolean }[] {
  return (["write", "delete", "prune"] as const).map((phase) => ({
    tasks: steps.filter((step) => step.phase === phase),
    onlyAfterSuccess: phase === "prune",
  }));
}

/** Whether the service could not be reached, for the step itself or to see what became of it. */
function isGone({ code, cause }: Failure): boolean {
  return code === "unreachable" || (isFailure(cause) && cause.code === "unreachable");
}

/** A failure of the world is told; a mistake of ours is thrown. */
function asFailure(error: unknown): Failure {
  if (isFailure(error)) return error;
  throw error;
}
