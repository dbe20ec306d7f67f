// Reports the result of a run: annotations, job summary, comment, pull request or issue about drift, and outputs. All
// of them are written before the step fails.
import {
  exitCodes,
  failed,
  type Failure,
  isFailure,
  type MessageWithHint,
  messageWithHint,
  onFailure,
} from "../engine/model/failure.ts";
import { systemMessage } from "../engine/text/system-message.ts";
import { messageAnnotation } from "../views/text/annotations.ts";
import { hasFindings } from "../views/plan/pull-request-sections.ts";
import { isNotPermitted } from "./api/api-errors.ts";
import { applyBody, outcomeOf } from "./apply-comment.ts";
import { approvalOutput } from "./check-approval.ts";
import { reportDrift } from "./drift-report.ts";
import { upsertComment } from "./pages/comment.ts";
import { emptyDefinitionsFailure, isClosedUnmerged } from "./preconditions.ts";
import { describeResult, hasDrift, isUnknownEnvironment, type RunResult } from "./run-result.ts";
import { alertCodesOf, setLabels } from "./pages/labels.ts";
import { hasMarker, type MarkerData, mayHaveWrongMarker } from "../views/text/marker.ts";
import { isOutdated, writeReportSection } from "./report-section.ts";
import { writeSummary, saveFile } from "./runner-report.ts";
import { type ActionOutputs, writeOutputs } from "./outputs.ts";
import { commentLimits, reportMarkdown } from "./report-markdown.ts";
import type { ActionRunner } from "./api/runner.ts";
import { annotateRun, markerFor, type Session } from "./session.ts";
import { redactResult } from "./redact.ts";
import { reportSupersededMerges } from "./superseded-merges.ts";

/** What a step has reported. */
export interface Reported {
  /** The exit code of the step. */
  readonly exitCode: number;
  readonly outputs: ActionOutputs;
}

/** Writes all reports. */
export async function reportResult(session: Session, result: RunResult): Promise<Reported> {
  const { runner, inputs } = session;
  const redacted = redactResult(result, inputs);
  const onRunner = reportOnRunner(session, redacted);
  runner.beforeExit(() => writeOutputs(runner, onRunner.outputs));
  const commentUrl = await reportOnGitHub(session, redacted);
  const outputs = { ...onRunner.outputs, commentUrl };
  writeOutputs(runner, outputs);
  runner.beforeExit(() => {});
  const isReported = commentUrl !== undefined;
  const isExpectedDrift = onRunner.exitCode === 2 && !inputs.failOnDrift;
  const exitCode = isExpectedDrift && isReported ? 0 : onRunner.exitCode;
  return { exitCode: exitCode || (isReported ? 0 : 1), outputs };
}

/** Reports what is known when a cancelled process must exit at once. Makes no requests. */
export function reportCancelled(session: Session): void {
  const { runner, inputs, planned } = session;
  const redacted = redactResult({ type: "cancelled", planned }, inputs);
  writeOutputs(runner, reportOnRunner(session, redacted).outputs);
}

/** Writes the plan file, the annotation and the job summary. Returns the exit code of the command and the outputs. */
function reportOnRunner(session: Session, redacted: RunResult): Reported {
  const { runner } = session;
  const { planned } = redacted;
  if (planned) saveFile(session, "plan.json", planned.save);
  const { exitCode, annotations } = describeResult(redacted, session);
  runner.log(annotations);
  writeSummary(
    session,
    "plan",
    (limits) => reportMarkdown(redacted, session, limits),
    (whole) => saveFile(session, "report.md", (path) => saveReport(runner, path, whole)),
  );
  const isApplied = redacted.type === "applied" && exitCode === 0;
  const isRefused = exitCode === exitCodes.refused;
  const { reportFolder } = session;
  const permission = approvalOutput(session, redacted);
  const { plan, digest: planDigest } = planned ?? {};
  const outputs = { plan, isApplied, isRefused, reportFolder, planDigest, permission };
  return { exitCode, outputs };
}

function saveReport(runner: ActionRunner, path: string, text: string): void {
  try {
    runner.appendFile(path, text);
  } catch (error) {
    const message = `The report cannot be saved to ${path}: ${systemMessage(error)}.`;
    throw failed("unwritable-report", message);
  }
}

/**
 * Writes the comment or the drift issue. Returns its URL, empty if there is none. A comment that
 * cannot be written is only logged: the job summary has the report. The URL is undefined if the step
 * must fail: without the issue it would look like no drift, and without a required record like no apply.
 */
