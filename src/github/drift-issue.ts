// The issue about drift: opened when the service differs from the definitions, updated while it
// does, closed when it no longer does.
import type { JsonObject } from "../engine/model/json.ts";
import type { GitHubApi } from "./api.ts";
import { upsertOne, htmlUrl } from "./upsert.ts";
import { hasMarker, type Marker } from "./marker.ts";
import { filterOwn } from "./ownership.ts";

const needs = "issues: write";
const listIssues = { what: "list the issues", needs };
const writeIssue = { what: "write the drift issue", needs };

/** Opens or updates the issue with a marker. Returns its URL. */
export async function upsertDriftIssue(
  api: GitHubApi,
  marker: Marker,
  text: { readonly title: string; readonly body: string },
): Promise<string> {
  return upsertOne(api, {
    list: () => openIssues(api, marker),
    create: () => api.send("POST", `/repos/${api.repository}/issues`, writeIssue, { ...text }),
    update: (issue) => updateIssue(api, issue, { ...text }),
    remove: (issue) => updateIssue(api, issue, { body: text.body, ...closedAs("not_planned") }),
  });
}

/** Closes the open issues with a marker and a last text. Returns the URL of the first, or "". */
export async function closeDriftIssues(
  api: GitHubApi,
  marker: Marker,
  body: string,
): Promise<string> {
  const issues = await filterOwn(api, await openIssues(api, marker));
  for (const issue of issues) await updateIssue(api, issue, { body, ...closedAs("completed") });
  return issues[0] ? htmlUrl(issues[0]) : "";
}

/** The open issues with a marker. GitHub's list also contains pull requests. */
async function openIssues(api: GitHubApi, marker: Marker): Promise<JsonObject[]> {
  const issues = await api.all(`/repos/${api.repository}/issues?state=open`, listIssues);
  return issues.filter(
    (issue) => issue["pull_request"] === undefined && hasMarker(issue["body"], marker),
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
