// The comment of apply: the report of the last run that changed something, and a list of the runs. Each run
// adds a record, so that a later run without changes does not hide what an earlier one applied. The marker
// stores the records.
import { heldBackIn } from "../engine/model/plan.ts";
import type { EnvironmentVariables } from "../engine/model/ports.ts";
import { markerRuns, type Marker, markerLine } from "../views/text/marker.ts";
import type { RunResult } from "./run-result.ts";
import { maxCommentLength, runUrl } from "./report-markdown.ts";
import type { Session } from "./session.ts";

const outcomes = {
  applied: "applied",
  carried: "applied with a newer commit",
  incomplete: "apply incomplete",
  unchanged: "no changes",
  started: "apply started, result unknown",
  superseded: "nothing was applied: the branch had a newer commit",
  failed: "nothing was applied: the run failed",
} as const;

/** The result of one attempt of a run. */
interface RunRecord {
  /** `<run id>.<attempt>` */
  readonly run: string;
  readonly outcome: keyof typeof outcomes;
}

/** A comment keeps the records of the newest runs. */
const maxRecords = 20;

/** The outcome of a result of apply. */
export function outcomeOf(result: RunResult): RunRecord["outcome"] {
  if (result.type === "planned") return "superseded";
  if (result.type !== "applied") return "failed";
  const { planned, applied } = result;
  const isHeldBack = heldBackIn(planned.plan).length > 0;
  if (applied.exitCode !== 0 || isHeldBack) return "incomplete";
  return planned.plan.changes.length > 0 ? "applied" : "unchanged";
}

/** The outcomes after which the service has the merge of a pull request. */
const appliedOutcomes: ReadonlySet<string> = new Set(["applied", "carried", "unchanged"]);

/** Whether a comment has the record of a run that applied its merge. `except`: the run that asks. */
export function hasApplied(comment: string, except?: string): boolean {
  return markerRuns(comment).some(
    ([run, outcome]) => run !== except && appliedOutcomes.has(outcome),
  );
}

/** `<run id>.<attempt>` of the run itself. */
export function attemptOf(env: EnvironmentVariables): string {
  return `${env["GITHUB_RUN_ID"] ?? 0}.${env["GITHUB_RUN_ATTEMPT"] ?? 1}`;
}

/**
 * The records in the texts of a comment and the new one, the oldest first. The last apply of the merge
 * stays, however many runs follow: its reviewed plan is used up.
 */
function addRecord(previous: readonly string[], record: RunRecord): RunRecord[] {
  const others = previous.flatMap(markerRuns).flatMap(([run, name]): RunRecord[] => {
    const outcome = Object.keys(outcomes).find((key) => key === name);
    return outcome && run !== record.run ? [{ run, outcome: outcome as RunRecord["outcome"] }] : [];
  });
  const all = [...others, record];
  const applied = all.findLast(({ outcome }) => appliedOutcomes.has(outcome));
  const kept = all.slice(-maxRecords);
  return applied && !kept.includes(applied) ? [applied, ...kept.slice(1)] : kept;
}

/** Whether the report of an earlier run stays, because the last run had nothing to apply. */
function keepsEarlierReport(records: readonly RunRecord[]): boolean {
  const earlier = records.slice(0, -1).filter(({ outcome }) => outcome !== "superseded");
  const before = earlier.at(-1)?.outcome;
  const { outcome } = records.at(-1)!;
  if (outcome === "superseded" || outcome === "started") return before !== undefined;
  return outcome === "unchanged" && before !== undefined && appliedOutcomes.has(before);
}

/** The list of the runs, the newest first; empty if there is only one. */
function recordsMarkdown(
  records: readonly RunRecord[],
  urlOf: (run: string) => string | undefined,
): string {
  if (records.length < 2) return "";
  const lines = records.toReversed().map(({ run, outcome }) => {
    const [id, attempt] = run.split(".");
    const url = urlOf(id!);
    const name = url === undefined ? `run ${id}` : `[run ${id}](${url})`;
    return `- ${name}, attempt ${attempt}: ${outcomes[outcome]}`;
  });
  return `${heading}${lines.join("\n")}\n`;
}

const heading = "\n**Runs**\n\n";

/** The report in a comment, without the marker and the list of runs. */
function reportIn(comment: string): string {
  const report = comment.slice(comment.indexOf("\n") + 1);
  return markerRuns(comment).length < 2 ? report : report.slice(0, report.lastIndexOf(heading));
}

interface ApplyComment {
  readonly marker: Marker;
  /** The texts of the comment so far, and of its duplicates; none if it is new. */
  readonly previous: readonly string[];
  /** The outcome of this run. */
  readonly outcome: RunRecord["outcome"];
}

/** The text after the one so far. `report`: makes the report, of at most `max` characters. */
export function applyBody(
  { runner: { env } }: Session,
  { marker, previous, outcome }: ApplyComment,
  report: (max: number) => string,
): string {
  const records = addRecord(previous, { run: attemptOf(env), outcome });
  const runs = records.map((record) => [record.run, record.outcome] as const);
  const head = `${markerLine(marker, { digest: "", runs })}\n`;
  const list = recordsMarkdown(records, (id) => runUrl(env, id));
  const text = keepsEarlierReport(records)
    ? reportIn(previous[0] ?? "")
    : report(maxCommentLength - (head + list).length);
  return head + text + list;
}