async function reportOnGitHub(session: Session, redacted: RunResult): Promise<string | undefined> {
  const { command } = session.inputs;
  try {
    if (command === "validate") return "";
    if (command === "drift") return await reportDrift(session, redacted);
    const url = await writeComment(session, redacted);
    await writeLabels(session, redacted);
    await reportSupersededMerges(session, redacted);
    return url;
  } catch (error) {
    if (!isFailure(error)) throw error;
    if (command === "drift") return void session.runner.log(messageAnnotation("error", error));
    if (session.recordedOn !== undefined)
      return void session.runner.log(messageAnnotation("error", missingRecord(error)));
    annotateRun(session, isNotPermitted(error) ? "notice" : "warning", error);
    return "";
  }
}

/** The error of a step whose reviewed plan could be applied again, because the end of its apply is not recorded. */
function missingRecord(failure: Failure): MessageWithHint {
  return {
    message: "The result of this apply cannot be recorded, which reviewed-plan: require needs.",
    hint: `${messageWithHint(failure)}\nRun the job again, which records that the reviewed plan is applied.`,
  };
}

/** Whether a result has no comment of its own, but updates an earlier one. */
function isUpdateOnly({ inputs: { comment }, environment }: Session, result: RunResult): boolean {
  if (result.type === "failed" && !result.planned && mayHaveWrongMarker(result.failure))
    return true;
  if (comment !== "changes") return false;
  if (result.type === "planned" && hasWarnings(result)) return false;
  // The environments share a comment: another one may have changes.
  const isTouched = result.type === "planned" && result.planned.pullRequest?.isTouched === true;
  if (environment !== "" && isTouched) return false;
  const isPlan = result.type === "planned" || result.type === "applied";
  return result.type === "validated" || (isPlan && !hasDrift(result.planned.plan));
}

/** Whether a plan without changes has something for a reviewer. */
function hasWarnings({ planned }: Extract<RunResult, { type: "planned" }>): boolean {
  const { plan, pullRequest } = planned;
  const isEmpty = emptyDefinitionsFailure(planned) !== undefined;
  return (
    isEmpty || plan.alerts !== undefined || (pullRequest !== undefined && hasFindings(pullRequest))
  );
}

/** Writes the comment of plan or apply. Returns its URL, or "". */
async function writeComment(session: Session, redacted: RunResult): Promise<string> {
  const { inputs, event } = session;
  const isApply = inputs.command === "apply";
  const marker = markerFor(session, isApply ? "apply" : "plan");
  const canComment = event.type === "pull-request" || (event.type === "commit" && isApply);
  if (inputs.comment === "never" || !canComment || !marker) return "";
  if (isClosedUnmerged(inputs, event) || isUnknownEnvironment(session, redacted)) return "";
  if (inputs.ref !== undefined && isApply) return ""; // it is not about the newest merge
  const api = await session.commentApi();
  const [pullRequest] = await session.pullRequests();
  if (!api || !pullRequest) return "";
  const { number } = pullRequest;
  if (isApply)
    return upsertComment(api, number, {
      isEarlier: (body) => hasMarker(body, marker),
      bodyAfter: (previous) =>
        applyBody(session, { marker, previous, outcome: outcomeOf(redacted) }, (max) =>
          reportMarkdown(redacted, session, commentLimits(max)),
        ),
      isUpdateOnly: isUpdateOnly(session, redacted),
    });
  return writeReportSection(session, number, {
    about: "plan",
    isUpdateOnly: isUpdateOnly(session, redacted),
    data: planMarkerData(session, redacted),
    report: (limits) => reportMarkdown(redacted, session, limits),
  });
}

/** Sets the labels of the pull request. A label that cannot be set is only logged. */
async function writeLabels(session: Session, redacted: RunResult): Promise<void> {
  const { inputs, event } = session;
  const marker = markerFor(session, "plan");
  const isPlan = inputs.command === "plan" && redacted.type === "planned";
  if (!inputs.alertLabels || !isPlan || event.type !== "pull-request" || !marker) return;
  const api = await session.api();
  if (!api || (await isOutdated(session, api))) return;
  await setLabels(api, event.number, redacted.planned.plan, marker).catch(
    onFailure((failure) => annotateRun(session, "notice", failure)),
  );
}

/**
 * The digests of the plan and of its changes, for the marker. With comment-detail: names there are no
 * digests of single changes, because a value could be guessed.
 */
function planMarkerData({ inputs }: Session, { planned }: RunResult): MarkerData {
  if (!planned) return { digest: "" };
  const namesOnly = inputs.commentDetail === "names";
  const atoms = !namesOnly ? [...planned.atoms, ...planned.heldBackAtoms] : [];
  const permitted = atoms.map(({ key }) => key);
  const alerts = inputs.alertLabels ? alertCodesOf(planned.plan) : [];
  return { digest: planned.digest, alerts, permitted };
}
