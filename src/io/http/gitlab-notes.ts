// Keeps one note on a merge request of GitLab up to date. Only notes of the token's own account count:
// anybody can write a note that looks like it.
import { isCallFailure } from "../../engine/model/failure.ts";
import { type JsonObject, objectOf } from "../../engine/model/json.ts";
import { type Call, itemPath } from "./http.ts";

export interface NoteContent {
  /** The path of the notes of the merge request. */
  readonly path: string;
  /** Whether a text is that of an earlier run. */
  isEarlier(body: unknown): boolean;
  readonly body: string;
  /** Whether only an existing note is updated. */
  readonly isUpdateOnly: boolean;
}

/** GitLab's maximum number of items on a page. */
const pageSize = 100;
const maxAttempts = 3;

/**
 * Updates the oldest note and deletes the others, or creates one. Throws a CallFailure. Repeats
 * everything if the outcome of a request is unknown: the next attempt finds a note that was created.
 */
export async function upsertNote(call: Call, note: NoteContent): Promise<void> {
  const { id: account } = objectOf(await call("GET", "/user", undefined, { expects: "object" }));
  for (let attempt = 1; ; attempt++)
    try {
      return await upsertOnce(call, note, Number(account));
    } catch (error) {
      const isUnknown = isCallFailure(error) && error.outcome === "unknown";
      if (!isUnknown || attempt >= maxAttempts) throw error;
    }
}

async function upsertOnce(call: Call, note: NoteContent, account: number): Promise<void> {
  const { path, body, isUpdateOnly } = note;
  if (await updateOldest(call, note, await ownNotes(call, note, account))) return;
  if (isUpdateOnly) return;
  await call("POST", path, { body });
  const notes = await ownNotes(call, note, account);
  // A run at the same time has created another one.
  if (notes.length > 1) await updateOldest(call, note, notes);
}

/** Updates the first note and deletes the others. Returns false if there are none. */
async function updateOldest(
  call: Call,
  { path, body }: NoteContent,
  [oldest, ...others]: readonly JsonObject[],
): Promise<boolean> {
  if (!oldest) return false;
  const pathOf = ({ id }: JsonObject): string => itemPath(path, String(id));
  await call("PUT", pathOf(oldest), { body });
  for (const other of others) await call("DELETE", pathOf(other)).catch(ignoreMissing);
  return true;
}

/** The earlier notes of the account, oldest first. */
async function ownNotes(
  call: Call,
  { path, isEarlier }: NoteContent,
  account: number,
): Promise<JsonObject[]> {
  const notes: JsonObject[] = [];
  for (let page = 1; ; page++) {
    const query = `?sort=asc&order_by=created_at&per_page=${pageSize}&page=${page}`;
    const items = (await call("GET", path + query, undefined, {
      expects: "list",
    })) as readonly JsonObject[];
    notes.push(...items);
    if (items.length < pageSize) break;
  }
  const isOwn = ({ author }: JsonObject): boolean => objectOf(author)["id"] === account;
  return notes.filter((note) => isOwn(note) && isEarlier(note["body"]));
}

function ignoreMissing(error: unknown): undefined {
  if (!isCallFailure(error) || error.status !== 404) throw error;
}
