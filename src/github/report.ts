// Reports the result of a run: annotations, job summary, comment or drift issue, and outputs. All of
// them are written before the step fails.
import { Failure, isFailure } from "../engine/model/failure.ts";
import { failureAnnotation, messageAnnotation } from "../views/annotations.ts";
import { pluralize, escapeText } from "../views/terminal-text.ts";
import { upsertComment } from "./comment.ts";
import { cancelledExitCode, type RunResult, exitCodeOf, hasDrift } from "./run-result.ts";
import { closeDriftIssues, upsertDriftIssue } from "./drift-issue.ts";
import { type Marker, markerLine } from "./marker.ts";
import { type ActionOutputs, writeOutputs } from "./outputs.ts";
import {
  commentLimits,
  type ReportContext,
  reportMarkdown,
  summaryLimits,
} from "./report-markdown.ts";
import { appendRunnerFile } from "./runner-file.ts";
import { markerFor, annotateRun, logReportFailure, type Session } from "./session.ts";
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
    commentUrl: "",
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
      return runner.log(failureAnnotation({ message: "The job was cancelled.", hint: undefined }));
    case "validated":
    case "invalid": // the lines are annotated
  }
}

function writeSummary(session: Session, redacted: RunResult): void {
  const { runner } = session;
  const file = runner.env["GITHUB_STEP_SUMMARY"];
  if (!file) return;
  const text = `${reportMarkdown(redacted, reportContext(session), summaryLimits)}\n`;
  appendRunnerFile(runner, file, text, "The job summary");
}

function reportContext({ runner, inputs, event, commands, mask, remarks }: Session): ReportContext {
  const sha = "sha" in event ? event.sha : (runner.env["GITHUB_SHA"] ?? "");
  return { inputs, kinds: commands.kinds, sha, env: runner.env, mask, remarks };
}

interface GitHubReport {
  /** Of the comment or issue; empty if there is none. */
  readonly url: string;
  /** The error that fails the step. */
  readonly failure?: Failure;
}

async function reportOnGitHub(
  session: Session,
  redacted: RunResult,
  digest: string,
): Promise<GitHubReport> {
  switch (session.inputs.command) {
    case "validate":
      return { url: "" };
    case "plan":
    case "apply":
      return { url: await writeComment(session, redacted, digest) };
    case "drift":
      return writeIssue(session, redacted);
  }
}

/** Writes the comment of plan or apply. A failure is logged only: the job summary has the report. */
async function writeComment(
  session: Session,
  redacted: RunResult,
  digest: string,
): Promise<string> {
  const { inputs, event } = session;
  const about = inputs.command === "apply" ? "apply" : "plan";
  const marker = markerFor(session, about);
  if (inputs.comment === "off" || event.type === "outside" || event.type === "unsafe" || !marker)
    return "";
  if (about === "plan" && event.type !== "pull-request") return "";
  try {
    const api = await session.api();
    const [number] = await session.pullRequests();
    if (!api || number === undefined) return "";
    const body = reportBody(session, redacted, marker, about === "plan" ? digest : "");
    return await upsertComment(api, number, marker, body);
  } catch (error) {
    if (!isFailure(error)) throw error;
    logReportFailure(session, error);
    return "";
  }
}

/** Opens, updates or closes the drift issue. A failure fails the step: it must not look like no drift. */
async function writeIssue(session: Session, redacted: RunResult): Promise<GitHubReport> {
  const marker = markerFor(session, "drift");
  if (!session.inputs.driftIssue || redacted.type !== "planned" || !marker) return { url: "" };
  try {
    const api = await session.api();
    if (!api) throw noTokenFailure();
    const body = reportBody(session, redacted, marker, "");
    const url = hasDrift(redacted.planned.plan)
      ? await upsertDriftIssue(api, marker, { title: issueTitle(session), body })
      : await closeDriftIssues(api, marker, body);
    return { url };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { url: "", failure: error };
  }
}

function noTokenFailure(): Failure {
  return new Failure(
    "usage",
    "no-token",
    "The input github-token is empty, so the drift issue cannot be written.",
    "Remove github-token from the step, or set drift-issue: false.",
  );
}

function reportBody(session: Session, redacted: RunResult, marker: Marker, digest: string): string {
  const firstLine = `${markerLine(marker, digest)}\n`;
  return firstLine + reportMarkdown(redacted, reportContext(session), commentLimits(firstLine));
}

function issueTitle({ inputs: { label, directory } }: Session): string {
  const parts = [label, directory === "." ? "" : directory].filter((part) => part !== "");
  const suffix = parts.length === 0 ? "" : ` (${escapeText(parts.join(", "))})`;
  return `promptctl: the service differs from the definitions${suffix}`.slice(0, 200);
}
