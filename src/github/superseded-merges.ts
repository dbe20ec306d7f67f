// An apply also applies earlier merges whose own runs applied nothing: a newer commit superseded them,
// they failed, or they were cancelled while they waited. It writes this into their pull requests.
import { isFailure } from "../engine/model/failure.ts";
import { hasMarker, type Marker } from "../views/text/marker.ts";
import { markdownPage } from "../views/text/markdown.ts";
import type { GitHubApi } from "./api/api.ts";
import { applyBody, hasApplied, outcomeOf } from "./apply-comment.ts";
import { allComments, upsertComment } from "./pages/comment.ts";
import type { ActionPlan } from "./commands.ts";
import { branchOf } from "../io/ci/github-event.ts";
import { commentLimits, reportFooter, reportHeading } from "./report-markdown.ts";
import { lastMergedPullRequests, reviewedPlan } from "./reviewed-plan.ts";
import type { RunResult } from "./run-result.ts";
import { applyComments } from "./search-plans.ts";
import { annotateRun, markerFor, type Session } from "./session.ts";

/**
 * Writes into the pull requests of earlier merges that this run applied them. Ends at the first one
 * that a run has applied: that run has written into the earlier ones.
 */
export async function reportSupersededMerges(session: Session, result: RunResult): Promise<void> {
  const { inputs } = session;
  const branch = branchOf(session.event);
  const marker = markerFor(session, "apply");
  if (result.type !== "applied" || outcomeOf(result) !== "applied" || !marker) return;
  if (branch === "") return;
  if (inputs.ref !== undefined || inputs.comment === "never") return;
  try {
    const api = await session.api();
    if (!api) return;
    const own = new Set((await session.pullRequests()).map(({ number }) => number));
    const merged = (await lastMergedPullRequests(api, branch)).map(({ number }) => number);
    for (const number of merged.filter((each) => !own.has(each))) {
      const state = await mergeState(session, { api, number, planned: result.planned });
      if (state === "applied") return;
      if (state === "superseded") await writeRecord(session, { api, number, marker });
    }
  } catch (error) {
    const own = await session.pullRequests();
    const isRecorded = own.some(({ number }) => number === session.recordedOn);
    const isRequired = session.recordedOn !== undefined && !isRecorded;
    if (!isFailure(error) || isRequired) throw error;
    annotateRun(session, "notice", error);
  }
}

interface Merge {
  readonly api: GitHubApi;
  /** The number of the pull request. */
  readonly number: number;
}

/**
 * What is known of a merge. Without a comment of apply, it is superseded if this run applied a change
 * of its reviewed plan.
 */
async function mergeState(
  session: Session,
  { api, number, planned }: Merge & { readonly planned: ActionPlan },
): Promise<"applied" | "superseded" | "unknown"> {
  const all = await allComments(api, number);
  const own = await applyComments(session, api, all);
  if (own.some(({ body }) => hasApplied(String(body)))) return "applied";
  if (own.length > 0) return "superseded";
  const permitted = new Set((await reviewedPlan(api, all, markerFor(session, "plan")!))?.permitted);
  return planned.atoms.some(({ key }) => permitted.has(key)) ? "superseded" : "unknown";
}

async function writeRecord(
  session: Session,
  { api, number, marker }: Merge & { readonly marker: Marker },
): Promise<void> {
  const report = (max: number): string =>
    markdownPage({
      ...commentLimits(max),
      heading: reportHeading("apply", session),
      lead: ["**Applied.** The run of a newer commit applied this merge."],
      foot: reportFooter(session),
      mask: session.mask,
    });
  await upsertComment(api, number, {
    isEarlier: (body) => hasMarker(body, marker),
    bodyAfter: (previous) => applyBody(session, { marker, previous, outcome: "carried" }, report),
    isUpdateOnly: false,
  });
}
