// Tells how a run ended: on the job's page, on the pull request or in the issue, and to the steps
// after it. All of it before the step fails.
import { Failure } from "../engine/failure.ts";
import { failureAnnotation, wordsAnnotation } from "../views/annotations.ts";
import { counted, visible } from "../views/paint.ts";
import { keepComment } from "./comment.ts";
import { closeIssue, keepIssue } from "./issue.ts";
import { type Mark, markerOf } from "./marker.ts";
import { exitCodeOf, hasDrift, type Outcome } from "./outcome.ts";
import { writeOutputs } from "./outputs.ts";
import { commentSheet, type Page, pageOf, summarySheet } from "./page.ts";
import { markOf, note, noteFailure, type Session } from "./session.ts";
import { shownOf } from "./shown.ts";
import type { Planned } from "./work.ts";

/** Gives the exit code of the step. */
export async function tell(session: Session, outcome: Outcome): Promise<number> {
  const { runner, inputs } = session;
  const planned = "planned" in outcome ? outcome.planned : undefined;
  const planFile = planned ? savedPlan(session, planned) : "";
  const shown = shownOf(outcome, inputs);
  annotate(session, shown);
  writeSummary(session, shown);
  const { url, failure } = await written(session, shown, planned?.digest ?? "");
  if (failure) runner.log(failureAnnotation(failure));
  const code = exitCodeOf(outcome, inputs) || (failure ? 1 : 0);
  writeOutputs(runner, {
    plan: planned?.plan,
    exitCode: code,
    planFile,
    planDigest: planned?.digest ?? "",
    commentUrl: url,
  });
  const isFine = code === 2 && !inputs.failOnDrift && !failure;
  return isFine ? 0 : code;
}

/** The plan as a file for other steps; empty where the runner has no folder for it. */
function savedPlan(session: Session, planned: Planned): string {
  const { runner } = session;
  const folder = runner.env["RUNNER_TEMP"];
  if (!folder) return "";
  const path = `${folder}/promptctl-plan-${runner.unique()}.json`;
  try {
    planned.save(path);
    return path;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    note(session, "warning", error);
    return "";
  }
}

/** What the run's page shows on top. */
function annotate({ runner, inputs }: Session, outcome: Outcome): void {
  switch (outcome.type) {
    case "failed":
    case "refused":
      return runner.log(failureAnnotation(outcome.failure));
    case "applied": {
      if (outcome.applied.exitCode === 0) return;
      const { failed, notStarted, skipped } = outcome.applied.counts;
      const message = `Not all was applied: ${counted(failed, "call")} failed, ${skipped + notStarted} not made.`;
      return runner.log(failureAnnotation({ message, hint: "Run the job again to do the rest." }));
    }
    case "planned": {
      if (inputs.command !== "drift" || !hasDrift(outcome.planned.plan)) return;
      const message = "Drift: the service differs from the definitions.";
      return runner.log(wordsAnnotation("warning", { message }));
    }
    case "validated":
    case "invalid": // on their lines already
  }
}

function writeSummary(session: Session, shown: Outcome): void {
  const { runner } = session;
  const file = runner.env["GITHUB_STEP_SUMMARY"];
  if (file) runner.append(file, `${pageOf(shown, pageFor(session), summarySheet)}\n`);
}

function pageFor({ runner, inputs, event, work, mask, remarks }: Session): Page {
  const sha = "sha" in event ? event.sha : (runner.env["GITHUB_SHA"] ?? "");
  return { inputs, kinds: work.kinds, sha, env: runner.env, mask, remarks };
}

/** What was written on GitHub: its address, or why that failed where it must not. */
interface Written {
  readonly url: string;
  readonly failure?: Failure;
}

async function written(session: Session, shown: Outcome, digest: string): Promise<Written> {
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
async function writtenComment(session: Session, shown: Outcome, digest: string): Promise<string> {
  const { inputs, event } = session;
  const about = inputs.command === "apply" ? "apply" : "plan";
  const mark = markOf(session, about);
  if (inputs.comment === "off" || event.type === "outside" || event.type === "unsafe" || !mark)
    return "";
  if (about === "plan" && event.type !== "pull-request") return "";
  try {
    const api = await session.api();
    const number = api && (await session.pull());
    if (!api || number === undefined) return "";
    const body = bodyOf(session, shown, mark, about === "plan" ? digest : "");
    return await keepComment(api, number, mark, body);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    noteFailure(session, error);
    return "";
  }
}

/** The issue is what drift is for: where it cannot be kept, that is a failure. */
async function writtenIssue(session: Session, shown: Outcome): Promise<Written> {
  const mark = markOf(session, "drift");
  if (!session.inputs.driftIssue || shown.type !== "planned" || !mark) return { url: "" };
  try {
    const api = await session.api();
    if (!api) throw noToken();
    const body = bodyOf(session, shown, mark, "");
    const url = hasDrift(shown.planned.plan)
      ? await keepIssue(api, mark, { title: titleOf(session), body })
      : await closeIssue(api, mark, body);
    return { url };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
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

function bodyOf(session: Session, shown: Outcome, mark: Mark, digest: string): string {
  const marker = `${markerOf(mark, digest)}\n`;
  return marker + pageOf(shown, pageFor(session), commentSheet(marker));
}

function titleOf({ inputs: { label, directory } }: Session): string {
  const where = [label, directory === "." ? "" : directory].filter((each) => each !== "");
  const which = where.length === 0 ? "" : ` (${visible(where.join(", "))})`;
  return `promptctl: the service differs from the definitions${which}`.slice(0, 200);
}
