// The comment on a pull request: one that each run updates, or a new one for each run.
import type { JsonObject } from "../../engine/model/json.ts";
import { upsertOne } from "../../io/http/upsert.ts";
import { type GitHubApi, htmlUrl } from "../api/api.ts";
import { type ApiPurpose, ignoreNotPermitted } from "../api/api-errors.ts";
import { filterOwn } from "../api/own-texts.ts";
import { markerTargetOf } from "../../views/text/marker.ts";

const listComments: ApiPurpose = {
  what: "list the comments of the pull request",
  needs: "pull-requests: write",
};
const writeComment = { ...listComments, what: "comment on the pull request" };
const deleteComment = { ...listComments, what: "delete a duplicate comment" };

export interface CommentContent {
  /** Whether a text is that of a comment that is updated. */
  isEarlier(body: unknown): boolean;
  /**
   * Returns the new text after the previous ones, the oldest first. There are none if it is new.
   */
  bodyAfter(previous: readonly string[]): string;
  /** Whether only an existing comment is updated. */
  readonly isUpdateOnly: boolean;
}

/**
 * Creates or updates the comment of earlier runs. Of several comments the oldest stays.
 * Returns its URL, or "" if there is none.
 */
export async function upsertComment(
  api: GitHubApi,
  pullRequest: number,
  { isEarlier, bodyAfter, isUpdateOnly }: CommentContent,
): Promise<string> {
  const comments = commentsPath(api, pullRequest);
  const pathOf = ({ id }: JsonObject): string =>
    `/repos/${api.repository}/issues/comments/${Number(id)}`;
  const comment = await upsertOne({
    listOwn: async (created) => {
      const earlier = await earlierComments(api, pullRequest, isEarlier);
      return ofOneService(await filterOwn(api, earlier, created));
    },
    create: isUpdateOnly
      ? undefined
      : () => api.send("POST", comments, writeComment, { body: bodyAfter([]) }),
    update: (comment, duplicates) =>
      api.send("PATCH", pathOf(comment), writeComment, {
        body: bodyAfter([comment, ...duplicates].map(({ body }) => String(body))),
      }),
    // Ignores 404: another run has deleted the comment.
    remove: (comment) =>
      api.send("DELETE", pathOf(comment), deleteComment).catch(ignoreNotPermitted),
  });
  return htmlUrl(comment);
}

/** The comments with the text of an earlier run, from all authors. */
export async function earlierComments(
  api: GitHubApi,
  pullRequest: number,
  isEarlier: CommentContent["isEarlier"],
): Promise<JsonObject[]> {
  return (await allComments(api, pullRequest)).filter(({ body }) => isEarlier(body));
}

/** All comments on a pull request. */
export async function allComments(api: GitHubApi, pullRequest: number): Promise<JsonObject[]> {
  return api.all(commentsPath(api, pullRequest), listComments);
}

function commentsPath({ repository }: GitHubApi, pullRequest: number): string {
  return `/repos/${repository}/issues/${pullRequest}/comments`;
}

/** The comments about one service, that of the first: a test without a service may find several. */
function ofOneService(comments: readonly JsonObject[]): readonly JsonObject[] {
  const targets = comments.map(({ body }) => markerTargetOf(String(body)));
  const first = targets.find((target) => target !== "");
  return comments.filter((_comment, index) => ["", first].includes(targets[index]));
}
