// Reports the result of a run: annotations, job summary, comment or drift issue, and outputs. All of
// them are written before the step fails.
import { Failure, isFailure } from "../engine/model/failure.ts";
import { failureAnnotation, messageAnnotation } from "../views/annotations.ts";
import { pluralize, escapeText } from "../views/terminal-text.ts";
import { isNotPermitted } from "./api-errors.ts";
import { upsertComment } from "./comment.ts";
import { cancelledExitCode, type RunResult, exitCodeOf, hasDrift } from "./run-result.ts";
import { closeDriftIssues, upsertDriftIssue } from "./drift-issue.ts";
import { type Marker, markerLine } from "./marker.ts";
import { type ActionOutputs, writeOutputs } from "./outputs.ts";
import { commentLimits, reportMarkdown, summaryLimits } from "./report-markdown.ts";
import { appendRunnerFile } from "./runner.ts";
import { markerFor, annotateRun, type Session } from "./session.ts";
import { redactResult } from "./redact-result.ts";
import type { ActionPlan } from "./commands.ts";

/** Writes all reports. Returns the exit code of the step. */
export async function reportResult(session: Session, result: RunResult): Promise<number> {
  const { runner, inputs } = session;
  const { redacted, outputs } = reportOnRunner(session, result);
  runner.beforeExit(() => writeOutputs(runner, { ...outputs, exitCode: cancelledExitCode }));
  const { url, failure } = await reportOnGitHub(session, redacted, outputs.planDigest);
  if (failure) runner.log(failureAnnotation(failure));
  const code = outputs.exitCode || (failure ? 1 : 0);
  writeOutputs(runner, { ...outputs, exitCode: code, commentUrl: url });
  runner.beforeExit(() => {});
  const isExpectedDrift = code === 2 && !inputs.failOnDrift && !failure;
  return isExpectedDrift ? 0 : code;
}

/** Reports what is known when a cancelled process must exit at once. Makes no requests. */
export function reportCancelled(session: Session, planned?: ActionPlan): void {
  const { outputs } = reportOnRunner(session, { type: "cancelled", planned });
  writeOutputs(session.runner, outputs);
}

/** Writes annotations, the job summary and the plan file. */
function reportOnRunner(
  session: Session,
  result: RunResult,
): { redacted: RunResult; outputs: ActionOutputs } {
  const planned = "planned" in result ? result.planned : undefined;
  const outputs: ActionOutputs = {
    plan: planned?.plan,
    exitCode: exitCodeOf(result, session.inputs),
    planFile: planned ? writePlanFile(session, planned) : "",
    planDigest: planned?.digest ?? "",
  };
  const redacted = redactResult(result, session.inputs);
  annotateResult(session, redacted);
  writeSummary(session, redacted);
  return { redacted, outputs };
}

/** Saves the plan for later steps. Returns the path, or "" if it cannot be saved. */
function writePlanFile(session: Session, planned: ActionPlan): string {
  const { runner } = session;
  const folder = runner.env["RUNNER_TEMP"];
  if (!folder) return "";
  const path = `${folder}/promptctl-plan-${runner.uniqueId()}.json`;
  try {
    planned.save(path);
    return path;
  } catch (error) {
    if (!isFailure(error)) throw error;
    annotateRun(session, "warning", error);
    return "";
  }
}

/** Adds the annotation of the result to the page of the run. */
function annotateResult({ runner, inputs }: Session, result: RunResult): void {
  switch (result.type) {
    case "failed":
    case "refused":
      return runner.log(failureAnnotation(result.failure));
    case "applied": {
      if (result.applied.exitCode === 0) return;
      const { failed, notStarted, skipped } = result.applied.counts;
      const message = `Apply incomplete: ${pluralize(failed, "request")} failed, ${skipped + notStarted} not sent.`;
      return runner.log(
        failureAnnotation({ message, hint: "Run the job again to apply the remaining changes." }),
      );
    }
    case "planned": {
      if (inputs.command !== "drift" || !hasDrift(result.planned.plan)) return;
      const message = "Drift: the service differs from the definitions.";
      return runner.log(messageAnnotation("warning", { message }));
    }
    case "cancelled":
      return runner.log(failureAnnotation({ message: "The job was cancelled." }));
    case "validated":
    case "invalid": // the lines are annotated
  }
}

function writeSummary(session: Session, redacted: RunResult): void {
  const { runner } = session;
  const file = runner.env["GITHUB_STEP_SUMMARY"];
  if (!file) return;
  const text = `${reportMarkdown(redacted, session, summaryLimits)}\n`;
  appendRunnerFile(runner, file, text, "The job summary");
}

/**
 * Writes the comment or the drift issue. Returns its URL, empty if there is none. A comment that cannot
 * be written is only logged: the job summary has the report. An issue that cannot be written fails the
 * step: it must not look like no drift.
 */
async function reportOnGitHub(
  session: Session,
  redacted: RunResult,
  digest = "",
): Promise<{ readonly url: string; readonly failure?: Failure }> {
  const { command } = session.inputs;
  try {
    if (command === "validate") return { url: "" };
    if (command === "drift") return { url: await writeIssue(session, redacted) };
    return { url: await writeComment(session, command, redacted, digest) };
  } catch (error) {
    if (!isFailure(error)) throw error;
    if (command === "drift") return { url: "", failure: error };
    annotateRun(session, isNotPermitted(error) ? "notice" : "warning", error);
    return { url: "" };
  }
}

/** Writes the comment of plan or apply. Returns its URL, or "". */
async function writeComment(
  session: Session,
  command: "plan" | "apply",
  redacted: RunResult,
  digest: string,
): Promise<string> {
  const { inputs, event } = session;
  const marker = markerFor(session, command);
  const isPullRequest = event.type === "pull-request";
  const canComment = isPullRequest || (event.type === "commit" && command === "apply");
  if (inputs.comment === "off" || !canComment || !marker) return "";
  const api = await session.api();
  const [number] = await session.pullRequests();
  if (!api || number === undefined) return "";
  const body = reportBody(session, redacted, marker, command === "plan" ? digest : "");
  return upsertComment(api, number, marker, body);
}

/** Opens, updates or closes the drift issue. Returns its URL, or "". */
async function writeIssue(session: Session, redacted: RunResult): Promise<string> {
  const marker = markerFor(session, "drift");
  if (!session.inputs.driftIssue || redacted.type !== "planned" || !marker) return "";
  const api = await session.api();
  if (!api)
    throw new Failure(
      "usage",
      "no-token",
      "The input github-token is empty, so the drift issue cannot be written.",
      "Remove github-token from the step, or set drift-issue: false.",
    );
  const body = reportBody(session, redacted, marker, "");
  return hasDrift(redacted.planned.plan)
    ? upsertDriftIssue(api, marker, { title: issueTitle(session), body })
    : closeDriftIssues(api, marker, body);
}

function reportBody(session: Session, redacted: RunResult, marker: Marker, digest: string): string {
  const firstLine = `${markerLine(marker, digest)}\n`;
  return firstLine + reportMarkdown(redacted, session, commentLimits(firstLine));
}

function issueTitle({ inputs: { label, directory } }: Session): string {
  const parts = [label, directory === "." ? "" : directory].filter((part) => part !== "");
  const suffix = parts.length === 0 ? "" : ` (${escapeText(parts.join(", "))})`;
  return `promptctl: the service differs from the definitions${suffix}`.slice(0, 200);
}
