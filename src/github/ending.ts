// How a run of the Action ended: what everything that is told and written is made from.
import { exitCodes, type Failure } from "../engine/model/failure.ts";
import type { Plan } from "../engine/model/plan.ts";
import type { Applied } from "../views/apply-markdown.ts";
import type { Inputs } from "./inputs.ts";
import type { Planned, Validation } from "./work.ts";

export type Ending =
  | { readonly type: "validated"; readonly validation: Validation }
  /** Mistakes: nothing was planned. */
  | { readonly type: "invalid"; readonly validation: Validation }
  | { readonly type: "planned"; readonly planned: Planned }
  /** Nothing was applied, for what the plan or its review says. */
  | { readonly type: "refused"; readonly planned: Planned; readonly failure: Failure }
  | { readonly type: "applied"; readonly planned: Planned; readonly applied: Applied }
  /** There is no plan, or none that was begun. */
  | { readonly type: "failed"; readonly failure: Failure }
  /** The job was cancelled and there was no time to finish; an apply may have done any part of its plan. */
  | { readonly type: "cancelled"; readonly planned?: Planned | undefined };

/** What a cancelled job exits with. */
export const cancelledCode = 130;

/** What the same exits with in a terminal. */
export function exitCodeOf(ending: Ending, { command }: Pick<Inputs, "command">): number {
  switch (ending.type) {
    case "validated":
      return 0;
    case "invalid":
      return exitCodes.invalid;
    case "planned":
      return command === "drift" && hasDrift(ending.planned.plan) ? 2 : 0;
    case "refused":
    case "failed":
      return exitCodes[ending.failure.class];
    case "applied":
      return ending.applied.exitCode;
    case "cancelled":
      return cancelledCode;
  }
}

/** What cannot be brought about without a person differs as well. */
export function hasDrift({ changes, refusals }: Plan): boolean {
  return changes.length + refusals.length > 0;
}
