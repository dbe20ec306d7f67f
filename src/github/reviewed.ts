// What was reviewed: the pull request that brought a commit, and the plan its own comment shows.
// Its digest is only compared; nothing of what GitHub holds is ever carried out.
import { type JsonObject, objectOf } from "../engine/json.ts";
import type { Api } from "./api.ts";
import { listing } from "./comment.ts";
import { digestIn, isAbout, type Mark } from "./marker.ts";
import { ownOf } from "./own.ts";

const finding = {
  what: "find the pull request of this commit",
  needs: "pull-requests: read",
};

/** The number of the merged pull request that brought a commit to a branch; undefined where none did. */
export async function mergedPull(
  api: Api,
  { sha, branch }: { readonly sha: string; readonly branch: string },
): Promise<number | undefined> {
  if (!/^\w+$/.test(sha)) return undefined;
  const pulls = await api.all(`/repos/${api.repository}/commits/${sha}/pulls`, finding);
  const merged = pulls
    .filter((each) => typeof each["merged_at"] === "string")
    .filter((each) => branch === "" || objectOf(each["base"])["ref"] === branch)
    .sort((a, b) => rank(b, sha) - rank(a, sha) || Number(b["number"]) - Number(a["number"]));
  const number = merged[0]?.["number"];
  return typeof number === "number" ? number : undefined;
}

/** A merge or a squash makes the very commit. */
function rank(pull: JsonObject, sha: string): number {
  return pull["merge_commit_sha"] === sha ? 1 : 0;
}

/** The digest of the plan that was shown last on a pull request; undefined where none was. */
export async function reviewedDigest(
  api: Api,
  number: number,
  mark: Mark,
): Promise<string | undefined> {
  const comments = await api.all(`/repos/${api.repository}/issues/${number}/comments`, listing);
  const own = await ownOf(
    api,
    comments.filter((each) => isAbout(each["body"], mark)),
  );
  const [last] = own.toSorted((a, b) => (writtenAt(a) < writtenAt(b) ? 1 : -1));
  return last && digestIn(String(last["body"]));
}

/** Times of GitHub are of one form, and sort as text. */
function writtenAt({ updated_at, id }: JsonObject): string {
  return `${String(updated_at ?? "")} ${String(id).padStart(20, "0")}`;
}
