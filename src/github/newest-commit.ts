// Checks that a commit is still the newest of its branch. Waiting jobs do not always start in the
// order of their pushes, and anybody with write access can start an old run again. Asks GitHub whether
// the run for a newer commit applies it.
import { shortHash } from "../engine/text/commit-hash.ts";
import { failed, messageWithHint, onFailure, refused } from "../engine/model/failure.ts";
import { objectOf, type JsonObject, objectsIn } from "../engine/model/json.ts";
import type { ApiPurpose } from "./api/api-errors.ts";
import type { ActionPlan } from "./commands.ts";
import { annotateRun, requireApi, type Session } from "./session.ts";
import type { EnvironmentVariables } from "../engine/model/ports.ts";

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
  const isGone = await isPushedAway(session, newest);
  const run = await findRun(session, { branch, commit: newest }).catch(
    onFailure((failure): RunState => ({ type: "unknown", reason: messageWithHint(failure) })),
  );
  if (run.type === "applies") {
    const state = (name: string): string =>
      isGone
        ? `this commit is no longer on ${name}, and the run of the newest one applies it`
        : `${name} has a newer commit, and its run applies it`;
    annotateRun(
      session,
      "notice",
      { message: `Not applied: ${state(branch)}.` },
      `**Nothing was applied:** ${state("the branch")}.`,
    );
    return true;
  }
  await checkSameFiles(planned, { branch, sha: event.sha, newest, isGone, run });
  const message = isGone
    ? "This commit is no longer on the branch. The newest one has the same files of the project."
    : "The branch has a newer commit with the same files of the project.";
  annotateRun(session, "notice", { message }, message);
  return false;
}

/** Whether a forced push has removed the commit of this run from the branch, as far as the clone knows. */
async function isPushedAway({ commands }: Session, newest: string): Promise<boolean> {
  return (await commands.clone.hasHead(newest).catch(onFailure(() => undefined))) === false;
}

/** The newest commit of a branch: from GitHub, or a newer one of the clone. */
async function newestCommit(session: Session, branch: string): Promise<string> {
  return readNewestCommit(session, branch).catch(
    onFailure(async (failure) => {
      const { clone } = session.commands;
      const known = await clone.newerCommit(branch).catch(onFailure(() => undefined));
      if (known !== undefined) return known;
      const message = `Not applied: cannot check whether ${branch} has a newer commit.`;
      throw refused("newest-commit-unknown", message, [
        messageWithHint(failure),
        "When this is solved, run the job again.",
      ]);
    }),
  );
}

const readBranch: ApiPurpose = {
  what: "read the newest commit of the branch",
  needs: "contents: read",
  gives: "object",
};

async function readNewestCommit(session: Session, branch: string): Promise<string> {
  const api = await requireApi(session);
  const name = branch.split("/").map(encodeURIComponent).join("/");
  const ref = await api.send("GET", `/repos/${api.repository}/git/ref/heads/${name}`, readBranch);
  return String(objectOf(ref["object"])["sha"]);
}

interface NewerCommit {
  readonly branch: string;
  /** The commit of this run, and whether it is no longer on the branch. */
  readonly sha: string;
  readonly isGone: boolean;
  readonly newest: string;
  readonly run: Exclude<RunState, { readonly type: "applies" }>;
}

/** Throws a Failure unless the newer commit has the same files of the project. */
async function checkSameFiles(
  planned: ActionPlan,
  { branch, sha, newest, isGone, run }: NewerCommit,
): Promise<void> {
  const difference = await planned.hasSameFilesIn(newest).then(
    (isSame) =>
      isSame
        ? undefined
        : `The ${isGone ? "newest" : "newer"} commit changes files of the project.`,
    onFailure((failure) =>
      failure.code === "unknown-ref"
        ? "The clone does not have it: use fetch-depth: 0 of actions/checkout, and run the job again."
        : messageWithHint(failure),
    ),
  );
  if (difference === undefined) return;
  const reason =
    run.type === "none"
      ? "no run of this workflow for its push applies it"
      : "it is not known whether a run of this workflow applies it";
  throw refused(
    "newer-commit",
    isGone
      ? `Not applied: the commit ${shortHash(sha)} is no longer on ${branch}. The newest one is ${shortHash(newest)}, and ${reason}.`
      : `Not applied: ${branch} has the newer commit ${shortHash(newest)}, and ${reason}.`,
    [
      difference,
      ...(run.type === "unknown" ? [run.reason] : []),
      `Run this workflow for the newest commit: re-run its run, start the workflow on ${branch}, or push a commit.`,
    ],
  );
}

/** `applies`: a run applies the commit, or has applied it. `unknown`: GitHub does not say it. */
type RunState =
  | { readonly type: "applies" | "none" }
  | { readonly type: "unknown"; readonly reason: string };

const findRuns: ApiPurpose = {
  what: "find the run of the newest commit",
  needs: "actions: read",
  gives: "workflow_runs",
  isOptional: true,
};

/** Looks for the run of this workflow for the push of a commit to a branch. */
async function findRun(
  session: Session,
  { branch, commit }: { readonly branch: string; readonly commit: string },
): Promise<RunState> {
  const api = await requireApi(session);
  const workflow = `/repos/${api.repository}/actions/workflows/${workflowFile(session.runner.env)}`;
  const query = `branch=${encodeURIComponent(branch)}&head_sha=${commit}&per_page=100`;
  const { workflow_runs: runs } = await api.send("GET", `${workflow}/runs?${query}`, findRuns);
  return { type: objectsIn(runs).some((run) => isApplying(run, commit)) ? "applies" : "none" };
}

/** The name of the file: `octo/shop/.github/workflows/apply.yml@refs/heads/main` → `apply.yml`. */
function workflowFile({ GITHUB_WORKFLOW_REF: ref = "" }: EnvironmentVariables): string {
  const name = /\.github\/workflows\/([^/@]+)@/.exec(ref)?.[1];
  if (name !== undefined) return encodeURIComponent(name);
  throw failed("no-workflow", "GITHUB_WORKFLOW_REF does not name a workflow.");
}

/**
 * A run that was cancelled or failed applies nothing more. A run that was started by hand can apply an
 * earlier commit, which GitHub does not list. Runs of pull requests never apply.
 */
function isApplying(
  { head_sha: sha, event, status, conclusion }: JsonObject,
  commit: string,
): boolean {
  return sha === commit && event === "push" && (status !== "completed" || conclusion === "success");
}
