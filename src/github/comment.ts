// The comment on a pull request: one that is kept up to date, or one for each run.
import type { JsonObject } from "../engine/model/json.ts";
import type { Api, Purpose } from "./api.ts";
import { mayNot } from "./api-failures.ts";
import { keepOne } from "./keep-one.ts";
import { isMarked, type Mark } from "./marker.ts";

export const listing: Purpose = {
  what: "list the comments of the pull request",
  needs: "pull-requests: write",
};
const writing = { ...listing, what: "comment on the pull request" };
const deleting = { ...listing, what: "delete a second comment of this run" };

/** Writes the comment of a mark and gives its address. */
export async function keepComment(
  api: Api,
  number: number,
  mark: Mark,
  body: string,
): Promise<string> {
  const comments = `/repos/${api.repository}/issues/${number}/comments`;
  const pathOf = ({ id }: JsonObject): string =>
    `/repos/${api.repository}/issues/comments/${Number(id)}`;
  return keepOne(api, {
    list: async () =>
      (await api.all(comments, listing)).filter((each) => isMarked(each["body"], mark)),
    make: () => api.send("POST", comments, writing, { body }),
    change: (comment) => api.send("PATCH", pathOf(comment), writing, { body }),
    remove: async (comment) => {
      await api.send("DELETE", pathOf(comment), deleting).catch((error: unknown) => {
        if (!mayNot(error)) throw error; // somebody else has deleted it
      });
    },
  });
}
