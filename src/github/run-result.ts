// How a run of the Action ended: what everything that is told and written is made from.
import { exitCodes, type Failure } from "../engine/model/failure.ts";
import type { Plan } from "../engine/model/plan.ts";
import type { ApplyResult } from "../views/apply-markdown.ts";
import type { ActionInputs } from "./inputs.ts";
import type { ActionPlan, ActionValidation } from "./commands.ts";

export type RunResult =
  | { readonly type: "validated"; readonly validation: ActionValidation }
  /** Mistakes: nothing was planned. */
  | { readonly type: "invalid"; readonly validation: ActionValidation }
  | { readonly type: "planned"; readonly planned: ActionPlan }
  /** Nothing was applied, for what the plan or its review says. */
  | { readonly type: "refused"; readonly planned: ActionPlan; readonly failure: Failure }
  | { readonly type: "applied"; readonly planned: ActionPlan; readonly applied: ApplyResult }
  /** There is no plan, or none that was begun. */
  | { readonly type: "failed"; readonly failure: Failure }
  /** The job was cancelled and there was no time to finish; an apply may have done any part of its plan. */
  | { readonly type: "cancelled"; readonly planned?: ActionPlan | undefined };

/** What a cancelled job exits with. */
export const cancelledExitCode = 130;

/** What the same exits with in a terminal. */
export function exitCodeOf(ending: RunResult, { command }: Pick<ActionInputs, "command">): number {
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
      return cancelledExitCode;
  }
}

/** What cannot be brought about without a person differs as well. */
export function hasDrift({ changes, refusals }: Plan): boolean {
  return changes.length + refusals.length > 0;
}
