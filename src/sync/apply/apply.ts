// Executes a plan and reports its progress: creates and updates first, then deletes.
import { type Failure, isFailure, onFailure } from "../../engine/model/failure.ts";
import { type Kinds, kindNamed } from "../../engine/model/kind.ts";
import type { ExecutablePlan, Step } from "../../engine/model/plan.ts";
import type { ReplaceJournal, ServiceClient } from "../../engine/model/ports.ts";
import type { Address } from "../../engine/model/resource.ts";
import type { ApplyEvent, ApplySummary } from "../../engine/apply/apply-event.ts";
import { createIdRegistry } from "../../engine/apply/id-registry.ts";
import { incompleteChanges } from "../../engine/apply/incomplete-changes.ts";
import { journalAfter, journalBefore, needsJournal } from "../../engine/apply/journal-entries.ts";
import { findSameNames } from "../../engine/apply/same-names.ts";
import { type ApplyContext, executeStep } from "./execute-step.ts";
import {
  createRecovery,
  type RecoveryOptions,
  isUnavailable,
  isUnreachable,
} from "./recover-create.ts";
import { observeAll } from "../plan/observe-all.ts";
import { type Phase, schedule } from "./schedule.ts";

export interface ApplyOptions extends RecoveryOptions {
  /** The number of steps that may run now. Steps that wait for a lookup do not count. */
  concurrency(): number;
  /** When aborted, no further step starts. Running steps finish; their pauses end early. */
  readonly stop: AbortSignal;
  readonly journal: ReplaceJournal;
  /** Address patterns of the resources that prune may delete. */
  readonly scope: readonly string[];
  /** The header with the origin of a definition. Default: none. */
  readonly originOf?: (address: Address) => Promise<string | undefined>;
  /** Receives the events in the order in which they happen. */
  readonly report: (event: ApplyEvent) => void;
}

/** No request of a step is retried after this time. */
const maxStepMs = 120_000;
/** No further step starts after so many failures in a row because the service does not answer for now. */
const maxUnavailable = 5;

/**
 * Executes every step of a plan. Returns whether all of them succeeded, and no resource of another
 * apply has the name of a created one.
 */
export async function apply(
  kinds: Kinds,
  plan: ExecutablePlan,
  remote: ServiceClient,
  options: ApplyOptions,
): Promise<boolean> {
  const { journal, stop, report } = options;
  const registry = createIdRegistry(plan);
  const recoverCreate = createRecovery({ remote, registry, recovery: options });
  const context = { kinds, remote, registry, recoverCreate };
  const unavailable = new AbortController();
  const [succeeded, failures] = [new Set<string>(), new Map<string, Failure>()];
  const state: ApplyState = { options, succeeded, failures, unavailable, unavailableInRow: 0 };
  let skipped = 0;
  if (needsJournal(plan) || plan.outdatedEntries)
    journal.write(journalBefore(plan, journal.read()));
  const notStarted = await schedule(phasesOf(plan.steps), {
    concurrency: () => options.concurrency(),
    stop: AbortSignal.any([stop, unavailable.signal]),
    run: (step, release) => runStep(context, state, step, release),
    skipped: (step, { address }) =>
      report({ type: "skipped", step, failedAddress: address, skipped: ++skipped }),
  });
  if (needsJournal(plan)) journal.write(journalAfter(plan, journal.read(), succeeded));
  const sameNames = await listSameNames(context, plan, state);
  report({
    type: "finished",
    counts: { done: succeeded.size, failed: failures.size, skipped, notStarted },
    unavailable: unavailable.signal.aborted,
    changedSincePlan: [...failures.values()].some(({ code }) => code === "changed-since-plan"),
    incomplete: incompleteChanges(plan, succeeded, failures),
    ...sameNames,
    ids: registry.all(),
  });
  return succeeded.size === plan.steps.length && sameNames.sameNames.length === 0;
}

/** The state of one apply, by the ids of steps. */
interface ApplyState {
  readonly succeeded: Set<string>;
  readonly failures: Map<string, Failure>;
  /** Aborted when the service cannot be reached, or fails several times: further steps would fail too. */
  readonly unavailable: AbortController;
  unavailableInRow: number;
  readonly options: ApplyOptions;
}

function phasesOf(steps: readonly Step[]): Phase<Step>[] {
  return (["write", "delete", "prune"] as const).map((phase) => ({
    tasks: steps.filter((step) => step.phase === phase),
    onlyAfterSuccess: phase === "prune",
  }));
}

/** Returns whether the step succeeded. */
async function runStep(
  context: ApplyContext,
  state: ApplyState,
  step: Step,
  release: () => void,
): Promise<boolean> {
  const { options, succeeded, failures, unavailable } = state;
  const { report } = options;
  report({ type: "started", step });
  const startedAt = options.now();
  try {
    const result = await executeStep(context, step, {
      onWait: (wait) => report({ type: "waiting", step, ...wait }),
      signal: options.stop,
      deadline: startedAt + maxStepMs,
      release,
      origin: async () => options.originOf?.(step.address),
    });
    succeeded.add(step.id);
    state.unavailableInRow = 0;
    report({ type: "succeeded", step, ...result, milliseconds: options.now() - startedAt });
    return true;
  } catch (error) {
    if (!isFailure(error)) throw error;
    failures.set(step.id, error);
    state.unavailableInRow = isUnavailable(error) ? state.unavailableInRow + 1 : 0;
    if (isUnreachable(error) || state.unavailableInRow === maxUnavailable) unavailable.abort();
    report({ type: "failed", step, error });
    return false;
  }
}

/**
 * Lists the kinds of the created resources that have names once more. Of two applies at once, at
 * least the one that lists last finds the resources of both. A failure of the lists is returned,
 * because it changes nothing about the steps.
 */
async function listSameNames(
  { kinds, remote, registry }: ApplyContext,
  plan: ExecutablePlan,
  { options, succeeded, unavailable }: ApplyState,
): Promise<Pick<ApplySummary, "sameNames" | "sameNamesUnknown">> {
  const { stop, scope, now, recoveryMs } = options;
  const created = plan.steps.filter(
    ({ id, verb, kind }) =>
      verb === "create" && succeeded.has(id) && kindNamed(kinds, kind).identifiedBy.by === "name",
  );
  if (stop.aborted || unavailable.signal.aborted) return { sameNames: [] };
  const listed = kinds.filter((row) => created.some(({ kind }) => kind === row.kind));
  const responses = observeAll(
    remote,
    listed.map(({ kind }) => kind),
    { signal: stop, deadline: now() + recoveryMs },
  );
  return responses
    .then((lists) => ({
      sameNames: findSameNames({ kinds, plan, created, registry, scope }, lists),
    }))
    .catch(onFailure((failure) => ({ sameNames: [], sameNamesUnknown: failure })));
}
