// Keeps one note on a merge request of GitLab up to date. Only notes of the token's own account count:
// anybody can write a note that looks like it.
import { undefinedIfNotFound } from "../../engine/model/failure.ts";
import { type JsonObject, objectOf } from "../../engine/model/json.ts";
import type { Call } from "./http.ts";
import { itemPath } from "./item-path.ts";
import { upsertOne } from "./upsert.ts";

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

/** Updates the oldest note and deletes the others, or creates one. Throws a CallFailure. */
export async function upsertNote(call: Call, note: NoteContent): Promise<void> {
  const { path, body, isEarlier, isUpdateOnly } = note;
  const object = async (...[method, ofPath, content]: Parameters<Call>): Promise<JsonObject> =>
    (await call(method, ofPath, content, { expects: "object" })) as JsonObject;
  const { id: account } = await object("GET", "/user");
  const isOwn = ({ author }: JsonObject): boolean => objectOf(author)["id"] === account;
  const pathOf = ({ id }: JsonObject): string => itemPath(path, String(id));
  await upsertOne({
    listOwn: async () =>
      (await allNotes(call, path)).filter((each) => isOwn(each) && isEarlier(each["body"])),
    create: isUpdateOnly ? undefined : () => object("POST", path, { body }),
    update: (existing) => object("PUT", pathOf(existing), { body }),
    remove: (existing) => call("DELETE", pathOf(existing)).catch(undefinedIfNotFound),
  });
}

async function allNotes(call: Call, path: string): Promise<JsonObject[]> {
  const notes: JsonObject[] = [];
  for (let page = 1; ; page++) {
    const query = `?sort=asc&order_by=created_at&per_page=${pageSize}&page=${page}`;
    const items = await call("GET", path + query, undefined, { expects: "list" });
    notes.push(...(items as readonly JsonObject[]));
    if ((items as readonly JsonObject[]).length < pageSize) return notes;
  }
}
