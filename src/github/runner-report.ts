// What a run reports on the runner: files for later steps, and the job summary.
import { unlimited } from "../views/text/markdown.ts";
import { appendRunnerFile } from "./api/runner.ts";
import type { ReportLimits } from "./report-markdown.ts";
import { type Session, annotateRun } from "./session.ts";
import { isFailure } from "../engine/model/failure.ts";
import { isEnvironmentName } from "../engine/environments/environment.ts";

/** Saves a file for later steps. Returns its path, or "" with a warning if it cannot be saved. */
export function saveFile(
  session: Session,
  name: string,
  extension: string,
  save: (path: string) => void,
): string {
  const { runner } = session;
  const folder = runner.env["RUNNER_TEMP"];
  if (!folder) return "";
  const environment = isEnvironmentName(session.environment) ? [session.environment] : [];
  const names = ["promptctl", name, ...environment, runner.uniqueId()];
  const path = `${folder}/${names.join("-")}.${extension}`;
  try {
    save(path);
    return path;
  } catch (error) {
    if (!isFailure(error)) throw error;
    annotateRun(session, "warning", error);
    return "";
  }
}

/** A report as Markdown within limits. */
export type Report = (limits: ReportLimits) => string;

/**
 * Writes the job summary. `fileOfWhole` returns the path of a file with the whole report, empty if there
 * is none; it is called only if the summary cannot have it. Returns that path, or an empty text.
 */
export function writeSummary(
  session: Session,
  about: "plan" | "test",
  report: Report,
  fileOfWhole: (whole: string) => string,
): string {
  const whole = report(fileLimits);
  const max = maxSummaryBytes(about, session);
  const isLong = Buffer.byteLength(whole) > max;
  const path = isLong ? fileOfWhole(whole) : "";
  const output = about === "plan" ? "report-file" : "html-file";
  const limits = summaryLimits(max, path === "" ? undefined : output);
  const summary = isLong ? report(limits) : whole;
  appendRunnerFile(session.runner, "GITHUB_STEP_SUMMARY", `${summary}\n`);
  return path;
}

/** The limits of a file with the whole report: none. */
const fileLimits: ReportLimits = { limit: unlimited, elsewhere: "", full: true };

/**
 * The limits of the job summary. `output`: the output that names a file with the whole report;
 * undefined if there is none.
 */
function summaryLimits(max: number, output: string | undefined): ReportLimits {
  return {
    limit: { max, size: (text) => Buffer.byteLength(text) },
    elsewhere: output === undefined ? "" : ` in the file that the output ${output} names`,
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
