// Keeps exactly one comment, issue or note: updates it if it exists, creates it otherwise, and removes
// the duplicates that concurrent runs create.
import { isCallFailure } from "../../engine/model/failure.ts";
import type { JsonObject } from "../../engine/model/json.ts";
import { retry, type RetryPolicy } from "./retry.ts";

/** The requests for one kind of item. They throw a CallFailure. */
export interface UpsertTarget {
  /** All items that are one, of this account only; `created`: the item that was just created. */
  listOwn(created?: JsonObject): Promise<readonly JsonObject[]>;
  /** Undefined to only update an item. */
  readonly create: (() => Promise<JsonObject>) | undefined;
  /** Gives an item the current text. The duplicates will be removed. */
  update(item: JsonObject, duplicates: readonly JsonObject[]): Promise<JsonObject>;
  /** Removes a duplicate. */
  remove(item: JsonObject): Promise<unknown>;
}

/** If the outcome of a request is unknown: the next attempt finds an item that was created. */
const repeatUnknown: RetryPolicy = {
  budgetOf: ({ outcome }) => (outcome === "unknown" ? twoRetries : undefined),
  pauseMs: () => 0,
  now: () => 0,
  sleep: async () => {},
};
const twoRetries = { retries: 2 };

/**
 * Creates or updates the item and returns it; undefined if there is none. Of several own items the
 * oldest stays.
 */
export function upsertOne(target: UpsertTarget): Promise<JsonObject | undefined> {
  return retry(() => upsertOnce(target), repeatUnknown);
}

async function upsertOnce(target: UpsertTarget): Promise<JsonObject | undefined> {
  const existing = await updateOldest(oldestFirst(await target.listOwn()), target);
  if (existing || !target.create) return existing;
  const created = await target.create();
  const own = oldestFirst(await target.listOwn(created));
  const older = own.filter((item) => idOf(item) < idOf(created));
  const oldest = await updateOldest(older, target);
  if (oldest) await target.remove(created);
  return oldest ?? created;
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
    if (!isDeleted || (await target.listOwn()).some((listed) => idOf(listed) === idOf(item)))
      throw error;
    return undefined;
  }
}

function oldestFirst(items: readonly JsonObject[]): readonly JsonObject[] {
  return items.toSorted((a, b) => idOf(a) - idOf(b));
}

/** The id of an item. Ids increase, so a lower id is older. */
function idOf({ id }: JsonObject): number {
  return Number(id);
}
