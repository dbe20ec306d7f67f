// The section of a plan or of tests in the comment on the pull request. A run for an old commit does not write
// it: anybody with write access can start an old run again.
import {
  hasMarker,
  type Marker,
  type MarkerData,
  markerEnvironmentOf,
  markerLine,
  markerTarget,
  type MarkerWriter,
} from "../views/text/marker.ts";
import { withoutMarkers } from "./pages/comment-sections.ts";
import { writeSection } from "./pages/write-section.ts";
import { commentLimits, maxCommentLength } from "./report-markdown.ts";
import { markerFor, type Session, annotateRun } from "./session.ts";
import { onFailure } from "../engine/model/failure.ts";
import { objectOf } from "../engine/model/json.ts";
import type { GitHubApi } from "./api/api.ts";
import type { ApiPurpose } from "./api/api-errors.ts";
import type { Report } from "./runner-report.ts";

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
  const [api, marker] = [await session.commentApi(), markerFor(session, about)];
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

const readPullRequest: ApiPurpose = {
  what: "read the pull request",
  needs: "pull-requests: read",
  gives: "head",
  isOptional: true,
};

/**
 * Whether the pull request has a newer commit or is closed, so that this run must not change what
 * reviewers read. Reports it. If GitHub does not return the pull request, the event is current in a first
 * attempt only.
 */
export async function isOutdated(session: Session, api: GitHubApi): Promise<boolean> {
  const { event } = session;
  if (event.type !== "pull-request") return false;
  const path = `/repos/${api.repository}/pulls/${event.number}`;
  const pull = await api.send("GET", path, readPullRequest).catch(onFailure(() => undefined));
  const isFirst = (session.runner.env["GITHUB_RUN_ATTEMPT"] ?? "1") === "1";
  if (!pull && isFirst && event.state === "open") return false;
  const isNewest = !pull || objectOf(pull["head"])["sha"] === event.sha;
  if (pull && isNewest && pull["state"] === "open") return false;
  const reason = !isNewest ? "has a newer commit" : pull ? "is closed" : "may be closed";
  const message = `The comment was not changed: the pull request ${reason}.`;
  annotateRun(session, "notice", { message });
  return true;
}
