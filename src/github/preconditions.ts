// Checks before a plan is made or applied: the event that started the run, and an empty folder of
// definitions.
import { shortHash } from "../engine/text/commit-hash.ts";
import { type Failure, invalid, refused, wrongUsage } from "../engine/model/failure.ts";
import { matchesPattern } from "../engine/text/address-pattern.ts";
import type { EnvironmentVariables } from "../engine/model/ports.ts";
import { isDependabotRun, type RunEvent } from "../io/ci/github-event.ts";
import type { ActionInputs } from "./inputs.ts";
import type { ActionPlan } from "./commands.ts";
import type { Session } from "./session.ts";

/** Throws if the command must not run on this event. */
export function checkEvent(inputs: ActionInputs, event: RunEvent): void {
  const { command } = inputs;
  if (command === "validate") return;
  if (event.type === "unsafe")
    throw refused(
      "not-trusted",
      `Not ${command === "test" ? "tested" : "planned"}: ${event.reason}, and this run has the API key.`,
      "Run plan and test on pull_request and apply on push. Pull requests of forks are validated on pull_request.",
    );
  if (command === "drift" && event.type === "pull-request")
    throw wrongUsage(
      "drift-on-pull-request",
      "The command drift compares the merged definitions and does not run on a pull request.",
      "Use command: plan on pull_request, and command: drift on schedule.",
    );
  if (command === "apply" || command === "drift") checkMerged(inputs, event);
}

/** Whether an apply has no commit to apply because its pull request was closed without a merge. */
export function isClosedUnmerged({ command }: ActionInputs, event: RunEvent): boolean {
  return command === "apply" && event.type === "pull-request" && event.state === "closed";
}

/**
 * Throws if the commit is not merged into a branch that apply applies, and with which drift
 * compares.
 */
function checkMerged(inputs: ActionInputs, event: RunEvent): void {
  if (inputs.allowUnmerged || isClosedUnmerged(inputs, event)) return;
  if (event.type !== "commit" && event.type !== "pull-request") return;
  const branch = event.type === "commit" ? event.branch : event.base;
  const isQueued = event.type === "commit" && event.isQueued;
  const isMerged = event.type === "commit" ? !isQueued : event.state === "merged";
  const branches = inputs.branches.length > 0 ? inputs.branches : [event.defaultBranch];
  if (isMerged && branch !== "" && branches.some((pattern) => matchesPattern(pattern, branch)))
    return;
  const reason = isMerged
    ? branch === ""
      ? "this run is not for a branch"
      : `this run is for the branch ${JSON.stringify(branch)}`
    : isQueued
      ? "the entry of the merge queue is not merged"
      : "the pull request is not merged";
  throw refused(
    "not-merged",
    `Not ${inputs.command === "drift" ? "compared" : "applied"}: ${reason}. Only commits of ${branchList(branches)} are applied.`,
    `Use command: plan here, or ${isMerged ? "change the inputs branches or allow-unmerged" : "set the input allow-unmerged"}.`,
  );
}

/**
 * Throws unless the checkout is the commit of the event or, with the input ref, has that commit in
 * its history. Otherwise apply would apply files that the event does not name.
 */
export async function checkCheckout({ inputs, event, commands, runner }: Session): Promise<void> {
  const { command, allowUnmerged, ref } = inputs;
  if (command !== "apply" || allowUnmerged || isClosedUnmerged(inputs, event)) return;
  const head = await commands.clone.head();
  const sha = runner.env["GITHUB_SHA"] ?? "";
  const isMerge = event.type === "pull-request" && event.mergeSha === head;
  if (head !== sha && !isMerge)
    throw refused(
      "other-checkout",
      `Not applied: the checkout is the commit ${shortHash(head)}, and this run is for ${shortHash(sha)}.`,
      "Remove ref: from actions/checkout. To apply an earlier commit, use the input ref of this step.",
    );
  if (ref === undefined || (await commands.clone.isInHead(ref))) return;
  throw refused(
    "not-merged",
    `Not applied: ${JSON.stringify(ref)} is not merged into the commit ${shortHash(head)}.`,
    "Name a commit of this branch in the input ref.",
  );
}

function branchList(branches: readonly string[]): string {
  const names = branches.filter((name) => name !== "").map((name) => JSON.stringify(name));
  return names.length === 0 ? "the default branch" : names.join(", ");
}

/** The failure; for a missing key in a run that Dependabot started, with the reason. */
export function explainMissingKey(failure: Failure, env: EnvironmentVariables): Failure {
  if (failure.code !== "no-key" || !isDependabotRun(env)) return failure;
  return wrongUsage(failure.code, failure.message, [
    "Dependabot started this run, for example with its merge. Such runs get no secrets of Actions, also if a person re-runs them.",
    "Start the workflow by hand, or set the key as a secret of Dependabot too (Settings > Secrets and variables > Dependabot).",
  ]);
}

/** What reports say about a plan without definitions. */
export const emptyDefinitionsRemark =
  "**Warning:** no file defines anything, but the service has resources.";

/**
 * The failure of a plan without definitions while the service has resources; undefined otherwise.
 */
export function emptyDefinitionsFailure({ plan, folder }: ActionPlan): Failure | undefined {
  if (plan.definitionCount > 0 || plan.changes.length + plan.unmanaged.length === 0)
    return undefined;
  return invalid(
    "no-definitions",
    `No definitions found in ${folder}, but the service has resources.`,
    "Check that the folder was not moved and is part of the checkout; definitions: in promptctl.yaml names it.",
  );
}
