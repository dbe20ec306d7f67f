// The pull request that takes changes of the service over: opened when there are any, updated while
// there are, closed with its branch when there are none.
import { isFailure } from "../../engine/model/failure.ts";
import type { JsonObject } from "../../engine/model/json.ts";
import {
  type CommitStore,
  isOwnCommit,
  type NewBranch,
  putBranch,
} from "../../io/git/put-branch.ts";
import { hasMarker, type Marker } from "../../views/text/marker.ts";
import { type GitHubApi, htmlUrl } from "../api/api.ts";
import { isNotPermitted } from "../api/api-errors.ts";
import { apiCommits } from "../api/commit-store.ts";
import { filterOwn } from "../api/own-texts.ts";

const needs = "pull-requests: write";
const listPulls = { what: "list the pull requests", needs };
const openPull = { what: "open the pull request about drift", needs };
const updatePull = { what: "update the pull request about drift", needs };
const closePull = { what: "close the pull request about drift", needs };

export interface DriftPullRequest {
  readonly branch: NewBranch;
  /** The branch that it is for. */
  readonly base: string;
  readonly title: string;
  readonly body: string;
}

/**
 * Makes or updates the branch, and opens or updates its pull request. Returns the URL. Throws a Failure if
 * the branch is not ours any more. A branch that gets no pull request is deleted.
 */
export async function putDriftPullRequest(
  api: GitHubApi,
  marker: Marker,
  { branch, base, title, body }: DriftPullRequest,
): Promise<string> {
  const commits = apiCommits(api);
  const [open] = await openPulls(api, marker, branch.name);
  const put = await putBranch(commits, branch);
  if (open) {
    const isSame = open["title"] === title && open["body"] === body;
    return htmlUrl(isSame ? open : await updated(api, open, updatePull, { title, body }));
  }
  try {
    const content = { title, body, head: branch.name, base };
    return htmlUrl(await api.send("POST", `/repos/${api.repository}/pulls`, openPull, content));
  } catch (problem) {
    if (isFailure(problem) && isNotPermitted(problem) && put.state === "created")
      await commits.setBranch(branch.name, undefined, put.commit);
    throw problem;
  }
}

/**
 * Closes the pull request with a comment, and deletes the branch, also that of a merged pull request, if
 * nobody else pushed to it.
 */
export async function closeDriftPullRequest(
  api: GitHubApi,
  marker: Marker,
  { name, comment }: { readonly name: string; readonly comment: string },
): Promise<void> {
  for (const pull of await openPulls(api, marker, name)) {
    const comments = `/repos/${api.repository}/issues/${Number(pull["number"])}/comments`;
    await updated(api, pull, closePull, { state: "closed" });
    await api.send("POST", comments, closePull, { body: comment });
  }
  await deleteOwnBranch(apiCommits(api), name);
}

async function deleteOwnBranch(commits: CommitStore, name: string): Promise<void> {
  const commit = await commits.branch(name);
  if (commit !== undefined && isOwnCommit(await commits.read(commit), name))
    await commits.setBranch(name, undefined, commit);
}

/** The open pull requests of a branch that this token's account opened. */
async function openPulls(api: GitHubApi, marker: Marker, name: string): Promise<JsonObject[]> {
  const [owner = ""] = api.repository.split("/");
  const head = encodeURIComponent(`${owner}:${name}`);
  const path = `/repos/${api.repository}/pulls?state=open&head=${head}`;
  const pulls = await api.all(path, listPulls);
  return filterOwn(
    api,
    pulls.filter(({ body }) => hasMarker(body, marker)),
  );
}

function updated(
  api: GitHubApi,
  { number }: JsonObject,
  purpose: typeof updatePull,
  change: JsonObject,
): Promise<JsonObject> {
  return api.send("PATCH", `/repos/${api.repository}/pulls/${Number(number)}`, purpose, change);
}
