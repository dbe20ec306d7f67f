// The result of a run of the Action, and what the step reports about it.
import { commandText } from "../engine/text/command-text.ts";
import { isEnvironmentName } from "../engine/environments/environment.ts";
import { exitCodes, type Failure, messageWithHint, refused } from "../engine/model/failure.ts";
import { heldBackIn, type Plan } from "../engine/model/plan.ts";
import { messageAnnotation } from "../views/text/annotations.ts";
import type { ApplyResult } from "../views/apply/apply-markdown.ts";
import { heldBackSentence } from "../views/plan/promotion-notes.ts";
import { textFence } from "../views/text/markdown.ts";
import { pluralize } from "../views/text/terminal-text.ts";
import type { ActionPlan, ActionValidation } from "./commands.ts";
import { isProposed } from "../io/ci/github-event.ts";
import type { ActionInputs } from "./inputs.ts";
import type { Session } from "./session.ts";

/** `invalid`: the definitions have errors, or warnings with strict: there is no plan. */
export interface ValidationResult {
  readonly type: "validated" | "invalid";
  readonly validation: ActionValidation;
  readonly planned?: undefined;
}

export type RunResult =
  | ValidationResult
  | { readonly type: "planned"; readonly planned: ActionPlan }
  | { readonly type: "applied"; readonly planned: ActionPlan; readonly applied: ApplyResult }
  /** There is no plan, or nothing was applied because of the plan or its review. */
  | {
      readonly type: "failed";
      readonly planned: ActionPlan | undefined;
      readonly failure: Failure;
    }
  /** The job was cancelled and ended at once. An apply may have applied any part of the plan. */
  | { readonly type: "cancelled"; readonly planned?: ActionPlan | undefined };

/** The exit code of a cancelled job. */
export const cancelledExitCode = 130;

/** What a step reports about its command, or about its tests. */
export interface ResultReport {
  /** The exit code of the same command in a terminal. */
  readonly exitCode: number;
  /** The annotations on the page of the run; empty if there are none. */
  readonly annotations: string;
  /** The paragraphs about the result in Markdown; the failures of an apply are not among them. */
  readonly lead: readonly string[];
}

const success: ResultReport = { exitCode: 0, annotations: "", lead: [] };

/** Why a step without errors in definitions fails. */
export const strictMessage = "Warnings fail this step because strict is true.";

/** The exit code, the annotations and the first paragraphs of the report of a redacted result. */
export function describeResult(
  result: RunResult,
  { inputs: { command }, event, mask }: Pick<Session, "inputs" | "event" | "mask">,
): ResultReport {
  switch (result.type) {
    case "validated":
      return success;
    case "invalid":
      return describeInvalid(result.validation, command);
    case "failed": {
      const { planned, failure } = result;
      const outcome = planned ? "**Nothing was applied.**" : "**No plan.**";
      return {
        exitCode: exitCodes[failure.class],
        annotations: messageAnnotation("error", failure),
        lead: [outcome, textFence([messageWithHint(failure)], mask)],
      };
    }
    case "planned":
      return command === "drift"
        ? describeDrift(result.planned.plan)
        : describePlan(result.planned.plan, event);
    case "applied":
      return describeApplied(result.planned.plan, result.applied);
    case "cancelled": {
      const outcome =
        result.planned && command === "apply"
          ? "Running requests may have succeeded. Run the job again to apply the remaining changes."
          : "Nothing was changed.";
      return {
        exitCode: cancelledExitCode,
        annotations: messageAnnotation("error", { message: "The job was cancelled." }),
        lead: [`**Cancelled.** ${outcome}`],
      };
    }
  }
}

/** The lines of the definitions are annotated already. */
function describeInvalid(
  { diagnostics }: ActionValidation,
  command: ActionInputs["command"],
): ResultReport {
  const isStrict = diagnostics.every(({ severity }) => severity === "warning");
  const outcome = isStrict ? "**No plan.**" : "**No plan:** the definitions are invalid.";
  const lead = [...(command === "validate" ? [] : [outcome]), ...(isStrict ? [strictMessage] : [])];
  return { exitCode: exitCodes.invalid, annotations: "", lead };
}

