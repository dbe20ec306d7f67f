// The progress of an apply as JSON: a line for each event. The keys are a documented format.
import type { Failure } from "../../engine/model/failure.ts";
import type { ApplyEvent, StepEvent } from "../../engine/apply/apply-event.ts";
import { errorDocument } from "../text/failure-text.ts";

/** A line of `apply --json`. */
export function eventDocument(event: ApplyEvent): object {
  if (event.type !== "finished") {
    const { id: step, address, verb } = event.step;
    return { type: event.type, step, address, verb, ...stepResult(event) };
  }
  const { sameNamesUnknown, ...summary } = event;
  return { ...summary, ...(sameNamesUnknown && { sameNamesUnknown: errorOf(sameNamesUnknown) }) };
}

function errorOf({ code, message, hint }: Failure): object {
  return { code, message, hint }; // JSON omits `hint` if it is undefined
}

function stepResult(event: StepEvent): object {
  switch (event.type) {
    case "started":
      return {};
    case "waiting": {
      const { next, attempt, maxAttempts, delayMs, reason } = event;
      return { next, attempt, maxAttempts, delayMs: Math.round(delayMs), reason };
    }
    case "succeeded":
      return { id: event.id };
    case "failed":
      return errorDocument(event.error);
    case "skipped":
      return { failedAddress: event.failedAddress };
  }
}
