// What the reports of a plan and of tests have in common: a job summary, and a section of the comment on the
// pull request.
import { unlimited } from "../views/text/markdown.ts";
import {
  hasMarker,
  type Marker,
  type MarkerData,
  markerEnvironmentOf,
  markerLine,
  markerTarget,
  type MarkerWriter,
} from "../views/text/marker.ts";
import { appendRunnerFile } from "./api/runner.ts";
import { isOutdated } from "./outdated-run.ts";
import { withoutMarkers } from "./pages/comment-sections.ts";
import { writeSection } from "./pages/write-section.ts";
import { commentLimits, maxCommentLength, type ReportLimits } from "./report-markdown.ts";
import { markerFor, type Session } from "./session.ts";

/** A report as Markdown within limits. */
type Report = (limits: ReportLimits) => string;

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

/** A section of the comment on a pull request. */
interface ReportSection {
  readonly about: "plan" | "test";
  /** Whether only an existing comment is updated. */
  readonly isUpdateOnly: boolean;
  /** What the marker stores. Permitted changes are left out where they need half of the section. */
  readonly data: MarkerData;
  readonly report: Report;
}

/** Writes the section. Returns the URL of the comment, or "" if there is none. */
export async function writeReportSection(
  session: Session,
  pullRequest: number,
  { about, isUpdateOnly, data, report }: ReportSection,
): Promise<string> {
  const { environment, runner } = session;
  const [api, marker] = [await session.api(), markerFor(session, about)];
  if (!api || !marker || (await isOutdated(session, api))) return "";
  return writeSection({ api, sleep: runner.sleep }, pullRequest, {
    about,
    environment,
    isUpdateOnly,
    isEarlier: (body) => isSharedComment(session, body),
    textBeside: (others) => {
      const max = maxSectionLength(about, { others, environment });
      const stored = { ...data, writer: writerOf(session) };
      const long = `${markerLine(marker, stored)}\n`;
      const head =
        long.length <= max / 2 ? long : `${markerLine(marker, { ...stored, permitted: [] })}\n`;
      return head + withoutMarkers(report(commentLimits(max - head.length)));
    },
  });
}

/** The length that a plan leaves to a section about tests. */
const minTestLength = 5000;
const maxTestLength = 20_000;
/** The maximum lengths of the sections of one of several environments. */
const maxLengthsOfOne = { plan: 20_000, test: 8000 };

/**
 * The maximum length of a section with its marker, so that all sections fit into a comment. How many
 * environments follow is not known: each leaves half of the space to the others.
 */
function maxSectionLength(
  about: "plan" | "test",
  { others, environment }: { readonly others: string; readonly environment: string },
): number {
  const free = maxCommentLength - others.length;
  if (environment !== "") return Math.min(maxLengthsOfOne[about], Math.floor(free / 2));
  if (about === "plan") return Math.min(free, maxCommentLength - minTestLength);
  return Math.min(maxTestLength, free);
}

/** The workflow run of an environment's step, for the marker of its section. */
function writerOf({ runner: { env }, environment }: Session): MarkerWriter | undefined {
  const { GITHUB_WORKFLOW: workflow = "", GITHUB_RUN_ID: run = "" } = env;
  if (environment === "" || workflow === "" || !/^\d+$/.test(run)) return undefined;
  return { workflow, run: Number(run) };
}

/**
 * Whether a text is that of a comment with a plan or with tests of this project. All environments
 * share one comment.
 */
function isSharedComment(session: Session, body: unknown): boolean {
  if (typeof body !== "string") return false;
  const environment = markerEnvironmentOf(body);
  if ((environment === "") !== (session.environment === "")) return false;
  const test: Marker = { ...markerFor(session, "test")!, environment };
  const target = environment === "" ? markerTarget(session.inputs.baseUrl) : "";
  return [test, { ...test, about: "plan" as const, target }].some((each) => hasMarker(body, each));
}
