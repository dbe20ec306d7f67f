// What a plan says besides its changes: a sentence each, with lines below it. Made once for all
// outputs.
import { groupBy } from "../../engine/model/collections.ts";
import { someOf } from "../../engine/text/word-lists.ts";
import type { Plan } from "../../engine/model/plan.ts";
import { type Mask, textFence } from "../text/markdown.ts";
import { escapeText, type Screen, wrapSentence } from "../text/terminal-text.ts";
import { type Words, wordsMarkdown, wordsText } from "./words.ts";

/** A sentence, and lines with facts. `title`: its start, strong in Markdown. */
export interface PlanNote {
  readonly tone: "warning" | "note";
  readonly title?: string;
  readonly words: Words;
  readonly lines?: readonly string[];
}

/** The note for a terminal. */
export function noteTexts(note: PlanNote, screen: Screen): string[] {
  const { tone, title, words, lines = [] } = note;
  const paint = tone === "warning" ? screen.colors.yellow : String;
  const text = (title === undefined ? "" : `${title} `) + wordsText(words);
  const sentence = wrapSentence(text, screen, "").map(paint);
  return [...sentence, ...lines.map((line) => `  ${escapeText(line)}`)];
}

/** The note in Markdown: the lines are in a fence. */
export function noteMarkdown({ title, words, lines = [] }: PlanNote, mask: Mask): string {
  const sentence = (title === undefined ? "" : `**${title}** `) + wordsMarkdown(words, mask);
  return lines.length === 0 ? sentence : `${sentence}\n\n${textFence(lines, mask)}`;
}

/** The definitions that HEAD has and the files do not: what deletes their resources, or why they stay. */
export function removedNotes({ removed = [] }: Plan): PlanNote[] {
  return [...groupBy(removed, ({ obstacle }) => obstacle)].map(([obstacle, some]) => {
    const [its, it] = some.length === 1 ? ["its", "it"] : ["their", "them"];
    const outcome: Words =
      obstacle === undefined
        ? [` (commit ${its} removal, then --prune deletes ${it})`]
        : [" (stays: ", { code: obstacle }, ")"];
    const addresses = { code: someOf(some.map(({ address }) => address)) };
    return { tone: "note", title: "Not defined any more:", words: [addresses, ...outcome] };
  });
}

/** Why resources are replaced, once for each kind. */
export function replaceNotes({ changes }: Plan): PlanNote[] {
  const replaced = new Set(
    changes.flatMap(({ action, row }) => (action === "replace" ? [row] : [])),
  );
  return [...replaced].map(({ plural }) => {
    const sentence = `The service cannot update ${plural}: a replace creates a new one, then deletes the old one.`;
    return { tone: "note", words: [sentence] };
  });
}

/** The fields that a write may remove, a line for each resource. */
export function unknownFieldNotes({ changes }: Plan): PlanNote[] {
  const lines = changes.flatMap((change) =>
    (change.action === "update" || change.action === "replace") && change.unknownFields.length > 0
      ? [`${change.address}: ${change.unknownFields.join(", ")}`]
      : [],
  );
  const sentence =
    "Fields that this version of promptctl does not support; updating these resources may remove them:";
  return lines.length === 0 ? [] : [{ tone: "warning", words: [sentence], lines }];
}
