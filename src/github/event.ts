// What kind of run this is: who started it, and whether what it looks at can be trusted with a key.
import { isObject, type Json, type JsonObject, objectOf } from "../engine/model/json.ts";
import type { Environment } from "../engine/model/ports.ts";

export type RunEvent =
  /** Of the repository itself: it has the secrets, and may comment. */
  | { readonly type: "pull-request"; readonly number: number; readonly sha: string }
  /** Without secrets and rights: it is only validated. */
  | { readonly type: "outside"; readonly who: string }
  /** Somebody else's commit in a run that has the secrets. */
  | { readonly type: "unsafe"; readonly why: string }
  /** A push, a schedule, a dispatch, a merge queue. */
  | {
      readonly type: "commit";
      readonly sha: string;
      readonly branch: string;
      /** To a branch. */
      readonly isPushed: boolean;
    };

/** Reads the names the runner sets and the event it wrote; what cannot be read is not trusted. */
export function parseEvent(env: Environment, payload: Json | undefined): RunEvent {
  const event = objectOf(payload);
  const name = env["GITHUB_EVENT_NAME"] ?? "";
  const own = env["GITHUB_REPOSITORY"] ?? "";
  if (name.startsWith("pull_request")) return pullRequest(env, name, own, event);
  if (!isObject(payload))
    return { type: "unsafe", why: "what started it (GITHUB_EVENT_PATH) could not be read" };
  if (name === "workflow_run") {
    const head = objectOf(objectOf(event["workflow_run"])["head_repository"]);
    if (!isSame(head["full_name"], own))
      return { type: "unsafe", why: "the run before this one (workflow_run) was of a fork" };
  }
  if (name === "issue_comment" && !isAboutIssue(event))
    return { type: "unsafe", why: "a comment (issue_comment) does not say whose commit is meant" };
  const { GITHUB_SHA: sha = "", GITHUB_REF_NAME: branch = "", GITHUB_REF: ref = "" } = env;
  const isPushed = name === "push" && ref.startsWith("refs/heads/");
  return { type: "commit", sha, branch, isPushed };
}

/** Not about a pull request, which GitHub keeps as an issue that says so. */
function isAboutIssue({ issue }: JsonObject): boolean {
  return isObject(issue) && issue["pull_request"] === undefined;
}

function pullRequest(env: Environment, name: string, own: string, event: JsonObject): RunEvent {
  const pull = objectOf(event["pull_request"]);
  const head = objectOf(pull["head"]);
  const { number } = pull;
  const { sha } = head;
  const isFork = !isSame(objectOf(head["repo"])["full_name"], own); // none, where it was deleted
  if (name === "pull_request_target" && isFork)
    return { type: "unsafe", why: "a pull request of a fork (pull_request_target) is not trusted" };
  if (typeof number !== "number" || typeof sha !== "string")
    return { type: "outside", who: "a fork, or one that could not be read," };
  if (isFork) return { type: "outside", who: "a fork" };
  const author = objectOf(pull["user"])["login"];
  if ([author, env["GITHUB_ACTOR"]].includes("dependabot[bot]"))
    return { type: "outside", who: "Dependabot" };
  return { type: "pull-request", number, sha };
}

/** Names of repositories do not depend on the case. */
function isSame(one: Json | undefined, other: string): boolean {
  return typeof one === "string" && other !== "" && one.toLowerCase() === other.toLowerCase();
}
