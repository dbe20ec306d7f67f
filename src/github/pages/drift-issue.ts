// The issue about drift: opened when the service differs from the definitions, updated while it
// does, closed when it no longer does. GitHub notifies of comments, not of edits: new drift and the
// end of drift are comments too.
import type { JsonObject } from "../../engine/model/json.ts";
import { upsertOne } from "../../io/http/upsert.ts";
import { type GitHubApi, htmlUrl } from "../api/api.ts";
import { hasMarker, type Marker, markerDigest } from "../../views/text/marker.ts";
import { actionsBot, isWrittenBy, ownLogin } from "../api/own-texts.ts";

const needs = "issues: write";
const listIssues = { what: "list the issues", needs };
const writeIssue = { what: "write the drift issue", needs };
const commentOnIssue = { what: "comment on the drift issue", needs };

export interface DriftIssue {
  readonly title: string;
  readonly body: string;
  /** The text of the comment if the drift has changed since the last run. */
  readonly comment: string;
}

/** Opens or updates the issue with a marker. Returns its URL. */
export async function upsertDriftIssue(
  api: GitHubApi,
  marker: Marker,
  { title, body, comment }: DriftIssue,
): Promise<string> {
  const content = { title, body };
  const issue = await upsertOne({
    listOwn: (created) => ownIssues(api, marker, created),
    create: () => api.send("POST", `/repos/${api.repository}/issues`, writeIssue, content),
    update: async (issue) => {
      const updated = await updateIssue(api, issue, content);
      const isSame = markerDigest(String(issue["body"])) === markerDigest(body);
      if (!isSame || issue["title"] !== title) await addComment(api, issue, comment);
      return updated;
    },
    remove: (issue) => updateIssue(api, issue, closedAs("not_planned")),
  });
  return htmlUrl(issue);
}

/**
 * Closes the open issues with a marker and adds a last comment. Their texts stay and show the last
 * drift. Returns the URL of the first, or "".
 */
export async function closeDriftIssues(
  api: GitHubApi,
  marker: Marker,
  comment: string,
): Promise<string> {
  const issues = await ownIssues(api, marker);
  for (const issue of issues) {
    await updateIssue(api, issue, closedAs("completed"));
    await addComment(api, issue, comment);
  }
  return htmlUrl(issues[0]);
}

async function addComment(api: GitHubApi, { number }: JsonObject, body: string): Promise<void> {
  const path = `/repos/${api.repository}/issues/${Number(number)}/comments`;
  await api.send("POST", path, commentOnIssue, { body });
}

/**
 * The open issues with a marker that this token's account wrote. A repository can have thousands of
 * others: GitHub leaves them out for the account of workflows. It does not find every account by its
 * login. The list also contains pull requests.
 */
async function ownIssues(
  api: GitHubApi,
  marker: Marker,
  created?: JsonObject,
): Promise<JsonObject[]> {
  const login = await ownLogin(api, created);
  const creator = login === actionsBot ? `&creator=${encodeURIComponent(login)}` : "";
  const issues = await api.all(`/repos/${api.repository}/issues?state=open${creator}`, listIssues);
  return issues.filter(
    (issue) =>
      issue["pull_request"] === undefined &&
      hasMarker(issue["body"], marker) &&
      isWrittenBy(issue, login),
  );
}

const closedAs = (reason: string): JsonObject => ({ state: "closed", state_reason: reason });

async function updateIssue(
  api: GitHubApi,
  { number }: JsonObject,
  change: JsonObject,
): Promise<JsonObject> {
  const path = `/repos/${api.repository}/issues/${Number(number)}`;
  return api.send("PATCH", path, writeIssue, change);
}
