// The comment on a pull request: one that is kept up to date, or one for each run.
import type { JsonObject } from "../engine/model/json.ts";
import type { GitHubApi } from "./api.ts";
import type { ApiPurpose } from "./api-errors.ts";
import { isNotPermitted } from "./api-errors.ts";
import { upsertOne } from "./upsert.ts";
import { hasMarker, type Marker } from "./marker.ts";

export const listing: ApiPurpose = {
  what: "list the comments of the pull request",
  needs: "pull-requests: write",
};
const writing = { ...listing, what: "comment on the pull request" };
const deleting = { ...listing, what: "delete a second comment of this run" };

/** Writes the comment of a mark and gives its address. */
export async function upsertComment(
  api: GitHubApi,
  number: number,
  mark: Marker,
  body: string,
): Promise<string> {
  const comments = `/repos/${api.repository}/issues/${number}/comments`;
  const pathOf = ({ id }: JsonObject): string =>
    `/repos/${api.repository}/issues/comments/${Number(id)}`;
  return upsertOne(api, {
    list: async () =>
      (await api.all(comments, listing)).filter((each) => hasMarker(each["body"], mark)),
    make: () => api.send("POST", comments, writing, { body }),
    change: (comment) => api.send("PATCH", pathOf(comment), writing, { body }),
    remove: async (comment) => {
      await api.send("DELETE", pathOf(comment), deleting).catch((error: unknown) => {
        if (!isNotPermitted(error)) throw error; // somebody else has deleted it
      });
    },
  });
}
