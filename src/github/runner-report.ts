// What a run reports on the runner: files for later steps, and the job summary.
import { unlimited } from "../views/text/markdown.ts";
import { appendRunnerFile } from "./api/runner.ts";
import type { ReportLimits } from "./report-markdown.ts";
import { type Session, annotateRun } from "./session.ts";
import { isFailure } from "../engine/model/failure.ts";
import { makeReportFolder } from "../io/files/report-file.ts";
import { isEnvironmentName } from "../engine/environments/environment.ts";

/**
 * Saves a file for later steps in the report folder of this step, which is made for the first one. Returns
 * whether it is saved; if it cannot be, there is a warning.
 */
export function saveFile(session: Session, name: string, save: (path: string) => void): boolean {
  const folder = session.reportFolder || uniquePath(session, "promptctl");
  if (folder === undefined) return false;
  return isSaved(session, () => {
    if (session.reportFolder === "") makeReportFolder(folder);
    session.reportFolder = folder;
    save(`${folder}/${name}`);
  });
}

/**
 * Saves the HTML report for an upload under a name that no other job of the run uses, because its name is
 * that of the artifact. Returns its path, or "".
 */
export function saveArtifact(session: Session, save: (path: string) => void): string {
  const path = uniquePath(session, "promptctl-test", ".html");
  return path !== undefined && isSaved(session, () => save(path)) ? path : "";
}

/** A path in the folder of the job that no other step uses; undefined outside of a runner. */
function uniquePath(
  { runner, environment }: Session,
  name: string,
  ending = "",
): string | undefined {
  const folder = runner.env["RUNNER_TEMP"];
  const ofEnvironment = isEnvironmentName(environment) ? [environment] : [];
  const words = [name, ...ofEnvironment, runner.uniqueId()];
  return folder ? `${folder}/${words.join("-")}${ending}` : undefined;
}

function isSaved(session: Session, save: () => void): boolean {
  try {
    save();
    return true;
  } catch (error) {
    if (!isFailure(error)) throw error;
    annotateRun(session, "warning", error);
    return false;
  }
}

/** A report as Markdown within limits. */
export type Report = (limits: ReportLimits) => string;

/**
 * Writes the job summary. `hasFile` returns whether the report folder has a file with the whole report; it
 * is called only if the summary cannot have it.
 */
export function writeSummary(
  session: Session,
  about: "plan" | "test",
  report: Report,
  hasFile: (whole: string) => boolean,
): void {
  const whole = report(fileLimits);
  const max = maxSummaryBytes(about, session);
  const isLong = Buffer.byteLength(whole) > max;
  const file = about === "plan" ? "report.md" : "test.html";
  const limits = summaryLimits(max, isLong && hasFile(whole) ? file : undefined);
  const summary = isLong ? report(limits) : whole;
  appendRunnerFile(session.runner, "GITHUB_STEP_SUMMARY", `${summary}\n`);
}

/** The limits of a file with the whole report: none. */
const fileLimits: ReportLimits = { limit: unlimited, elsewhere: "", full: true };

/** The limits of the job summary. `file`: the file with the whole report; undefined if there is none. */
function summaryLimits(max: number, file: string | undefined): ReportLimits {
  return {
    limit: { max, size: (text) => Buffer.byteLength(text) },
    elsewhere: file === undefined ? "" : ` in the file ${file} of the output report-folder`,
    full: true,
  };
}

/** The runner accepts 1 MiB of each step, and drops a longer summary completely. */
const maxStepBytes = 1_000_000;
const maxTestBytes = 300_000;

/** The size limit of the summary of a plan or of tests, which share it if one step runs both. */
function maxSummaryBytes(about: "plan" | "test", { inputs }: Session): number {
  if (!inputs.test) return maxStepBytes;
  return about === "test" ? maxTestBytes : maxStepBytes - maxTestBytes;
}
