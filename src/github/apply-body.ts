// The text of the comment of apply: the marker, a report and the list of runs.
import { type Marker, markerLine } from "../views/text/marker.ts";
import { maxCommentLength, runUrl } from "./report-markdown.ts";
import {
  addRecord,
  keepsEarlierReport,
  recordsMarkdown,
  reportIn,
  type RunRecord,
} from "./run-records.ts";
import type { Session } from "./session.ts";

interface ApplyComment {
  readonly marker: Marker;
  /** The text of the comment so far; empty if it is new. */
  readonly previous: string;
  /** The outcome of this run. */
  readonly outcome: RunRecord["outcome"];
}

/** The text after the one so far. `report`: makes the report, of at most `max` characters. */
export function applyBody(
  { runner: { env } }: Session,
  { marker, previous, outcome }: ApplyComment,
  report: (max: number) => string,
): string {
  const run = `${env["GITHUB_RUN_ID"] ?? 0}.${env["GITHUB_RUN_ATTEMPT"] ?? 1}`;
  const records = addRecord(previous, { run, outcome });
  const runs = records.map((record) => [record.run, record.outcome] as const);
  const head = `${markerLine(marker, { digest: "", runs })}\n`;
  const list = recordsMarkdown(records, (id) => runUrl(env, id));
  const text = keepsEarlierReport(records)
    ? reportIn(previous)
    : report(maxCommentLength - (head + list).length);
  return head + text + list;
}
