// Checks that a pushed commit is still the newest of its branch. Waiting jobs do not always start in
// the order of their pushes.
import { Failure } from "../engine/model/failure.ts";
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
    if (!(error instanceof Failure)) throw error;
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
