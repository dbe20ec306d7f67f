// The comment on a pull request: one that is kept up to date, or one for each run.
import type { Json, JsonObject } from "../engine/json.ts";
import type { Api, Purpose } from "./api.ts";
import { isLackOfRights } from "./api-failures.ts";
import { byAge, objectOf, untilKnown, urlOf } from "./kept.ts";
import { isMarked, type Mark } from "./marker.ts";
import { isBy, ownOf } from "./own.ts";

export const listing: Purpose = {
  what: "list the comments of the pull request",
  needs: "pull-requests: write",
};
const writing = { ...listing, what: "comment on the pull request" };
const deleting = { ...listing, what: "delete a second comment of this run" };

/**
 * Writes the comment of a mark and gives its address. Another run may have made one meanwhile: the
 * oldest is kept, with what was written last, and the others are deleted.
 */
export async function keepComment(
  api: Api,
  number: number,
  mark: Mark,
  body: string,
): Promise<string> {
  return untilKnown(async () => urlOf(await keep(api, number, mark, body)));
}

async function keep(api: Api, number: number, mark: Mark, body: string): Promise<JsonObject> {
  const comments = `/repos/${api.repository}/issues/${number}/comments`;
  const marked = async (): Promise<JsonObject[]> =>
    (await api.all(comments, listing)).filter((each) => isMarked(each["body"], mark)).sort(byAge);
  const [first, ...others] = await ownOf(api, await marked());
  if (first) {
    await remove(api, others);
    return update(api, first, body);
  }
  const made = objectOf(await api.send("POST", comments, writing, { body }));
  const login = String(objectOf(made["user"])["login"]);
  const all = (await marked()).filter((each) => isBy(each, login));
  const [oldest, ...later] = all;
  if (!oldest || oldest["id"] === made["id"]) return made;
  const kept = await update(api, oldest, body);
  await remove(
    api,
    later.filter((each) => each["id"] === made["id"]),
  );
  return kept;
}

async function update(api: Api, { id }: JsonObject, body: string): Promise<JsonObject> {
  return objectOf(await api.send("PATCH", pathOf(api, id), writing, { body }));
}

async function remove(api: Api, comments: readonly JsonObject[]): Promise<void> {
  for (const { id } of comments)
    await api.send("DELETE", pathOf(api, id), deleting).catch((error: unknown) => {
      if (!isLackOfRights(error)) throw error; // somebody else has deleted it
    });
}

function pathOf({ repository }: Api, id: Json | undefined): string {
  return `/repos/${repository}/issues/comments/${Number(id)}`;
}
