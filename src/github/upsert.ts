// Keeps one comment or issue of ours where a mark stands: found again and changed, or made. What two
// runs made at once becomes one again.
import { type JsonObject, objectOf } from "../engine/model/json.ts";
import type { GitHubApi } from "./api.ts";
import { GitHubFailure } from "./api-errors.ts";
import { isWrittenBy, filterOwn } from "./ownership.ts";

/** What is kept, and how: calls that throw a GitHubFailure. */
export interface UpsertTarget {
  /** All that bears the mark, whoever wrote it. */
  list(): Promise<readonly JsonObject[]>;
  make(): Promise<JsonObject>;
  /** Has it say what is to be said now. */
  change(thing: JsonObject): Promise<JsonObject>;
  /** Takes away one too many. */
  remove(thing: JsonObject): Promise<void>;
}

/** How often all of it is done again. */
const mostTries = 3;

/**
 * Gives the address of the one that is kept: the oldest of ours, with what was to be said now. Done
 * anew where nobody knows whether something was made: what looks for its own first finds it then.
 */
export async function upsertOne(api: GitHubApi, kept: UpsertTarget): Promise<string> {
  for (let tries = 1; ; tries++)
    try {
      return htmlUrl(await keep(api, kept));
    } catch (error) {
      const isOpen = error instanceof GitHubFailure && error.outcome === "unknown";
      if (!isOpen || tries >= mostTries) throw error;
    }
}

async function keep(api: GitHubApi, kept: UpsertTarget): Promise<JsonObject> {
  const found = await oldestOf(await filterOwn(api, await kept.list()), kept);
  if (found) return found;
  const made = await kept.make();
  const login = objectOf(made["user"])["login"];
  const ours = (await kept.list()).filter((each) => isWrittenBy(each, String(login)));
  const older = ours.filter((each) => age(each) < age(made));
  const oldest = await oldestOf(older, kept);
  if (oldest) await kept.remove(made);
  return oldest ?? made;
}

/** Changes the oldest that is still there and removes the others; undefined where none is. */
async function oldestOf(
  things: readonly JsonObject[],
  kept: UpsertTarget,
): Promise<JsonObject | undefined> {
  const [first, ...others] = things.toSorted((a, b) => age(a) - age(b));
  if (!first) return undefined;
  const changed = await unlessGone(first, kept);
  if (!changed) return oldestOf(others, kept);
  for (const each of others) await kept.remove(each);
  return changed;
}

/** Changes it; undefined where somebody deleted it since it was listed. */
async function unlessGone(thing: JsonObject, kept: UpsertTarget): Promise<JsonObject | undefined> {
  try {
    return await kept.change(thing);
  } catch (error) {
    if (!(error instanceof GitHubFailure) || (error.status !== 404 && error.status !== 410))
      throw error;
    if ((await kept.list()).some((each) => age(each) === age(thing))) throw error;
    return undefined;
  }
}

/** Ids grow. */
function age({ id }: JsonObject): number {
  return Number(id);
}

/** The address of a comment or an issue, for people. */
export function htmlUrl({ html_url: url }: JsonObject): string {
  return typeof url === "string" ? url : "";
}
