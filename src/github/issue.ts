// The rolling issue of drift: opened where the service differs, updated while it does, closed when
// it does no more.
import type { JsonObject } from "../engine/json.ts";
import type { Api } from "./api.ts";
import { byAge, objectOf, untilKnown, urlOf } from "./kept.ts";
import { isMarked, type Mark } from "./marker.ts";
import { isBy, ownOf } from "./own.ts";

const needs = "issues: write";
const listing = { what: "list the issues", needs };
const writing = { what: "keep the issue about drift", needs };

export interface IssueText {
  readonly title: string;
  readonly body: string;
}

/**
 * Opens or updates the open issue of a mark and gives its address. Where two runs opened one, the
 * oldest is kept and the other closed.
 */
export async function keepIssue(api: Api, mark: Mark, text: IssueText): Promise<string> {
  return untilKnown(async () => urlOf(await keep(api, mark, text)));
}

/** Closes what is open of a mark, with a last word; gives the address, or nothing where none was open. */
export async function closeIssue(api: Api, mark: Mark, body: string): Promise<string> {
  const open = await ownOf(api, await marked(api, mark));
  for (const each of open) await close(api, each, body, "completed");
  return open[0] ? urlOf(open[0]) : "";
}

async function keep(api: Api, mark: Mark, text: IssueText): Promise<JsonObject> {
  const [first, ...others] = await ownOf(api, await marked(api, mark));
  if (first) {
    for (const each of others) await close(api, each, text.body, "not_planned");
    return edit(api, first, { ...text });
  }
  const path = `/repos/${api.repository}/issues`;
  const made = objectOf(await api.send("POST", path, writing, { ...text }));
  const login = String(objectOf(made["user"])["login"]);
  const oldest = (await marked(api, mark)).find((each) => isBy(each, login));
  if (!oldest || oldest["number"] === made["number"]) return made;
  const kept = await edit(api, oldest, { ...text });
  await close(api, made, text.body, "not_planned");
  return kept;
}

/** Those that are open, the oldest first; pull requests are in the same list. */
async function marked(api: Api, mark: Mark): Promise<JsonObject[]> {
  const open = await api.all(`/repos/${api.repository}/issues?state=open`, listing);
  return open
    .filter((each) => each["pull_request"] === undefined && isMarked(each["body"], mark))
    .sort(byAge);
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
  return objectOf(await api.send("PATCH", path, writing, change));
}
