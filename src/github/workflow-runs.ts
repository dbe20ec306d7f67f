// Asks GitHub whether the run of this workflow for the push of another commit applies it.
import { Failure, isFailure, messageWithHint } from "../engine/model/failure.ts";
import type { JsonObject } from "../engine/model/json.ts";
import type { EnvironmentVariables } from "../engine/model/ports.ts";
import type { ApiPurpose } from "./api/api-errors.ts";
import { requireApi, type Session } from "./session.ts";

/** `applies`: a run applies the commit, or has applied it. `unknown`: GitHub does not say it. */
export type RunState =
  | { readonly type: "applies" | "none" }
  | { readonly type: "unknown"; readonly reason: string };

const findRuns: ApiPurpose = {
  what: "find the run of the newest commit",
  needs: "actions: read",
  gives: "workflow_runs",
  isOptional: true,
};

/** Looks for the run of this workflow for the push of a commit to a branch. */
export async function findRun(
  session: Session,
  { branch, commit }: { readonly branch: string; readonly commit: string },
): Promise<RunState> {
  try {
    const api = await requireApi(session);
    const workflow = `/repos/${api.repository}/actions/workflows/${workflowFile(session.runner.env)}`;
    const query = `branch=${encodeURIComponent(branch)}&head_sha=${commit}&per_page=100`;
    const { workflow_runs: runs } = await api.send("GET", `${workflow}/runs?${query}`, findRuns);
    const found = Array.isArray(runs) ? (runs as readonly JsonObject[]) : [];
    return { type: found.some((run) => isApplying(run, commit)) ? "applies" : "none" };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { type: "unknown", reason: messageWithHint(error) };
  }
}

/** The name of the file: `octo/shop/.github/workflows/apply.yml@refs/heads/main` → `apply.yml`. */
function workflowFile({ GITHUB_WORKFLOW_REF: ref = "" }: EnvironmentVariables): string {
  const name = /\.github\/workflows\/([^/@]+)@/.exec(ref)?.[1];
  if (name !== undefined) return encodeURIComponent(name);
  throw new Failure("failed", "no-workflow", "GITHUB_WORKFLOW_REF does not name a workflow.");
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
