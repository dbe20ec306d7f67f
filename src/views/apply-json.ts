// The progress of an apply, as JSON: the document of each step event.
import type { Failure } from "../engine/model/failure.ts";
import type { IncompleteChange } from "../engine/order/incomplete-changes.ts";
import type { Altered, Step } from "../engine/model/plan.ts";
import type { Wait } from "../engine/model/retry-policy.ts";
import { errorDocument } from "./failure-text.ts";

/** An event of one step; the optional fields depend on its type. */
export interface StepEvent {
  readonly type: "started" | "waiting" | "succeeded" | "failed" | "skipped";
  readonly step: Step;
  readonly id?: string;
  readonly altered?: readonly Altered[];
  readonly error?: Failure;
  /** The address of the failed step that caused a skip. */
  readonly because?: string;
  /** The fields of a pause. */
  readonly next?: Wait["next"];
  readonly attempt?: number;
  readonly of?: number;
  readonly delayMs?: number;
  readonly reason?: string;
}

/** The end of an apply. */
export interface FinishedEvent {
  readonly type: "finished";
  readonly counts: object;
  readonly unreachable: boolean;
  readonly incomplete: readonly IncompleteChange[];
  readonly ids: object;
}

/** The last line of `apply --json`. Its keys are a documented format. */
export function finishedDocument({ incomplete, counts, unreachable, ids }: FinishedEvent): object {
  const left = incomplete.map(
    ({ succeededCalls, totalCalls, isUnknown, isCreated, address, action }) => ({
      address,
      action,
      done: succeededCalls,
      calls: totalCalls,
      unknown: isUnknown,
      isMade: isCreated,
    }),
  );
  return { type: "finished", counts, unreachable, left, ids };
}

export function stepDocument(event: StepEvent): object {
  const { type, step, id, altered, error, because, next, attempt, of, delayMs, reason } = event;
  return {
    type,
    step: step.id,
    address: step.address,
    verb: step.verb,
    ...(id !== undefined && { id }),
    ...(altered && altered.length > 0 && { altered }),
    ...(error && errorDocument(error)),
    ...(because !== undefined && { because }),
    ...(next && { next, attempt, ...(of !== undefined && { of }), delayMs, reason }),
  };
}
