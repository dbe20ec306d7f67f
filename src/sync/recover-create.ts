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

export interface RecoveryContext {
  readonly remote: ServiceReader;
  readonly registry: IdRegistry;
  readonly recovery: RecoveryOptions;
}

/**
 * Returns the created resource as soon as a list contains it. Throws a Failure with the code
 * `outcome-unknown` if none does in time. `failure`: why there is no readable response.
 */
export async function recoverCreate(
  { remote, registry, recovery: { recoveryMs, sleep, now } }: RecoveryContext,
  { row, step, failure }: { row: Kind; step: Step; failure: Failure },
  retry: RetryControl,
): Promise<Observed> {
  const deadline = now() + recoveryMs;
  const reason = isCallFailure(failure) ? failure.reason : failure.code;
  for (let attempt = 1; ; attempt++) {
    let listFailure: Failure | undefined;
    try {
      const response = await remote.list(step.kind, { ...retry, deadline });
      const created = response
        .flatMap((item) => observeIfReadable(row, item, registry))
        .filter(({ id }) => !registry.isTaken(row.kind, id))
        .find((resource) => isCreatedBy(row, step, resource, registry));
      if (created) return created;
    } catch (error) {
      if (!isFailure(error)) throw error;
      listFailure = error;
    }
    const delayMs = Math.min(backOffMs(attempt), deadline - now());
    if (delayMs <= 0 || retry.signal?.aborted) throw unknownResult(failure, listFailure);
    retry.onWait?.({ next: "list", attempt: attempt + 1, delayMs, reason });
    await sleep(delayMs, retry.signal);
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
