// Recovers from a create request without a readable response: the service is listed to find out
// whether the resource was created. The request is never sent a second time. Creates of one kind share
// the lists and the pauses; a further create ends the pause, and the pauses begin short again.
import { memo } from "../../engine/model/collections.ts";
import { failed, type Failure, isCallFailure, isFailure } from "../../engine/model/failure.ts";
import type { JsonObject } from "../../engine/model/json.ts";
import type { Kind } from "../../engine/model/kind.ts";
import type { Step } from "../../engine/model/plan.ts";
import type { ServiceReader, WriteControl, RetryControl, Sleep } from "../../engine/model/ports.ts";
import type { Observed } from "../../engine/model/resource.ts";
import { contentDigest, observe } from "../../engine/normalize/observe.ts";
import type { IdRegistry } from "../../engine/apply/id-registry.ts";

export interface RecoveryOptions {
  /** How long to look for the created resource, in milliseconds. */
  readonly recoveryMs: number;
  /** The pause after a number of lists. */
  listPauseMs(lists: number): number;
  readonly sleep: Sleep;
  /** When aborted, the pause ends, and the next list is the last one. */
  readonly stop: AbortSignal;
  /** A monotonic clock, in milliseconds. */
  now(): number;
}

/** Whether a create that failed with this error may have been executed. */
export function mayHaveBeenCreated(error: unknown): error is Failure {
  if (isCallFailure(error)) return error.outcome === "unknown";
  return isFailure(error) && error.code === "unreadable-answer";
}

interface RecoveryContext {
  readonly remote: ServiceReader;
  readonly registry: IdRegistry;
  readonly recovery: RecoveryOptions;
}

export interface StepControl extends RetryControl {
  /** See WriteControl. */
  readonly origin?: WriteControl["origin"];
  /** Called when the step only waits for its next lookup, so that another step can start. */
  release(): void;
}

/** A create without a readable response. */
interface UnknownCreate {
  readonly row: Kind;
  readonly step: Step;
  /** Why there is no readable response. */
  readonly failure: Failure;
  readonly control: StepControl;
}

/**
 * Returns the created resource as soon as a list contains it. Throws a Failure with the code
 * `outcome-unknown` if none does in time, or if the service cannot be reached.
 */
export type RecoverCreate = (create: UnknownCreate) => Promise<Observed>;

interface PendingCreate extends UnknownCreate {
  /** The time of its last lookup. */
  readonly deadline: number;
  resolve(created: Observed): void;
  reject(error: unknown): void;
}

/** Creates the recovery of one apply. */
export function createRecovery(context: RecoveryContext): RecoverCreate {
  const lookupOf = memo((row: Kind) => createLookup(context, row));
  return (create) => lookupOf(create.row)(create);
}

/** The lookup of one kind: lists and pauses in turns while creates are pending. */
function createLookup(context: RecoveryContext, row: Kind): RecoverCreate {
  const { now, recoveryMs, listPauseMs, sleep, stop } = context.recovery;
  const pending = new Set<PendingCreate>();
  let lists = 0; // since the last create was added
  let pauseEnd = new AbortController();

  async function run(): Promise<void> {
    while (pending.size > 0) {
      lists++;
      const { resources, failure } = await listNew(context, row, pending);
      resolveListed(context, pending, resources);
      rejectOverdue(context, pending, failure);
      if (pending.size === 0 || lists === 0) continue; // 0: one was added during the list
      for (const { control } of pending) control.release();
      await pause();
    }
  }

  async function pause(): Promise<void> {
    const earliest = Math.min(...[...pending].map(({ deadline }) => deadline));
    const delayMs = Math.min(listPauseMs(lists), earliest - now());
    reportPause(pending, { attempt: lists + 1, delayMs });
    pauseEnd = new AbortController();
    await sleep(delayMs, AbortSignal.any([pauseEnd.signal, stop]));
  }

  function rejectAll(error: unknown): void {
    for (const create of pending) create.reject(error);
    pending.clear();
  }

  return (create) =>
    new Promise((resolve, reject) => {
      const isFirst = pending.size === 0;
      pending.add({ ...create, deadline: now() + recoveryMs, resolve, reject });
      lists = 0;
      pauseEnd.abort();
      if (isFirst) run().catch(rejectAll); // a bug
    });
}

