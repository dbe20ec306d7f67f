// The progress of an apply as JSON: a line for each event. The keys are a documented format.
import type { Failure } from "../../engine/model/failure.ts";
import type { ApplyEvent, StepEvent } from "../../engine/order/apply-event.ts";
import { errorDocument } from "../text/failure-text.ts";

/** A line of `apply --json`. */
export function eventDocument(event: ApplyEvent): object {
  if (event.type !== "finished") {
    const { id: step, address, verb } = event.step;
    return { type: event.type, step, address, verb, ...stepResult(event) };
  }
  const { type, counts, unreachable, incomplete, sameNames, sameNamesUnknown, ids } = event;
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
  const unknown = sameNamesUnknown && { sameNamesUnknown: errorOf(sameNamesUnknown) };
  return { type, counts, unreachable, left, sameNames, ...unknown, ids };
}

function errorOf({ code, message, hint }: Failure): object {
  return { code, message, hint }; // JSON omits `hint` if it is undefined
}

function stepResult(event: StepEvent): object {
  switch (event.type) {
    case "started":
      return {};
    case "waiting": {
      const { attempt, maxAttempts, delayMs, reason } = event; // JSON omits `of` if it is undefined
      const next = event.next === "list" ? "look" : event.next;
      return { next, attempt, of: maxAttempts, delayMs: Math.round(delayMs), reason };
    }
    case "succeeded":
      return { id: event.id, ...(event.altered.length > 0 && { altered: event.altered }) };
    case "failed":
      return errorDocument(event.error);
    case "skipped":
      return { because: event.because };
  }
}
