// The rolling issue of drift: opened where the service differs, updated while it does, closed when
// it does no more.
import type { JsonObject } from "../engine/model/json.ts";
import type { GitHubApi } from "./api.ts";
import { upsertOne, htmlUrl } from "./upsert.ts";
import { hasMarker, type Marker } from "./marker.ts";
import { filterOwn } from "./ownership.ts";

const needs = "issues: write";
const listing = { what: "list the issues", needs };
const writing = { what: "keep the issue about drift", needs };

export interface IssueText {
  readonly title: string;
  readonly body: string;
}

/** Opens or updates the open issue of a mark and gives its address. */
export async function upsertDriftIssue(
  api: GitHubApi,
  mark: Marker,
  text: IssueText,
): Promise<string> {
  return upsertOne(api, {
    list: () => openOf(api, mark),
    make: () => api.send("POST", `/repos/${api.repository}/issues`, writing, { ...text }),
    change: (issue) => edit(api, issue, { ...text }),
    remove: (issue) => close(api, issue, text.body, "not_planned"),
  });
}

/** Closes what is open of a mark, with a last word; gives the address, or nothing where none was open. */
export async function closeDriftIssues(
  api: GitHubApi,
  mark: Marker,
  body: string,
): Promise<string> {
  const open = await filterOwn(api, await openOf(api, mark));
  for (const each of open) await close(api, each, body, "completed");
  return open[0] ? htmlUrl(open[0]) : "";
}

/** Those that are open; pull requests are in the same list. */
async function openOf(api: GitHubApi, mark: Marker): Promise<JsonObject[]> {
  const open = await api.all(`/repos/${api.repository}/issues?state=open`, listing);
  return open.filter((each) => each["pull_request"] === undefined && hasMarker(each["body"], mark));
}

async function close(
  api: GitHubApi,
  issue: JsonObject,
  body: string,
  reason: "completed" | "not_planned",
): Promise<void> {
  await edit(api, issue, { body, state: "closed", state_reason: reason });
}

async function edit(
  api: GitHubApi,
  { number }: JsonObject,
  change: JsonObject,
): Promise<JsonObject> {
  const path = `/repos/${api.repository}/issues/${Number(number)}`;
  return api.send("PATCH", path, writing, change);
}
