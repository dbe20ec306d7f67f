// Writes a section of the comment on a pull request. Runs at the same time write other sections,
// and GitHub has no conditional updates: a section that such a run has overwritten is written
// again.
import type { Sleep } from "../engine/model/retry-policy.ts";
import type { Marker } from "../views/marker.ts";
import type { GitHubApi } from "./api.ts";
import { markedComments, upsertComment } from "./comment.ts";
import { type CommentSections, commentText, sectionsIn } from "./comment-sections.ts";
import { filterOwn } from "./ownership.ts";

export interface SectionContent {
  readonly about: keyof CommentSections;
  /** The markers of the comments that can have the section. */
  readonly markers: readonly Marker[];
  /** Returns the section beside the other one, which is empty if the comment does not have it. */
  textBeside(other: string): string;
  /** Whether only an existing comment is updated. */
  readonly isUpdateOnly: boolean;
}

const maxAttempts = 3;
/** A run reads a comment and updates it within this time, if GitHub responds as usual. */
const pauseMs = 2000;

/** Creates or updates the section. Returns the URL of the comment, or "" if there is none. */
export async function writeSection(
  { api, sleep }: { readonly api: GitHubApi; readonly sleep: Sleep },
  pullRequest: number,
  { about, markers, textBeside, isUpdateOnly }: SectionContent,
): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    let before: CommentSections | undefined;
    let written: CommentSections = {};
    const url = await upsertComment(api, pullRequest, {
      markers,
      isUpdateOnly,
      bodyAfter: (previous) => {
        const found = sectionsIn(previous);
        before = previous.length > 0 ? found : undefined;
        const other = (about === "plan" ? found.test : found.plan) ?? "";
        const body = commentText({ ...found, [about]: textBeside(other) });
        written = sectionsIn([body]);
        return body;
      },
    });
    if (!mayBeOverwritten(about, before) || attempt === maxAttempts) return url;
    await sleep(pauseMs);
    const now = await currentSections(api, pullRequest, markers);
    // Another text is that of a newer run, which stays.
    const isLost = now[about] !== written[about] && now[about] === before?.[about];
    if (!isLost) return url;
  }
}

/** Only a run that updates an existing comment can overwrite a section, and be overwritten. */
function mayBeOverwritten(
  about: keyof CommentSections,
  before: CommentSections | undefined,
): boolean {
  return before !== undefined && (about === "test" || before.test !== undefined);
}

async function currentSections(
  api: GitHubApi,
  pullRequest: number,
  markers: readonly Marker[],
): Promise<CommentSections> {
  const own = await filterOwn(api, await markedComments(api, pullRequest, markers));
  return sectionsIn(own.map(({ body }) => String(body)));
}
