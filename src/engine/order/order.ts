// Turns changes into steps: one API call each, with the steps that must succeed before it.
import type { Kinds } from "../model/kind.ts";
import type { Change, Step } from "../model/plan.ts";
import type { Definition } from "../model/resource.ts";
import { deleteSteps } from "./delete-steps.ts";
import type { Write } from "./step-id.ts";
import { writeSteps } from "./write-steps.ts";

/** Returns the steps in an order that the service accepts if they run one after the other. */
export function order(
  kinds: Kinds,
  definitions: readonly Definition[],
  changes: readonly Change[],
): Step[] {
  const writes = changes.flatMap(writesOf);
  return [...writeSteps(kinds, definitions, writes), ...deleteSteps(kinds, changes, writes)];
}

function writesOf(change: Change): Write[] {
  if (change.action === "delete") return [];
  return change.action === "replace" ? [change, ...change.childCreates] : [change];
}
