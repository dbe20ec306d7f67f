// Looks for reviewed plans on the pull requests of a commit and on those that were merged last: one run may
// apply several merges, and a run after a failed apply has only a part of the reviewed changes.
import type { JsonObject } from "../engine/model/json.ts";
import { unitedKeys, unreviewedAtoms } from "../engine/review/permission.ts";
import { hasMarker, type Marker } from "../views/text/marker.ts";
import type { GitHubApi } from "./api/api.ts";
import { filterOwn } from "./api/own-texts.ts";
import { attemptOf, hasApplied } from "./apply-comment.ts";
import type { ActionPlan } from "./commands.ts";
import { branchOf } from "../io/ci/github-event.ts";
import { allComments } from "./pages/comment.ts";
import {
  lastMergedPullRequests,
  newestFirst,
  type ReviewedPlan,
  reviewedPlan,
} from "./reviewed-plan.ts";
import { markerFor, type Session } from "./session.ts";

/** A reviewed plan, and the pull request that it is on. */
export interface SearchedPlan extends ReviewedPlan {
  readonly number: number;
  /** Whether the pull request contains the commit of the run. */
  readonly isOwn: boolean;
}

interface Search {
  readonly api: GitHubApi;
  readonly marker: Marker;
  readonly planned: ActionPlan;
}

/**
 * The reviewed plans, the newest first, until they permit all atoms of a plan. `usedUp`: those of the
 * newest merge that another run has applied and of all before it, which permit nothing.
 */
export async function searchPlans(
  session: Session,
  { api, marker, planned }: Search,
): Promise<{ readonly valid: readonly SearchedPlan[]; readonly usedUp: readonly SearchedPlan[] }> {
  const own = new Set((await session.pullRequests()).map(({ number }) => number));
  const found: SearchedPlan[] = [];
  let firstUsed: number | undefined;
  for (const number of await pullRequestsToSearch(session, api)) {
    const comments = await allComments(api, number);
    if (firstUsed === undefined && (await isApplied(session, api, comments)))
      firstUsed = found.length;
    const reviewed = await reviewedPlan(api, comments, marker);
    if (!reviewed) continue;
    const plan = { ...reviewed, number, isOwn: own.has(number) };
    found.push(plan);
    const keys = unitedKeys(found.map(({ permitted }) => permitted));
    const isWhole = plan.isOwn && plan.digest === planned.digest;
    if (isWhole || unreviewedAtoms(keys, planned.atoms).length === 0) break;
  }
  return { valid: found.slice(0, firstUsed), usedUp: found.slice(firstUsed ?? found.length) };
}

/** The numbers of the pull requests of the commit and of the last merged ones, the newest first. */
async function pullRequestsToSearch(session: Session, api: GitHubApi): Promise<number[]> {
  const own = await session.pullRequests();
  const branch = branchOf(session.event);
  const merged = branch === "" ? [] : await lastMergedPullRequests(api, branch);
  const isListed = (number: number): boolean => merged.some((each) => each.number === number);
  const all = [...own.filter(({ number }) => !isListed(number)), ...merged];
  return all.sort(newestFirst).map(({ number }) => number);
}

/** Whether the comments of a pull request have the record of another run that applied it. */
async function isApplied(
  session: Session,
  api: GitHubApi,
  comments: readonly JsonObject[],
): Promise<boolean> {
  const records = await applyComments(session, api, comments);
  const attempt = attemptOf(session.runner.env);
  return records.some(({ body }) => hasApplied(String(body), attempt));
}

/** The own comments of apply among those of a pull request, of all runs. */
export async function applyComments(
  session: Session,
  api: GitHubApi,
  comments: readonly JsonObject[],
): Promise<JsonObject[]> {
  const marker: Marker = { ...markerFor(session, "apply")!, run: undefined };
  return filterOwn(
    api,
    comments.filter(({ body }) => hasMarker(body, marker)),
  );
}
