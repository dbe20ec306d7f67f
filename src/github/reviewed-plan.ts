// What was reviewed: the pull request that brought a commit, and the plan its own comment shows.
// Its digest is only compared; nothing of what GitHub holds is ever carried out.
import { type JsonObject, objectOf } from "../engine/model/json.ts";
import type { GitHubApi } from "./api.ts";
import { listing } from "./comment.ts";
import { markerDigest, hasMarkerOfAnyRun, hasMarker, type Marker } from "./marker.ts";
import { filterOwn } from "./ownership.ts";

const finding = {
  what: "find the pull request of this commit",
  needs: "pull-requests: read",
};

/** The numbers of the merged pull requests that brought a commit to a branch; first the one it was made for. */
export async function mergedPullRequests(
  api: GitHubApi,
  { sha, branch }: { readonly sha: string; readonly branch: string },
): Promise<readonly number[]> {
  if (!/^\w+$/.test(sha)) return [];
  const pulls = await api.all(`/repos/${api.repository}/commits/${sha}/pulls`, finding);
  return pulls
    .filter((each) => typeof each["merged_at"] === "string" && Number(each["number"]) > 0)
    .filter((each) => branch === "" || objectOf(each["base"])["ref"] === branch)
    .sort((a, b) => rank(b, sha) - rank(a, sha) || Number(b["number"]) - Number(a["number"]))
    .map(({ number }) => Number(number));
}

/** A merge or a squash makes the very commit. */
function rank(pull: JsonObject, sha: string): number {
  return pull["merge_commit_sha"] === sha ? 1 : 0;
}

/** The digest of the plan that was shown last on a pull request; undefined where none was. */
export async function reviewedDigest(
  api: GitHubApi,
  number: number,
  mark: Marker,
): Promise<string | undefined> {
  const comments = await api.all(`/repos/${api.repository}/issues/${number}/comments`, listing);
  const own = await filterOwn(
    api,
    comments.filter((each) => hasMarkerOfAnyRun(each["body"], mark)),
  );
  const times = new Map(own.map((each) => [each, writtenAt(each, mark)]));
  const [last] = own.toSorted((a, b) => (times.get(a)! < times.get(b)! ? 1 : -1));
  return last && markerDigest(String(last["body"]));
}

/**
 * One that is kept up to date shows what it was given last; one of a single run what it was made
 * with, whoever touched it since. Times of GitHub are of one form, and sort as text.
 */
function writtenAt({ body, created_at, updated_at, id }: JsonObject, mark: Marker): string {
  const time = hasMarker(body, { ...mark, run: "" }) ? updated_at : created_at;
  return `${String(time ?? "")} ${String(id).padStart(20, "0")}`;
}
