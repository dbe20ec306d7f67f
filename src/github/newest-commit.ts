// Checks that a commit is still the newest of its branch or pull request. Waiting jobs do not
// always start in the order of their pushes, and anybody with write access can start an old run
// again.
import { Failure, isFailure } from "../engine/model/failure.ts";
import { objectOf } from "../engine/model/json.ts";
import type { GitHubApi } from "./api.ts";
import type { ApiPurpose } from "./api-errors.ts";
import { annotateRun, type Session } from "./session.ts";

const readBranch: ApiPurpose = {
  what: "read the newest commit of the branch",
  needs: "contents: read",
  gives: "object",
};

/**
 * Whether the branch has a newer commit, so that this run must not apply. Reports it. Returns false
 * with a warning if GitHub does not return the newest commit.
 */
export async function isSuperseded(session: Session): Promise<boolean> {
  const { event } = session;
  if (event.type !== "commit" || !event.isPushed) return false;
  try {
    const api = await session.api();
    if (!api) throw new Failure("usage", "no-token", "The input github-token is empty.");
    if ((await newestCommit(api, event.branch)) === event.sha) return false;
    annotateRun(
      session,
      "notice",
      { message: `Not applied: ${event.branch} has a newer commit, and its run applies it.` },
      "**Nothing was applied:** the branch has a newer commit, and its run applies it.",
    );
    return true;
  } catch (error) {
    if (!isFailure(error)) throw error;
    const message = "Cannot check whether the branch has a newer commit. Applying this commit.";
    annotateRun(session, "warning", { message, hint: error.message });
    return false;
  }
}

async function newestCommit(api: GitHubApi, branch: string): Promise<unknown> {
  const name = branch.split("/").map(encodeURIComponent).join("/");
  const ref = await api.send("GET", `/repos/${api.repository}/git/ref/heads/${name}`, readBranch);
  return objectOf(ref["object"])["sha"];
}

const readPullRequest: ApiPurpose = {
  what: "read the pull request",
  needs: "pull-requests: read",
  gives: "head",
  isOptional: true,
};

/**
 * Whether the pull request has a newer commit or is closed, so that this run must not change what
 * reviewers read. Reports it. Returns false if GitHub does not return the pull request.
 */
export async function isOutdated(session: Session, api: GitHubApi): Promise<boolean> {
  const { event } = session;
  if (event.type !== "pull-request") return false;
  const path = `/repos/${api.repository}/pulls/${event.number}`;
  try {
    const { head, state } = await api.send("GET", path, readPullRequest);
    const isNewest = objectOf(head)["sha"] === event.sha;
    if (isNewest && state === "open") return false;
    const reason = isNewest ? "is closed" : "has a newer commit";
    const message = `The comment was not changed: the pull request ${reason}.`;
    annotateRun(session, "notice", { message });
    return true;
  } catch (error) {
    if (!isFailure(error)) throw error;
    return false;
  }
}
