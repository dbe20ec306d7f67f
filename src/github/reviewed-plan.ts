// The reviewed plan: finds the pull request of a commit and the digest in the comment with its plan.
// The digest is only compared. Nothing that is stored on GitHub is applied.
import { type JsonObject, objectOf } from "../engine/model/json.ts";
import type { GitHubApi } from "./api.ts";
import { listComments } from "./comment.ts";
import { hasMarker, type Marker, markerDigest } from "./marker.ts";
import { filterOwn } from "./ownership.ts";

const findPullRequests = {
  what: "find the pull request of this commit",
  needs: "pull-requests: read",
};

/**
 * The numbers of the merged pull requests that contain a commit of a branch. The pull request whose
 * merge created the commit comes first, then the newest.
 */
export async function mergedPullRequests(
  api: GitHubApi,
  { sha, branch }: { readonly sha: string; readonly branch: string },
): Promise<readonly number[]> {
  if (!/^\w+$/.test(sha)) return [];
  const path = `/repos/${api.repository}/commits/${sha}/pulls`;
  const pullRequests = await api.all(path, findPullRequests);
  const isMergeOf = (pull: JsonObject): number => (pull["merge_commit_sha"] === sha ? 1 : 0);
  return pullRequests
    .filter((pull) => typeof pull["merged_at"] === "string" && Number(pull["number"]) > 0)
    .filter((pull) => branch === "" || objectOf(pull["base"])["ref"] === branch)
    .sort((a, b) => isMergeOf(b) - isMergeOf(a) || Number(b["number"]) - Number(a["number"]))
    .map(({ number }) => Number(number));
}

/** The digest in the newest own plan comment of a pull request, or undefined. */
export async function reviewedDigest(
  api: GitHubApi,
  pullRequest: number,
  marker: Marker,
): Promise<string | undefined> {
  const path = `/repos/${api.repository}/issues/${pullRequest}/comments`;
  const comments = await api.all(path, listComments);
  const plans = comments.filter(({ body }) => hasMarker(body, { ...marker, run: undefined }));
  const newest = (await filterOwn(api, plans))
    .toSorted((a, b) => (planTime(a, marker) < planTime(b, marker) ? -1 : 1))
    .at(-1);
  return newest && markerDigest(String(newest["body"]));
}

/**
 * When a comment got its plan, as a text that sorts by time. A comment that runs update got it at its
 * last update. A comment of a single run got it at its creation, even if somebody edited it later.
 */
function planTime({ body, created_at, updated_at, id }: JsonObject, marker: Marker): string {
  const time = hasMarker(body, { ...marker, run: "" }) ? updated_at : created_at;
  return `${String(time ?? "")} ${String(id).padStart(20, "0")}`;
}
