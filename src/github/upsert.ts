// Keeps exactly one comment or issue with a marker: updates it if it exists, creates it otherwise,
// and removes the duplicates that concurrent runs create.
import { isCallFailure } from "../engine/model/failure.ts";
import { type JsonObject, objectOf } from "../engine/model/json.ts";
import type { GitHubApi } from "./api.ts";
import { isWrittenBy, filterOwn } from "./ownership.ts";

/** The requests for one kind of item. They throw a CallFailure. */
export interface UpsertTarget {
  /** All items with the marker, from all authors. */
  list(): Promise<readonly JsonObject[]>;
  /** Of the own items, oldest first, those that are one; by default all. */
  select?(items: readonly JsonObject[]): readonly JsonObject[];
  /** Undefined to only update an item. */
  readonly create: (() => Promise<JsonObject>) | undefined;
  /** Gives an item the current text. The duplicates will be removed. */
  update(item: JsonObject, duplicates: readonly JsonObject[]): Promise<JsonObject>;
  /** Removes a duplicate. */
  remove(item: JsonObject): Promise<unknown>;
}

const maxAttempts = 3;

/**
 * Creates or updates the item and returns its URL, or "" if there is none. Of several own items the
 * oldest stays. Repeats everything if the outcome of a request is unknown: the next attempt finds
 * an item that was created.
 */
export async function upsertOne(api: GitHubApi, target: UpsertTarget): Promise<string> {
  for (let attempt = 1; ; attempt++)
    try {
      return htmlUrl((await upsertOnce(api, target)) ?? {});
    } catch (error) {
      const isUnknown = isCallFailure(error) && error.outcome === "unknown";
      if (!isUnknown || attempt >= maxAttempts) throw error;
    }
}

async function upsertOnce(api: GitHubApi, target: UpsertTarget): Promise<JsonObject | undefined> {
  const existing = await updateOldest(
    selected(await filterOwn(api, await target.list()), target),
    target,
  );
  if (existing || !target.create) return existing;
  const created = await target.create();
  const login = objectOf(created["user"])["login"];
  const own = (await target.list()).filter((item) => isWrittenBy(item, login));
  const older = selected(own, target).filter((item) => idOf(item) < idOf(created));
  const oldest = await updateOldest(older, target);
  if (oldest) await target.remove(created);
  return oldest ?? created;
}

/** The items that are one, oldest first. */
function selected(items: readonly JsonObject[], { select }: UpsertTarget): readonly JsonObject[] {
  const sorted = items.toSorted((a, b) => idOf(a) - idOf(b));
  return select ? select(sorted) : sorted;
}

/** Updates the oldest item that still exists and removes the others. Undefined if none exists. */
async function updateOldest(
  [first, ...others]: readonly JsonObject[],
  target: UpsertTarget,
): Promise<JsonObject | undefined> {
  if (!first) return undefined;
  const updated = await updateIfExists(first, others, target);
  if (!updated) return updateOldest(others, target);
  for (const item of others) await target.remove(item);
  return updated;
}

/** Updates an item. Returns undefined if it was deleted after it was listed. */
async function updateIfExists(
  item: JsonObject,
  duplicates: readonly JsonObject[],
  target: UpsertTarget,
): Promise<JsonObject | undefined> {
  try {
    return await target.update(item, duplicates);
  } catch (error) {
    const isDeleted = isCallFailure(error) && (error.status === 404 || error.status === 410);
    if (!isDeleted || (await target.list()).some((listed) => idOf(listed) === idOf(item)))
      throw error;
    return undefined;
  }
}

/** The id of an item. Ids increase, so a lower id is older. */
function idOf({ id }: JsonObject): number {
  return Number(id);
}

/** The URL of the web page of a comment or an issue; empty if there is none. */
export function htmlUrl({ html_url: url }: JsonObject): string {
  return typeof url === "string" ? url : "";
}
