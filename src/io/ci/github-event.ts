// The event that started the run, and whether its commit can be trusted with the API key.
import { isObject, type Json, type JsonObject, objectOf } from "../../engine/model/json.ts";
import type { EnvironmentVariables } from "../../engine/model/ports.ts";

export type RunEvent =
  /** A pull request from the repository itself. The run has the secrets and can comment. */
  | {
      readonly type: "pull-request";
      readonly number: number;
      readonly sha: string;
      readonly state: "open" | "closed" | "merged";
      /** The commit that merged it; empty if there is none. */
      readonly mergeSha: string;
      /** ISO 8601; empty if it is not merged. */
      readonly mergedAt: string;
      /** The branch that the pull request is for. */
      readonly base: string;
      readonly defaultBranch: string;
    }
  /** A pull request without secrets and permissions: validated only. `author`: a fork or a bot. */
  | { readonly type: "outside"; readonly author: string }
  /** A commit from outside the repository in a run that has the secrets. */
  | { readonly type: "unsafe"; readonly reason: string }
  /** A push, a schedule, a dispatch, an entry of a merge queue. */
  | {
      readonly type: "commit";
      readonly sha: string;
      /** Empty if the run is for a tag. */
      readonly branch: string;
      /** Empty if the event does not contain it. */
      readonly defaultBranch: string;
      /** Whether the commit was pushed to a branch. */
      readonly isPushed: boolean;
      /** Whether the commit is an entry of a merge queue, which is not merged yet. */
      readonly isQueued: boolean;
      /** The commit before the entry of a merge queue; empty if the event does not contain it. */
      readonly queuedOn: string;
    };

/** Reads the runner's variables and the event payload. An unreadable event is not trusted. */
export function parseEvent(env: EnvironmentVariables, payload: Json | undefined): RunEvent {
  const event = objectOf(payload);
  const name = env["GITHUB_EVENT_NAME"] ?? "";
  if (name.startsWith("pull_request")) return pullRequestEvent(env, name, event);
  if (!isObject(payload)) return unsafe("the event file (GITHUB_EVENT_PATH) cannot be read");
  if (
    name === "workflow_run" &&
    !isOwnRepository(env, objectOf(event["workflow_run"])["head_repository"])
  )
    return unsafe("the run that triggered this one (workflow_run) is from a fork");
  if (name === "issue_comment" && !isAboutIssue(event))
    return unsafe("the event issue_comment does not identify a trusted commit");
  const { GITHUB_SHA: sha = "", GITHUB_REF: ref = "" } = env;
  const branch = /^refs\/heads\/(.*)$/s.exec(ref)?.[1] ?? "";
  const isPushed = name === "push" && branch !== "";
  const isQueued = name === "merge_group";
  const queuedOn = textOf(objectOf(event["merge_group"])["base_sha"]);
  const defaultBranch = defaultBranchOf(event);
  return { type: "commit", sha, branch, defaultBranch, isPushed, isQueued, queuedOn };
}

/** Whether the repository is private. One that the event does not describe counts as public. */
export function isPrivateRepository(payload: Json | undefined): boolean {
  return objectOf(objectOf(payload)["repository"])["private"] === true;
}

/** Whether the commit is proposed: of a pull request, or an entry of a merge queue. */
export function isProposed(event: RunEvent): boolean {
  return event.type === "pull-request" || (event.type === "commit" && event.isQueued);
}

/** The branch that the commit was pushed to, or that a pull request was merged into; otherwise empty. */
export function branchOf(event: RunEvent): string {
  if (event.type === "commit") return event.branch;
  return event.type === "pull-request" && event.state === "merged" ? event.base : "";
}

function defaultBranchOf({ repository }: JsonObject): string {
  return textOf(objectOf(repository)["default_branch"]);
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function unsafe(reason: string): RunEvent {
  return { type: "unsafe", reason };
}

/** Whether the issue of a comment is not a pull request. */
function isAboutIssue({ issue }: JsonObject): boolean {
  return isObject(issue) && issue["pull_request"] === undefined;
}

function pullRequestEvent(env: EnvironmentVariables, name: string, event: JsonObject): RunEvent {
  const pull = objectOf(event["pull_request"]);
  const { number, head, state, merged, base } = pull;
  const { sha, repo } = objectOf(head);
  const isFork = !isOwnRepository(env, repo); // a deleted fork has no repository
  if (name === "pull_request_target" && isFork)
    return unsafe("the pull request (pull_request_target) is from a fork");
  if (typeof number !== "number" || typeof sha !== "string")
    return { type: "outside", author: "an unknown repository" };
  if (isFork) return { type: "outside", author: "a fork" };
  if (isDependabotRun(env)) return { type: "outside", author: "Dependabot" };
  return {
    type: "pull-request",
    number,
    sha,
    state: merged === true ? "merged" : state === "closed" ? "closed" : "open",
    mergeSha: merged === true ? textOf(pull["merge_commit_sha"]) : "",
    mergedAt: merged === true ? textOf(pull["merged_at"]) : "",
    base: textOf(objectOf(base)["ref"]),
    defaultBranch: defaultBranchOf(event),
  };
}

/**
 * Whether Dependabot started the run, which then has no secrets of Actions, also if a person starts it
 * again. The author of the pull request does not matter: the push of a person has secrets.
 */
export function isDependabotRun(env: EnvironmentVariables): boolean {
  return env["GITHUB_ACTOR"] === "dependabot[bot]";
}

/** Whether a repository is that of the run. GitHub ignores case in names of repositories. */
function isOwnRepository(env: EnvironmentVariables, repository: Json | undefined): boolean {
  const { full_name: name } = objectOf(repository);
  const ownName = env["GITHUB_REPOSITORY"] ?? "";
  return typeof name === "string" && name !== "" && name.toLowerCase() === ownName.toLowerCase();
}
