// Ids of steps: unique in a plan.
import type { Create, Replace, Step, Update } from "../model/plan.ts";
import type { Address } from "../model/resource.ts";

/** A change that sends a body. */
export type Write = Create | Update | Replace;

export function stepId(verb: Step["verb"], address: Address): string {
  return `${verb} ${address}`;
}

/** The id of the step that sends the body of a change. */
export function writeStepId({ action, address }: Write): string {
  return stepId(writeVerb(action), address);
}

/** A replace creates a new resource. */
export function writeVerb(action: Write["action"]): "create" | "update" {
  return action === "update" ? "update" : "create";
}

/** The ids of all steps that create the new resource of a replace and its children. */
export function replacementStepIds(change: Replace): string[] {
  return [change, ...change.childCreates].map(writeStepId);
}
