// Checks that a commit is still the newest of its branch. Waiting jobs do not always start in the
// order of their pushes, and anybody with write access can start an old run again.
import { shortHash } from "../engine/text/commit-hash.ts";
import { Failure, isFailure, messageWithHint } from "../engine/model/failure.ts";
import { objectOf } from "../engine/model/json.ts";
import type { GitHubApi } from "./api/api.ts";
import type { ApiPurpose } from "./api/api-errors.ts";
import type { ActionPlan } from "./commands.ts";
import { annotateRun, requireApi, type Session } from "./session.ts";
import { findRun, type RunState } from "./workflow-runs.ts";

/**
 * Whether the branch has a newer commit whose run applies it, so that this run must not apply.
 * Reports it. Throws a Failure if the newest commit is not known, or if it has other files of the
 * project and no known run.
 */
export async function isSuperseded(session: Session, planned: ActionPlan): Promise<boolean> {
  const { event } = session;
  if (event.type !== "commit" || !event.isPushed) return false;
  const { branch } = event;
  const newest = await newestCommit(session, branch);
  if (newest === event.sha) return false;
  const run = await findRun(session, { branch, commit: newest });
  if (run.type === "applies") {
    annotateRun(
      session,
      "notice",
      { message: `Not applied: ${branch} has a newer commit, and its run applies it.` },
      "**Nothing was applied:** the branch has a newer commit, and its run applies it.",
    );
    return true;
  }
  await checkSameFiles(planned, { branch, newest, run });
  const message = "The branch has a newer commit with the same files of the project.";
  annotateRun(session, "notice", { message }, message);
  return false;
}

/** The newest commit of a branch: from GitHub, or a newer one of the clone. */
async function newestCommit(session: Session, branch: string): Promise<string> {
  try {
    return await readNewestCommit(await requireApi(session), branch);
  } catch (error) {
    if (!isFailure(error)) throw error;
    const known = await newerCommitOfClone(session, branch);
    if (known !== undefined) return known;
    const message = `Not applied: cannot check whether ${branch} has a newer commit.`;
    throw new Failure("refused", "newest-commit-unknown", message, [
      messageWithHint(error),
      "When this is solved, run the job again.",
    ]);
  }
}

const readBranch: ApiPurpose = {
  what: "read the newest commit of the branch",
  needs: "contents: read",
  gives: "object",
};

async function readNewestCommit(api: GitHubApi, branch: string): Promise<string> {
  const name = branch.split("/").map(encodeURIComponent).join("/");
  const ref = await api.send("GET", `/repos/${api.repository}/git/ref/heads/${name}`, readBranch);
  return String(objectOf(ref["object"])["sha"]);
}

async function newerCommitOfClone(
  { commands }: Session,
  branch: string,
): Promise<string | undefined> {
  try {
    return await commands.clone.newerCommit(branch);
  } catch (error) {
    if (!isFailure(error)) throw error;
    return undefined;
  }
}

interface NewerCommit {
  readonly branch: string;
  readonly newest: string;
  readonly run: Exclude<RunState, { readonly type: "applies" }>;
}

/** Throws a Failure unless the newer commit has the same files of the project. */
async function checkSameFiles(
  planned: ActionPlan,
  { branch, newest, run }: NewerCommit,
): Promise<void> {
  const difference = await differenceIn(planned, newest);
  if (difference === undefined) return;
  const reason =
    run.type === "none"
      ? "no run of this workflow for its push applies it"
      : "it is not known whether a run of this workflow applies it";
  throw new Failure(
    "refused",
    "newer-commit",
    `Not applied: ${branch} has the newer commit ${shortHash(newest)}, and ${reason}.`,
    [
      difference,
      ...(run.type === "unknown" ? [run.reason] : []),
      `Run this workflow for the newest commit: re-run its run, start the workflow on ${branch}, or push a commit.`,
    ],
  );
}

/** How the files of a commit differ, or why that is not known; undefined if they are the same. */
async function differenceIn(planned: ActionPlan, commit: string): Promise<string | undefined> {
  try {
    if (await planned.hasSameFilesIn(commit)) return undefined;
    return "The newer commit changes files of the project.";
  } catch (error) {
    if (!isFailure(error)) throw error;
    return error.code === "unknown-ref"
      ? "The clone does not have it: use fetch-depth: 0 of actions/checkout, and run the job again."
      : messageWithHint(error);
  }
}
