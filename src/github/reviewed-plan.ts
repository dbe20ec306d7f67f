// Reviewed plans: finds the pull requests of a commit and the digests in the comments with their plans.
// The digests are only compared. Nothing that is stored on GitHub is applied.
import { type JsonObject, objectOf } from "../engine/model/json.ts";
import type { GitHubApi } from "./api/api.ts";
import { splitSections } from "./pages/comment-sections.ts";
import { hasMarker, type Marker, markerDigest, markerPermitted } from "../views/text/marker.ts";
import { filterOwn } from "./api/own-texts.ts";

const findPullRequests = {
  what: "find the pull request of this commit",
  needs: "pull-requests: read",
};

export interface PullRequest {
  readonly number: number;
  /** ISO 8601; empty if it is not merged. */
  readonly mergedAt: string;
}

/**
 * The merged pull requests that contain a commit of a branch. The pull request whose merge created
 * the commit comes first, then the newest.
 */
export async function mergedPullRequests(
  api: GitHubApi,
  { sha, branch }: { readonly sha: string; readonly branch: string },
): Promise<readonly PullRequest[]> {
  if (!/^\w+$/.test(sha)) return [];
  const path = `/repos/${api.repository}/commits/${sha}/pulls`;
  const pullRequests = await api.all(path, findPullRequests);
  const isMergeOf = (pull: JsonObject): number => (pull["merge_commit_sha"] === sha ? 1 : 0);
  return pullRequests
    .filter((pull) => isMergedInto(pull, branch))
    .sort((a, b) => isMergeOf(b) - isMergeOf(a) || Number(b["number"]) - Number(a["number"]))
    .map(pullRequestFrom);
}

/** How many of the last merged pull requests are searched. */
const maxPullRequests = 20;

/** The pull requests that were last merged into a branch. The newest is first. */
export async function lastMergedPullRequests(
  api: GitHubApi,
  branch: string,
): Promise<readonly PullRequest[]> {
  const query = `state=closed&base=${encodeURIComponent(branch)}&sort=updated&direction=desc`;
  const path = `/repos/${api.repository}/pulls?${query}`;
  const pullRequests = await api.all(path, findPullRequests, 1);
  return pullRequests
    .filter((pull) => isMergedInto(pull, branch))
    .map(pullRequestFrom)
    .sort(newestFirst)
    .slice(0, maxPullRequests);
}

/** Sorts pull requests by their merges, the newest first. */
export function newestFirst(a: PullRequest, b: PullRequest): number {
  if (a.mergedAt === b.mergedAt) return b.number - a.number;
  return a.mergedAt > b.mergedAt ? -1 : 1;
}

function pullRequestFrom({ number, merged_at }: JsonObject): PullRequest {
  return { number: Number(number), mergedAt: String(merged_at) };
}

/** Whether a pull request was merged into a branch; an empty name matches all branches. */
function isMergedInto({ merged_at, number, base }: JsonObject, branch: string): boolean {
  const isMerged = typeof merged_at === "string" && Number(number) > 0;
  return isMerged && (branch === "" || objectOf(base)["ref"] === branch);
}

/** The plan that was reviewed on a pull request. */
export interface ReviewedPlan {
  readonly digest: string;
  /** The digests of what the review permits to change. */
  readonly permitted: readonly string[];
}

/** The plan in the newest own plan comment among those of a pull request, or undefined. */
export async function reviewedPlan(
  api: GitHubApi,
  comments: readonly JsonObject[],
  marker: Marker,
): Promise<ReviewedPlan | undefined> {
  const plans = comments.flatMap((comment) => {
    // The comment can begin with the section of another environment.
    const sections = splitSections(String(comment["body"] ?? ""));
    const body = sections.find((each) => hasMarker(each, { ...marker, run: undefined }));
    return body === undefined ? [] : [{ ...comment, body }];
  });
  const newest = (await filterOwn(api, plans))
    .toSorted((a, b) => (planTime(a, marker) < planTime(b, marker) ? -1 : 1))
    .at(-1);
  const body = String(newest?.["body"] ?? "");
  const digest = markerDigest(body);
  return digest === undefined ? undefined : { digest, permitted: markerPermitted(body) };
}

/**
 * When a comment got its plan, as a text that sorts by time. A comment that runs update got it at its
 * last update. A comment of a single run got it at its creation, even if somebody edited it later.
 */
function planTime({ body, created_at, updated_at, id }: JsonObject, marker: Marker): string {
  const time = hasMarker(body, { ...marker, run: "" }) ? updated_at : created_at;
  return `${String(time ?? "")} ${String(id).padStart(20, "0")}`;
}
