// The rolling issue of drift: opened where the service differs, updated while it does, closed when
// it does no more.
import type { JsonObject } from "../engine/model/json.ts";
import type { Api } from "./api.ts";
import { keepOne, urlOf } from "./keep-one.ts";
import { isMarked, type Mark } from "./marker.ts";
import { ownOf } from "./own.ts";

const needs = "issues: write";
const listing = { what: "list the issues", needs };
const writing = { what: "keep the issue about drift", needs };

export interface IssueText {
  readonly title: string;
  readonly body: string;
}

/** Opens or updates the open issue of a mark and gives its address. */
export async function keepIssue(api: Api, mark: Mark, text: IssueText): Promise<string> {
  return keepOne(api, {
    list: () => openOf(api, mark),
    make: () => api.send("POST", `/repos/${api.repository}/issues`, writing, { ...text }),
    change: (issue) => edit(api, issue, { ...text }),
    remove: (issue) => close(api, issue, text.body, "not_planned"),
  });
}

/** Closes what is open of a mark, with a last word; gives the address, or nothing where none was open. */
export async function closeIssue(api: Api, mark: Mark, body: string): Promise<string> {
  const open = await ownOf(api, await openOf(api, mark));
  for (const each of open) await close(api, each, body, "completed");
  return open[0] ? urlOf(open[0]) : "";
}

/** Those that are open; pull requests are in the same list. */
async function openOf(api: Api, mark: Mark): Promise<JsonObject[]> {
  const open = await api.all(`/repos/${api.repository}/issues?state=open`, listing);
  return open.filter((each) => each["pull_request"] === undefined && isMarked(each["body"], mark));
}

async function close(
  api: Api,
  issue: JsonObject,
  body: string,
  reason: "completed" | "not_planned",
): Promise<void> {
  await edit(api, issue, { body, state: "closed", state_reason: reason });
}

async function edit(api: Api, { number }: JsonObject, change: JsonObject): Promise<JsonObject> {
  const path = `/repos/${api.repository}/issues/${Number(number)}`;
  return api.send("PATCH", path, writing, change);
}
