// Tells how a run ended: on the job's page, on the pull request or in the issue, and to the steps
// after it. All of it before the step fails.
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

/** Gives the exit code of the step. */
export async function reportResult(session: Session, ending: RunResult): Promise<number> {
  const { runner, inputs } = session;
  const { shown, outputs } = toldHere(session, ending);
  runner.beforeExit(() => writeOutputs(runner, { ...outputs, exitCode: cancelledExitCode }));
  const { url, failure } = await written(session, shown, outputs.planDigest);
  if (failure) runner.log(failureAnnotation(failure));
  const code = outputs.exitCode || (failure ? 1 : 0);
  writeOutputs(runner, { ...outputs, exitCode: code, commentUrl: url });
  runner.beforeExit(() => {});
  const isFine = code === 2 && !inputs.failOnDrift && !failure;
  return isFine ? 0 : code;
}

/** What is known, where the process is to end at once. */
export function reportCancelled(session: Session, planned?: ActionPlan): void {
  const { outputs } = toldHere(session, { type: "cancelled", planned });
  writeOutputs(session.runner, outputs);
}

/** Tells it on this machine: on the run's page and in the job summary. */
function toldHere(
  session: Session,
  ending: RunResult,
): { shown: RunResult; outputs: ActionOutputs } {
  const planned = "planned" in ending ? ending.planned : undefined;
  const outputs: ActionOutputs = {
    plan: planned?.plan,
    exitCode: exitCodeOf(ending, session.inputs),
    planFile: planned ? savedPlan(session, planned) : "",
    planDigest: planned?.digest ?? "",
    commentUrl: "",
  };
  const shown = redactResult(ending, session.inputs);
  annotate(session, shown);
  writeSummary(session, shown);
  return { shown, outputs };
}

/** The plan as a file for other steps; empty where the runner has no folder for it. */
function savedPlan(session: Session, planned: ActionPlan): string {
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

/** What the run's page shows on top. */
function annotate({ runner, inputs }: Session, ending: RunResult): void {
  switch (ending.type) {
    case "failed":
    case "refused":
      return runner.log(failureAnnotation(ending.failure));
    case "applied": {
      if (ending.applied.exitCode === 0) return;
      const { failed, notStarted, skipped } = ending.applied.counts;
      const message = `Not all was applied: ${pluralize(failed, "call")} failed, ${skipped + notStarted} not made.`;
      return runner.log(failureAnnotation({ message, hint: "Run the job again to do the rest." }));
    }
    case "planned": {
      if (inputs.command !== "drift" || !hasDrift(ending.planned.plan)) return;
      const message = "Drift: the service differs from the definitions.";
      return runner.log(messageAnnotation("warning", { message }));
    }
    case "cancelled":
      return runner.log(failureAnnotation({ message: "The job was cancelled.", hint: undefined }));
    case "validated":
    case "invalid": // on their lines already
  }
}

function writeSummary(session: Session, shown: RunResult): void {
  const { runner } = session;
  const file = runner.env["GITHUB_STEP_SUMMARY"];
  if (!file) return;
  appendRunnerFile(
    runner,
    file,
    `${reportMarkdown(shown, pageFor(session), summaryLimits)}\n`,
    "The job summary",
  );
}

function pageFor({ runner, inputs, event, commands: work, mask, remarks }: Session): ReportContext {
  const sha = "sha" in event ? event.sha : (runner.env["GITHUB_SHA"] ?? "");
  return { inputs, kinds: work.kinds, sha, env: runner.env, mask, remarks };
}

/** What was written on GitHub: its address, or why that failed where it must not. */
interface Written {
  readonly url: string;
  readonly failure?: Failure;
}

async function written(session: Session, shown: RunResult, digest: string): Promise<Written> {
  switch (session.inputs.command) {
    case "validate":
      return { url: "" };
    case "plan":
    case "apply":
      return { url: await writtenComment(session, shown, digest) };
    case "drift":
      return writtenIssue(session, shown);
  }
}

/** A comment that cannot be written fails nothing: the job summary holds it all. */
async function writtenComment(session: Session, shown: RunResult, digest: string): Promise<string> {
  const { inputs, event } = session;
  const about = inputs.command === "apply" ? "apply" : "plan";
  const mark = markerFor(session, about);
  if (inputs.comment === "off" || event.type === "outside" || event.type === "unsafe" || !mark)
    return "";
  if (about === "plan" && event.type !== "pull-request") return "";
  try {
    const api = await session.api();
    const [number] = await session.pullRequests();
    if (!api || number === undefined) return "";
    const body = bodyOf(session, shown, mark, about === "plan" ? digest : "");
    return await upsertComment(api, number, mark, body);
  } catch (error) {
    if (!isFailure(error)) throw error;
    logReportFailure(session, error);
    return "";
  }
}

/** The issue is what drift is for: where it cannot be kept, that is a failure. */
async function writtenIssue(session: Session, shown: RunResult): Promise<Written> {
  const mark = markerFor(session, "drift");
  if (!session.inputs.driftIssue || shown.type !== "planned" || !mark) return { url: "" };
  try {
    const api = await session.api();
    if (!api) throw noToken();
    const body = bodyOf(session, shown, mark, "");
    const url = hasDrift(shown.planned.plan)
      ? await upsertDriftIssue(api, mark, { title: titleOf(session), body })
      : await closeDriftIssues(api, mark, body);
    return { url };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { url: "", failure: error };
  }
}

function noToken(): Failure {
  return new Failure(
    "usage",
    "no-token",
    "The input github-token is empty, so no issue about drift can be kept.",
    "Leave github-token out, or set drift-issue: false.",
  );
}

function bodyOf(session: Session, shown: RunResult, mark: Marker, digest: string): string {
  const marker = `${markerLine(mark, digest)}\n`;
  return marker + reportMarkdown(shown, pageFor(session), commentLimits(marker));
}

function titleOf({ inputs: { label, directory } }: Session): string {
  const where = [label, directory === "." ? "" : directory].filter((each) => each !== "");
  const which = where.length === 0 ? "" : ` (${escapeText(where.join(", "))})`;
  return `promptctl: the service differs from the definitions${which}`.slice(0, 200);
}
