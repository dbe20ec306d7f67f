// The comment on a pull request: one that each run updates, or a new one for each run.
import type { JsonObject } from "../engine/model/json.ts";
import type { GitHubApi } from "./api.ts";
import { type ApiPurpose, ignoreNotPermitted } from "./api-errors.ts";
import { upsertOne } from "./upsert.ts";
import { hasMarker, type Marker } from "../views/marker.ts";

export const listComments: ApiPurpose = {
  what: "list the comments of the pull request",
  needs: "pull-requests: write",
};
const writeComment = { ...listComments, what: "comment on the pull request" };
const deleteComment = { ...listComments, what: "delete a duplicate comment" };

export interface CommentContent {
  readonly marker: Marker;
  /** Returns the new text after a previous one, which is empty if there is no comment. */
  bodyAfter(previous: string): string;
  /** Whether only an existing comment is updated. */
  readonly isUpdateOnly: boolean;
}

/** Creates or updates the comment with a marker. Returns its URL, or "" if there is none. */
export async function upsertComment(
  api: GitHubApi,
  pullRequest: number,
  { marker, bodyAfter, isUpdateOnly }: CommentContent,
): Promise<string> {
  const comments = `/repos/${api.repository}/issues/${pullRequest}/comments`;
  const pathOf = ({ id }: JsonObject): string =>
    `/repos/${api.repository}/issues/comments/${Number(id)}`;
  return upsertOne(api, {
    list: async () =>
      (await api.all(comments, listComments)).filter((comment) =>
        hasMarker(comment["body"], marker),
      ),
    create: isUpdateOnly
      ? undefined
      : () => api.send("POST", comments, writeComment, { body: bodyAfter("") }),
    update: (comment) =>
      api.send("PATCH", pathOf(comment), writeComment, {
        body: bodyAfter(String(comment["body"])),
      }),
    // Ignores 404: another run has deleted the comment.
    remove: (comment) =>
      api.send("DELETE", pathOf(comment), deleteComment).catch(ignoreNotPermitted),
  });
}
