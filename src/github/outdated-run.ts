// Checks that a run is still for the newest commit of its pull request. Anybody with write access can
// start an old run again.
import { onFailure } from "../engine/model/failure.ts";
import { objectOf } from "../engine/model/json.ts";
import type { GitHubApi } from "./api/api.ts";
import type { ApiPurpose } from "./api/api-errors.ts";
import { annotateRun, type Session } from "./session.ts";

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
  const pull = await api.send("GET", path, readPullRequest).catch(onFailure(() => undefined));
  if (!pull) return false;
  const isNewest = objectOf(pull["head"])["sha"] === event.sha;
  if (isNewest && pull["state"] === "open") return false;
  const reason = isNewest ? "is closed" : "has a newer commit";
  const message = `The comment was not changed: the pull request ${reason}.`;
  annotateRun(session, "notice", { message });
  return true;
}