function describeApplied(plan: Plan, applied: ApplyResult): ResultReport {
  const { exitCode, counts } = applied;
  const annotations = sameNamesAnnotation(applied) + heldBackAnnotation("error", plan);
  if (exitCode === 0) return { exitCode: heldBackExitCode(plan), annotations, lead: [] };
  if (counts.failed + counts.skipped + counts.notStarted === 0)
    return { exitCode, annotations, lead: [] };
  const failed = pluralize(counts.failed, "request");
  const message = `Apply incomplete: ${failed} failed, ${counts.skipped + counts.notStarted} not sent.`;
  const hint = "Run the job again to apply the remaining changes.";
  return { exitCode, annotations: messageAnnotation("error", { message, hint }), lead: [] };
}

/** An error if other resources have the names of created ones; else empty. */
function sameNamesAnnotation({ sameNames }: ApplyResult): string {
  if (sameNames.length === 0) return "";
  const message =
    "While this apply ran, resources with the names of created resources appeared on the service. The job summary lists them.";
  return messageAnnotation("error", {
    message,
    hint: "Let one job apply at a time, with concurrency in the workflow.",
  });
}

function heldBackExitCode(plan: Plan): number {
  return heldBackIn(plan).length > 0 ? exitCodes.refused : 0;
}

/** The number of changes that wait for another environment; the report lists them. Else empty. */
function heldBackAnnotation(severity: "error" | "notice", plan: Plan): string {
  const message = heldBackSentence(plan);
  return message && messageAnnotation(severity, { message });
}

/** What a proposed commit changes waits by nature: its step does not fail for it. */
function describePlan(plan: Plan, event: Session["event"]): ResultReport {
  const refused = describeRefused(plan);
  if (refused) return refused;
  if (isProposed(event)) return { ...success, annotations: heldBackAnnotation("notice", plan) };
  const annotations = heldBackAnnotation("error", plan);
  return { exitCode: heldBackExitCode(plan), annotations, lead: [] };
}

/** The report itself says that apply refuses a plan, and why. Undefined if it does not. */
function describeRefused(plan: Plan): ResultReport | undefined {
  const refusal = refusalOf(plan);
  if (!refusal) return undefined;
  const annotations = messageAnnotation("error", refusal);
  return { exitCode: exitCodes.refused, annotations, lead: [] };
}

function describeDrift(plan: Plan): ResultReport {
  if (!hasDrift(plan)) return { ...success, lead: ["**No drift.**"] };
  const message = "the service differs from the definitions.";
  const hint = `Run apply to change the service, or \`${commandText("pull --branch hotfix", plan)}\` to take over what was changed there. In diffs, - marks the service and + marks the files.`;
  const refused = describeRefused(plan);
  const lead = plan.changes.length > 0 || !refused ? [`**Drift:** ${message} ${hint}`] : [];
  if (refused) return { ...refused, lead };
  const annotations = messageAnnotation("warning", { message: `Drift: ${message}` });
  return { exitCode: 2, annotations, lead };
}

/** The Failure of a plan that apply refuses; its message quotes no text of the service. */
export function refusalOf({ refusals }: Plan): Failure | undefined {
  const [first] = refusals;
  if (!first) return undefined;
  const [reasons, them] = refusals.length === 1 ? ["reason", "it"] : ["reasons", "them"];
  const message = `Apply refuses the plan for ${refusals.length} ${reasons}. The job summary shows ${them}.`;
  return refused(first.code, message);
}

/** Whether the service differs from the definitions. Refused and held-back changes count too. */
export function hasDrift(plan: Plan): boolean {
  return plan.changes.length + plan.refusals.length + heldBackIn(plan).length > 0;
}

/** Whether no environment has the name that the run uses. No later run would update its section. */
export function isUnknownEnvironment(
  { environment }: Pick<Session, "environment">,
  result: { readonly type: string; readonly failure?: Failure },
): boolean {
  if (environment !== "" && !isEnvironmentName(environment)) return true;
  return result.failure?.code === "unknown-environment";
}
