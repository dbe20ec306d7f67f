// Writes a section of the comment on a pull request. Runs at the same time write other sections,
// and GitHub has no conditional updates: a section that such a run has overwritten is written
// again.
import type { Sleep } from "../../engine/model/ports.ts";
import type { GitHubApi } from "../api/api.ts";
import { earlierComments, upsertComment } from "./comment.ts";
import {
  type CommentSections,
  commentText,
  sectionKey,
  type SectionName,
  sectionsIn,
} from "./comment-sections.ts";
import { markerEnvironmentOf, markerWriter } from "../../views/text/marker.ts";
import { filterOwn } from "../api/own-texts.ts";

export interface SectionContent extends SectionName {
  /** Whether a text is that of a comment that can have the section. */
  isEarlier(body: unknown): boolean;
  /** Returns the section beside the others, which are empty if the comment has none. */
  textBeside(others: string): string;
  /** Whether only an existing comment is updated. */
  readonly isUpdateOnly: boolean;
}

/** In each attempt, the section of one of the runs at the same time stays at least. */
const maxAttempts = 10;
/** A run reads a comment and updates it within this time, if GitHub responds as usual. */
const pauseMs = 2000;

/** Creates or updates the section. Returns the URL of the comment, or "" if there is none. */
export async function writeSection(
  { api, sleep }: { readonly api: GitHubApi; readonly sleep: Sleep },
  pullRequest: number,
  content: SectionContent,
): Promise<string> {
  const { isEarlier, textBeside, isUpdateOnly } = content;
  const key = sectionKey(content);
  for (let attempt = 1; ; attempt++) {
    let before: CommentSections | undefined;
    let written: string | undefined;
    const url = await upsertComment(api, pullRequest, {
      isEarlier,
      isUpdateOnly,
      bodyAfter: (previous) => {
        const found = new Map(sectionsIn(previous));
        before = previous.length > 0 ? new Map(found) : undefined;
        removeAbandoned(found, content);
        found.delete(key);
        const body = commentText(found.set(key, textBeside(commentText(found))));
        written = sectionsIn([body]).get(key);
        return body;
      },
    });
    if (!mayBeOverwritten(content, before) || attempt === maxAttempts) return url;
    await sleep(pauseMs);
    const now = (await currentSections(api, pullRequest, isEarlier)).get(key);
    // Another text is that of a newer run, which stays.
    const isLost = now !== written && now === before?.get(key);
    if (!isLost) return url;
  }
}

/**
 * Removes the sections of other environments that the last run of the workflow did not write: they are
 * no longer in its matrix. The last run is the one that wrote the section of this environment.
 */
function removeAbandoned(sections: Map<string, string>, content: SectionName): void {
  const last = markerWriter(sections.get(sectionKey(content)) ?? "");
  if (!last) return;
  for (const [key, text] of sections) {
    const isSameKind =
      key === sectionKey({ about: content.about, environment: markerEnvironmentOf(text) });
    const writer = markerWriter(text);
    if (isSameKind && writer?.workflow === last.workflow && writer.run < last.run)
      sections.delete(key);
  }
}

/** Only a run that updates an existing comment can overwrite a section, and be overwritten. */
function mayBeOverwritten(
  { about, environment }: SectionName,
  before: CommentSections | undefined,
): boolean {
  if (before === undefined) return false;
  const hasTest = before.has(sectionKey({ about: "test", environment }));
  return environment !== "" || about === "test" || hasTest;
}

async function currentSections(
  api: GitHubApi,
  pullRequest: number,
  isEarlier: SectionContent["isEarlier"],
): Promise<CommentSections> {
  const own = await filterOwn(api, await earlierComments(api, pullRequest, isEarlier));
  return sectionsIn(own.map(({ body }) => String(body)));
}
