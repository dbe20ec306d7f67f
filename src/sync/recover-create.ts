// Recovers from a create request without a readable response: the service is listed to find out
// whether the resource was created. The request is never sent a second time.
import { Failure, isCallFailure, isFailure } from "../engine/model/failure.ts";
import type { JsonObject } from "../engine/model/json.ts";
import type { Kind } from "../engine/model/kind.ts";
import type { Step } from "../engine/model/plan.ts";
import type { ServiceReader } from "../engine/model/ports.ts";
import type { Observed } from "../engine/model/resource.ts";
import { backOffMs, type RetryControl, type Sleep } from "../engine/model/retry-policy.ts";
import { contentDigest, observe } from "../engine/observe/observe.ts";
import type { IdRegistry } from "../engine/order/id-registry.ts";

export interface RecoveryOptions {
  /** How long to look for the created resource, in milliseconds. */
  readonly recoveryMs: number;
  readonly sleep: Sleep;
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
 * `outcome-unknown` if none does in time.
 */
export type RecoverCreate = (create: UnknownCreate) => Promise<Observed>;

interface PendingCreate extends UnknownCreate {
  /** The time of its last lookup. */
  readonly deadline: number;
  resolve(created: Observed): void;
  reject(error: unknown): void;
}

/** The creates of one kind whose results are unknown. */
interface Lookup {
  readonly pending: Set<PendingCreate>;
  /** Aborted when a create is added: it is looked up at once. */
  added: AbortController;
}

/** Creates the recovery of one apply. Creates of one kind share their lookups and pauses. */
export function createRecovery(context: RecoveryContext): RecoverCreate {
  const { now, recoveryMs } = context.recovery;
  const lookups = new Map<string, Lookup>();
  return (create) =>
    new Promise((resolve, reject) => {
      const pending = { ...create, deadline: now() + recoveryMs, resolve, reject };
      const current = lookups.get(create.row.kind);
      if (current) {
        current.pending.add(pending);
        current.added.abort();
        return;
      }
      const lookup = { pending: new Set([pending]), added: new AbortController() };
      lookups.set(create.row.kind, lookup);
      const end = (): void => void lookups.delete(create.row.kind);
      lookUp(context, create.row, lookup, end).catch((error: unknown) => {
        end();
        for (const each of lookup.pending) each.reject(error); // a bug
      });
    });
}

/** Lists the kind until no create is pending. Calls `end` before it returns. */
async function lookUp(
  context: RecoveryContext,
  row: Kind,
  lookup: Lookup,
  end: () => void,
): Promise<void> {
  const { now, sleep } = context.recovery;
  const { pending } = lookup;
  for (let attempt = 1; ; attempt++) {
    lookup.added = new AbortController();
    const listFailure = await resolveListed(context, row, pending);
    if (lookup.added.signal.aborted) attempt = 0;
    for (const create of pending) {
      const isOver = now() >= create.deadline || create.control.signal?.aborted;
      if (isOver && pending.delete(create))
        create.reject(unknownResult(create.failure, listFailure));
    }
    const [first] = pending;
    if (!first) return end();
    if (attempt === 0) continue;
    if (!isUnreachable(listFailure)) for (const { control } of pending) control.release();
    const earliest = Math.min(...[...pending].map(({ deadline }) => deadline));
    const delayMs = Math.min(backOffMs(attempt), earliest - now());
    reportPause(pending, { attempt: attempt + 1, delayMs });
    const { signal } = first.control; // all steps of an apply have the same one
    await sleep(delayMs, AbortSignal.any([lookup.added.signal, ...(signal ? [signal] : [])]));
    if (lookup.added.signal.aborted) attempt = 0;
  }
}

/** Then further steps would fail too. */
function isUnreachable(failure: Failure | undefined): boolean {
  return failure?.code === "unreachable";
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

/** Resolves the creates whose resource is listed. Returns why the list failed, if it did. */
async function resolveListed(
  { remote, registry }: RecoveryContext,
  row: Kind,
  pending: Set<PendingCreate>,
): Promise<Failure | undefined> {
  const deadline = Math.max(...[...pending].map((create) => create.deadline));
  const [first] = pending;
  try {
    const response = await remote.list(row.kind, { ...first?.control, deadline });
    const listed = response
      .flatMap((item) => observeIfReadable(row, item, registry))
      .filter(({ id }) => !registry.isTaken(row.kind, id));
    for (const create of pending) {
      const created = listed.find((resource) => isCreatedBy(row, create.step, resource, registry));
      if (created && pending.delete(create)) create.resolve(created);
    }
    return undefined;
  } catch (error) {
    if (!isFailure(error)) throw error;
    return error;
  }
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
function isCreatedBy(row: Kind, step: Step, resource: Observed, registry: IdRegistry): boolean {
  if (row.identifiedBy.by === "name") return resource.name === step.body!["name"];
  const parentId = step.parent === undefined ? undefined : registry.idOf(step.parent);
  return (
    resource.parentId === parentId &&
    contentDigest(row, resource.spec) === contentDigest(row, step.body!)
  );
}

function unknownResult(failure: Failure, listFailure?: Failure): Failure {
  return new Failure(
    "failed",
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
