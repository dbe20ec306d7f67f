// Checks before a plan is made or applied: the event that started the run, and an empty folder of
// definitions.
import { Failure } from "../engine/model/failure.ts";
import type { RunEvent } from "./event.ts";
import type { ActionInputs } from "./inputs.ts";
import type { ActionPlan } from "./commands.ts";

/** Throws if the command must not run on this event. */
export function checkEvent({ command }: ActionInputs, event: RunEvent): void {
  if (command === "validate") return;
  if (event.type === "unsafe")
    throw new Failure(
      "refused",
      "not-trusted",
      `Not planned: ${event.reason}, and this run has the API key.`,
      "Run plan on pull_request and apply on push. Pull requests of forks are validated on pull_request.",
    );
  if (command === "drift" && event.type === "pull-request")
    throw new Failure(
      "usage",
      "drift-on-pull-request",
      "The command drift compares the merged definitions and does not run on a pull request.",
      "Use command: plan on pull_request, and command: drift on schedule.",
    );
}

/** The failure of a plan without definitions while the service has resources; undefined otherwise. */
export function emptyDefinitionsFailure({ plan, folder }: ActionPlan): Failure | undefined {
  if (plan.definitionCount > 0 || plan.changes.length + plan.unmanaged.length === 0)
    return undefined;
  return new Failure(
    "invalid",
    "no-definitions",
    `No definitions found in ${folder}, but the service has resources.`,
    "Check that the folder was not moved and is part of the checkout; definitions: in promptctl.yaml names it.",
  );
}
