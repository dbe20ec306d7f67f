// What makes a run doubtful before anything is planned or believed: who started it, and a folder of
// definitions that is empty.
import { Failure } from "../engine/model/failure.ts";
import type { RunEvent } from "./event.ts";
import type { ActionInputs } from "./inputs.ts";
import type { ActionPlan } from "./commands.ts";

/** What a run like this must not do. */
export function checkEvent({ command }: ActionInputs, event: RunEvent): void {
  if (command === "validate") return;
  if (event.type === "unsafe")
    throw new Failure(
      "refused",
      "not-trusted",
      `Nothing was planned: ${event.why}, and this run has the key.`,
      "Plan on: pull_request, apply on: push. What comes from a fork is validated on pull_request.",
    );
  if (command === "drift" && event.type === "pull-request")
    throw new Failure(
      "usage",
      "drift-on-pull-request",
      "drift is about what is merged, and this run is of a pull request.",
      "Use command: plan here, and drift on: schedule.",
    );
}

/** Nothing is defined while the service holds things: rather a slip than what is wanted. */
export function emptyDefinitionsFailure({ plan, folder }: ActionPlan): Failure | undefined {
  if (plan.definitionCount > 0 || plan.changes.length + plan.unmanaged.length === 0)
    return undefined;
  return new Failure(
    "invalid",
    "no-definitions",
    `There are no definitions in ${folder}, while the service holds things.`,
    "Was the folder moved, or left out of the checkout? definitions: in promptctl.yaml names it.",
  );
}
