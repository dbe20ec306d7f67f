// Whether a pushed commit is still the newest of its branch: jobs that wait for one another need not
// run in the order of their pushes.
import { Failure, isFailure } from "../engine/model/failure.ts";
import { objectOf } from "../engine/model/json.ts";
import type { GitHubApi } from "./api.ts";
import type { ApiPurpose } from "./api-errors.ts";
import { annotateRun, type Session } from "./session.ts";

const asking: ApiPurpose = {
  what: "say which commit is the newest of this branch",
  needs: "contents: read",
  gives: "object",
};

/** Says so where it is not, so that nothing is applied; what cannot be asked does not stop an apply. */
export async function isSuperseded(session: Session): Promise<boolean> {
  const { event } = session;
  if (event.type !== "commit" || !event.isPushed) return false;
  try {
    const api = await session.api();
    if (!api) throw new Failure("usage", "no-token", "The input github-token is empty.");
    if ((await newestOf(api, event.branch)) === event.sha) return false;
    annotateRun(
      session,
      "notice",
      { message: `A newer commit is on ${event.branch}: its run applies.` },
      "**Nothing was applied:** a newer commit is on the branch, and its run applies.",
    );
    return true;
  } catch (error) {
    if (!isFailure(error)) throw error;
    const message = "Nobody could say whether a newer commit is there, so this one is applied.";
    annotateRun(session, "warning", { message, hint: error.message });
    return false;
  }
}

async function newestOf(api: GitHubApi, branch: string): Promise<unknown> {
  const name = branch.split("/").map(encodeURIComponent).join("/");
  const ref = await api.send("GET", `/repos/${api.repository}/git/ref/heads/${name}`, asking);
  return objectOf(ref["object"])["sha"];
}
