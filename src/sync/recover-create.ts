// A create whose answer never came, or could not be read: whether it was made is found out by
// listing, and it is never sent a second time.
import { Failure, isCallFailure, isFailure } from "../engine/model/failure.ts";
import type { JsonObject } from "../engine/model/json.ts";
import type { Kind } from "../engine/model/kind.ts";
import { contentDigest, observe } from "../engine/observe/observe.ts";
import { backOffMs, type RetryControl, type Sleep } from "../engine/model/retry-policy.ts";
import type { Step } from "../engine/model/plan.ts";
import type { ServiceReader } from "../engine/model/ports.ts";
import type { Observed } from "../engine/model/resource.ts";
import type { IdRegistry } from "../engine/order/id-registry.ts";

export interface RecoveryOptions {
  /** For how long what a lost create made is looked for, in milliseconds. */
  readonly recoveryMs: number;
  readonly sleep: Sleep;
  /** The time in milliseconds, for measuring. */
  now(): number;
}

/** Whether a create that failed so may have been carried out all the same. */
export function mayHaveBeenCreated(error: unknown): error is Failure {
  if (isCallFailure(error)) return error.outcome === "unknown";
  return isFailure(error) && error.code === "unreadable-answer";
}

/** What the create made, as soon as a list shows it; throws where none does in time. */
export async function recoverCreate(
  {
    remote,
    registry: book,
    recovery: { recoveryMs: lookMs, sleep, now },
  }: { remote: ServiceReader; registry: IdRegistry; recovery: RecoveryOptions },
  row: Kind,
  step: Step,
  lost: Failure,
  patience: RetryControl,
): Promise<Observed> {
  const end = now() + lookMs;
  const reason = isCallFailure(lost) ? lost.reason : lost.code;
  for (let attempt = 1; ; attempt++) {
    const seen = await remote.list(step.kind, { ...patience, deadline: end }).catch(asFailure);
    const failed = isFailure(seen) ? seen : undefined;
    const found = (isFailure(seen) ? [] : seen)
      .flatMap((answer) => readable(row, answer, book))
      .find((each) => !book.isTaken(row.kind, each.id) && isCreatedBy(row, step, each, book));
    if (found) return found;
    const delayMs = Math.min(backOffMs(attempt), end - now());
    if (delayMs <= 0 || patience.signal?.aborted) throw unknown(lost, failed);
    patience.onWait?.({ next: "look", attempt: attempt + 1, delayMs, reason });
    await sleep(delayMs, patience.signal);
  }
}

/** A list that fails shows nothing yet. */
function asFailure(error: unknown): Failure {
  if (isFailure(error)) return error;
  throw error;
}

/** Something else in the list that cannot be read is not what is looked for. */
function readable(row: Kind, answer: JsonObject, book: IdRegistry): Observed[] {
  try {
    return [observe(row, answer, book.addressOf)];
  } catch (error) {
    asFailure(error);
    return [];
  }
}

/** Things with names are told by their name, the others by their parent and what they say. */
function isCreatedBy(row: Kind, step: Step, thing: Observed, book: IdRegistry): boolean {
  if (row.identifiedBy.by === "name") return thing.name === step.body!["name"];
  const parentId = step.parent === undefined ? undefined : book.idOf(step.parent);
  return (
    thing.parentId === parentId && contentDigest(row, thing.spec) === contentDigest(row, step.body!)
  );
}

function unknown(lost: Failure, list?: Failure): Failure {
  const looked = list
    ? `Looking for it failed: ${list.message}`
    : "It did not appear in the list; it may still.";
  return new Failure(
    "failed",
    "outcome-unknown",
    `Nobody knows whether it was made: ${lost.message}`,
    [
      looked,
      "It is not sent again in this run. Wait a little, then run the same command again: it looks first.",
    ],
    list,
  );
}
