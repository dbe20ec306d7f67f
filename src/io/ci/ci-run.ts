// The run of a CI system that this process is a part of: whose change it is for, and at which commit.
import type { EnvironmentVariables } from "../../engine/model/ports.ts";
import { readJson } from "../files/json-file.ts";
import { parseEvent } from "./github-event.ts";

export interface CiRun {
  /** Why its change is not trusted, a clause; undefined if it is one of the repository itself. */
  readonly distrust: string | undefined;
  /** The commits that a checkout for it can have. */
  readonly commits: readonly string[];
}

/** Reads the variables of GitHub Actions and GitLab CI; undefined in other systems, and without one. */
export function readCiRun(env: EnvironmentVariables): CiRun | undefined {
  if (isSet(env["GITHUB_EVENT_NAME"]) || env["GITHUB_ACTIONS"] === "true") return gitHubRun(env);
  if (isSet(env["CI_PROJECT_ID"]) || env["GITLAB_CI"] === "true") return gitLabRun(env);
  return undefined;
}

/** A pull request has two commits: that of its branch, and the merge of it that GitHub made. */
function gitHubRun(env: EnvironmentVariables): CiRun {
  const event = parseEvent(env, readJson(env["GITHUB_EVENT_PATH"] ?? ""));
  const commits = [env["GITHUB_SHA"] ?? ""];
  if (event.type === "pull-request") commits.push(event.sha, event.mergeSha);
  const distrust =
    event.type === "outside"
      ? `the pull request is from ${event.author}`
      : event.type === "unsafe"
        ? event.reason
        : undefined;
  return { distrust, commits: commits.filter(isSet) };
}

/** A member can start a pipeline for the merge request of a fork: it runs in this project. */
function gitLabRun(env: EnvironmentVariables): CiRun {
  const isMergeRequest =
    isSet(env["CI_MERGE_REQUEST_IID"]) || env["CI_PIPELINE_SOURCE"] === "merge_request_event";
  const isFork =
    isMergeRequest && env["CI_MERGE_REQUEST_SOURCE_PROJECT_ID"] !== env["CI_PROJECT_ID"];
  return {
    distrust: isFork ? "the merge request is from a fork" : undefined,
    commits: [env["CI_COMMIT_SHA"] ?? ""].filter(isSet),
  };
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "";
}
