// Events as GitHub writes them, with the fields that the Action reads.
import type { GitHubEvent } from "./run-step.ts";

export const headSha = "a1".repeat(20);
export const mergeSha = "b2".repeat(20);
export const baseSha = "d4".repeat(20);

const repo = (full_name: string): object => ({ full_name });
const repository = { ...repo("acme/shop"), default_branch: "main" };

interface Pull {
  readonly number?: number;
  /** The repository of the head; null if it was deleted. */
  readonly head?: string | null;
  readonly author?: string;
  readonly actor?: string;
  readonly name?: string;
  readonly state?: "open" | "closed" | "merged";
  /** The branch that the pull request is for. */
  readonly base?: string;
}

export function pullRequest(pull: Pull = {}): GitHubEvent {
  const {
    number = 7,
    head = "acme/shop",
    author = "octocat",
    actor = author,
    name = "pull_request",
    state = "open",
    base = "main",
  } = pull;
  return {
    name,
    sha: "c3".repeat(20),
    ref: `refs/pull/${number}/merge`,
    actor,
    payload: {
      action: state === "open" ? "synchronize" : "closed",
      number,
      repository,
      pull_request: {
        number,
        user: { login: author },
        head: { sha: headSha, repo: head === null ? null : repo(head) },
        base: { ref: base, sha: baseSha, repo: repository },
        state: state === "open" ? "open" : "closed",
        merged: state === "merged",
      },
    },
  };
}

/** A merged pull request. */
export const closedByMerge: GitHubEvent = pullRequest({ state: "merged" });

/** The push of a merge commit to main. */
export const push: GitHubEvent = {
  name: "push",
  sha: mergeSha,
  ref: "refs/heads/main",
  payload: { ref: "refs/heads/main", after: mergeSha, repository },
};

export const schedule: GitHubEvent = {
  name: "schedule",
  sha: mergeSha,
  ref: "refs/heads/main",
  payload: { schedule: "17 5 * * *", repository },
};

export const dispatch: GitHubEvent = {
  ...schedule,
  name: "workflow_dispatch",
  payload: { inputs: {}, repository },
};

export function workflowRun(head: string | null): GitHubEvent {
  const head_repository = head === null ? null : repo(head);
  return {
    ...schedule,
    name: "workflow_run",
    payload: { workflow_run: { event: "pull_request", head_repository }, repository },
  };
}

/** An entry of the merge queue of main: the merge commit of a pull request on the entry before. */
export function queueEntry(sha: string, base: string, number = 7): GitHubEvent {
  const ref = `refs/heads/gh-readonly-queue/main/pr-${number}-${base}`;
  const merge_group = { head_sha: sha, head_ref: ref, base_sha: base, base_ref: "refs/heads/main" };
  const payload = { action: "checks_requested", merge_group, repository };
  return { name: "merge_group", sha, ref, payload };
}

/** The pull request whose squash merge created the commit. */
export const merged = {
  number: 7,
  merged_at: "2026-01-01T00:00:00Z",
  merge_commit_sha: mergeSha,
  base: { ref: "main" },
};
