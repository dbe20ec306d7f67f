// The result of a run of the Action: the reports and the exit code are made from it.
import { exitCodes, type Failure } from "../engine/model/failure.ts";
import type { Plan } from "../engine/model/plan.ts";
import type { ApplyResult } from "../views/apply-markdown.ts";
import type { ActionInputs } from "./inputs.ts";
import type { ActionPlan, ActionValidation } from "./commands.ts";

export type RunResult =
  | { readonly type: "validated"; readonly validation: ActionValidation }
  /** The definitions are invalid: there is no plan. */
  | { readonly type: "invalid"; readonly validation: ActionValidation }
  | { readonly type: "planned"; readonly planned: ActionPlan }
  /** Nothing was applied, because of the plan or its review. */
  | { readonly type: "refused"; readonly planned: ActionPlan; readonly failure: Failure }
  | { readonly type: "applied"; readonly planned: ActionPlan; readonly applied: ApplyResult }
  /** There is no plan. */
  | { readonly type: "failed"; readonly failure: Failure }
  /** The job was cancelled and ended at once. An apply may have applied any part of the plan. */
  | { readonly type: "cancelled"; readonly planned?: ActionPlan | undefined };

/** The exit code of a cancelled job. */
export const cancelledExitCode = 130;

/** The exit code of the same command in a terminal. */
export function exitCodeOf(result: RunResult, { command }: Pick<ActionInputs, "command">): number {
  switch (result.type) {
    case "validated":
      return 0;
    case "invalid":
      return exitCodes.invalid;
    case "planned":
      return command === "drift" && hasDrift(result.planned.plan) ? 2 : 0;
    case "refused":
    case "failed":
      return exitCodes[result.failure.class];
    case "applied":
      return result.applied.exitCode;
    case "cancelled":
      return cancelledExitCode;
  }
}

/** Whether the service differs from the definitions. Refused changes count as differences. */
export function hasDrift({ changes, refusals }: Plan): boolean {
  return changes.length + refusals.length > 0;
}