/** Whether the service cannot be reached, by a request or while recovering from it: others would fail too. */
export function isUnreachable(failure: Failure | undefined): boolean {
  return withCause(failure).some(({ code }) => code === "unreachable");
}

/** Whether the service, or a proxy before it, does not answer for now. Others would probably fail too. */
export function isUnavailable(failure: Failure): boolean {
  return withCause(failure).some(
    (cause) =>
      cause.code === "timed-out" ||
      (isCallFailure(cause) && [502, 503, 504].includes(cause.status ?? 0)),
  );
}

function withCause(failure: Failure | undefined): Failure[] {
  return [failure, failure?.cause].filter(isFailure);
}

/** Reports a pause for every create; only the first one says how many share it. */
function reportPause(
  pending: ReadonlySet<PendingCreate>,
  pause: { readonly attempt: number; readonly delayMs: number },
): void {
  for (const [index, { failure, control }] of [...pending].entries()) {
    const reason = isCallFailure(failure) ? failure.reason : failure.code;
    const shared = pending.size > 1 && { sharedWith: index === 0 ? pending.size - 1 : 0 };
    control.onWait?.({ next: "list", ...pause, reason, ...shared });
  }
}

/** Lists the resources of a kind that no step has created, or returns why the list failed. */
async function listNew(
  { remote, registry }: RecoveryContext,
  row: Kind,
  pending: ReadonlySet<PendingCreate>,
): Promise<{ readonly resources: readonly Observed[]; readonly failure?: Failure }> {
  const deadline = Math.max(...[...pending].map((create) => create.deadline));
  const [first] = pending;
  try {
    const response = await remote.list(row.kind, { ...first?.control, deadline });
    const resources = response
      .flatMap((item) => observeIfReadable(row, item, registry))
      .filter(({ id }) => !registry.isTaken(row.kind, id));
    return { resources };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { resources: [], failure: error };
  }
}

/** Resolves the creates whose resource is listed. */
function resolveListed(
  { registry }: RecoveryContext,
  pending: Set<PendingCreate>,
  resources: readonly Observed[],
): void {
  for (const create of pending) {
    const created = resources.find((resource) => isCreatedBy(create, resource, registry));
    if (created && pending.delete(create)) create.resolve(created);
  }
}

/**
 * Rejects the creates whose time is over; all of them if apply stops, or if the service cannot be reached: the
 * list was then repeated as often as any request.
 */
function rejectOverdue(
  { recovery: { now, stop } }: RecoveryContext,
  pending: Set<PendingCreate>,
  listFailure: Failure | undefined,
): void {
  const isOver = stop.aborted || isUnreachable(listFailure);
  for (const create of pending)
    if ((isOver || now() >= create.deadline) && pending.delete(create))
      create.reject(unknownResult(create.failure, listFailure));
}

/** Other resources of the list may be unreadable. */
function observeIfReadable(row: Kind, item: JsonObject, registry: IdRegistry): Observed[] {
  try {
    return [observe(row, item, registry.addressOf)];
  } catch (error) {
    if (!isFailure(error)) throw error;
    return [];
  }
}

/** Compares the names, or parent and content for kinds without names. */
function isCreatedBy(
  { row, step }: UnknownCreate,
  resource: Observed,
  registry: IdRegistry,
): boolean {
  if (row.identifiedBy.by === "name") return resource.name === step.body!["name"];
  const parentId = step.parent === undefined ? undefined : registry.idOf(step.parent);
  return (
    resource.parentId === parentId &&
    contentDigest(row, resource.spec) === contentDigest(row, step.body!)
  );
}

function unknownResult(failure: Failure, listFailure?: Failure): Failure {
  return failed(
    "outcome-unknown",
    `Create result unknown: ${failure.message}`,
    [
      listFailure
        ? `Listing the service failed: ${listFailure.message}`
        : "The service does not list the resource yet.",
      "The request is not sent again in this run. Wait a moment and run the same command again: it lists the service first.",
    ],
    listFailure,
  );
}
