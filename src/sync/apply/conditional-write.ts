// Updates and deletes of resources as they were observed: a resource that was changed since is not
// overwritten, if the service honours If-Match.
import {
  type CallFailure,
  failed,
  type Failure,
  isCallFailure,
} from "../../engine/model/failure.ts";
import type { Json, JsonObject } from "../../engine/model/json.ts";
import type { Step } from "../../engine/model/plan.ts";
import type { ServiceClient, WriteControl, RetryControl } from "../../engine/model/ports.ts";

interface ConditionalUpdate {
  readonly step: Step;
  readonly body: JsonObject;
  readonly control: RetryControl;
  /** Whether a response has what the step sends. */
  isAsSent(response: JsonObject): boolean;
}

/**
 * Returns the response. A request whose response was lost may have been executed, and its retry is
 * then rejected, because the resource has changed: it succeeds if the resource is as it was sent.
 */
export async function updateObserved(
  remote: ServiceClient,
  { step, body, control, isAsSent }: ConditionalUpdate,
): Promise<JsonObject> {
  const { kind, remoteId } = step;
  let wasRetried = false;
  const watched: WriteControl = {
    ...control,
    ifMatch: step.observedTag,
    onWait: (wait) => {
      wasRetried = true;
      control.onWait?.(wait);
    },
  };
  try {
    return await remote.update(kind, remoteId!, body, watched);
  } catch (error) {
    if (!isPreconditionFailed(error)) throw error;
    const current = wasRetried ? await remote.get(kind, remoteId!, control) : undefined;
    if (current && isAsSent(current)) return current;
    throw changedFailure(step, error);
  }
}

/** Returns the response. */
export async function deleteObserved(
  remote: ServiceClient,
  step: Step,
  control: RetryControl,
): Promise<Json> {
  const { kind, remoteId, observedTag: ifMatch } = step;
  try {
    return await remote.delete(kind, remoteId!, { ...control, ifMatch });
  } catch (error) {
    throw isPreconditionFailed(error) ? changedFailure(step, error) : error;
  }
}

function isPreconditionFailed(error: unknown): error is CallFailure {
  return isCallFailure(error) && error.code === "precondition-failed";
}

function changedFailure({ address, kind, verb, remoteId }: Step, cause: CallFailure): Failure {
  return failed(
    "changed-since-plan",
    `The ${kind} ${remoteId} was changed on the service after the plan was made. It was not ${verb === "delete" ? "deleted" : "overwritten"}.`,
    `To see the change of ${address}, plan again. Then apply again.`,
    cause,
  );
}
