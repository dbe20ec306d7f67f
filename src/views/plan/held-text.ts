// The version that the service holds, as text: in the line of a change, and below it.
import { shortHash } from "../../engine/text/commit-hash.ts";
import stringWidth from "fast-string-width";
import type { Plan, VersionCommit } from "../../engine/model/plan.ts";
import type { DiffSize } from "../text/diff-line.ts";
import { referenceText } from "../text/display-name.ts";
import { fieldChangesLines } from "./field-change-text.ts";
import { changedFields, changedOnServiceText, heldNote, type HeldStyle } from "./held-version.ts";
import type { ChangeSummary } from "./plan-summary.ts";
import {
  escapeText,
  type Screen,
  truncateEnd,
  truncateMiddle,
  wrapSentence,
} from "../text/terminal-text.ts";

export interface HeldTextOptions extends Screen, Pick<DiffSize, "full" | "elsewhere"> {
  /** Shows date, author and subject of commits. */
  readonly showsAuthors?: boolean;
}

/** The column of the notes, unless a longer note needs more room. */
const usualColumn = 62;

/** The characters before a name: the symbol of the action and a blank. */
export const nameStart = 5;

/**
 * The column of the notes: the usual one, or directly after the longest name if all notes fit into
 * their lines only there.
 */
export function noteColumn(changes: readonly ChangeSummary[], screen: Screen): number {
  const noted = changes.map((change) => ({
    name: stringWidth(escapeText(change.title)),
    note: stringWidth(wholeNote(change, screen)),
  }));
  const longestNote = noted.reduce((max, { note }) => Math.max(max, note), 0);
  const fits = (column: number): boolean => nameStart + column + longestNote <= screen.width;
  if (fits(usualColumn)) return usualColumn;
  const ofNames = noted.reduce((max, { name, note }) => (note > 0 ? Math.max(max, name) : max), 0);
  return fits(ofNames + 2) ? Math.min(ofNames + 2, usualColumn) : usualColumn;
}

/** The consequence of a change, and the version that the service holds. */
export function wholeNote({ note, held }: ChangeSummary, { symbols }: Screen): string {
  const parts = [note, held ? heldNote(held, textStyle) : ""];
  return parts.filter((part) => part !== "").join(` ${symbols.separator} `);
}

/** The maximum number of characters of the name of a branch or tag. */
const maxRefLength = 40;

const textStyle: HeldStyle = {
  commit: ({ commit }) => escapeText(shortHash(commit)),
  ref: (name) => escapeText(truncateMiddle(name, maxRefLength)),
};

/** The version that the service holds, unless the line of the change says it, and its commit. */
export function heldLines(
  { held: summary }: ChangeSummary,
  options: HeldTextOptions,
  isInTitle: boolean,
): string[] {
  if (!summary || summary.held.type === "none") return []; // changedOnServiceLines says it
  const note = isInTitle ? [] : [options.colors.dim(heldNote(summary, textStyle))];
  return [...note, ...commitLines(summary.held.at, options)];
}

/** Date, author and subject of a commit. A saved plan has only the date. */
function commitLines(at: VersionCommit, options: HeldTextOptions): string[] {
  const { showsAuthors, colors, width, wraps } = options;
  if (!showsAuthors) return [];
  const parts = [at.date.slice(0, 10), at.author, at.subject];
  const line = escapeText(parts.filter((part) => part !== "").join("  "));
  return [colors.dim(wraps ? truncateEnd(line, width - 6) : line)];
}

/** How the service differs from the newest version, if it holds no version. */
export function changedOnServiceLines(
  { held: summary }: ChangeSummary,
  plan: Plan,
  options: HeldTextOptions,
): string[] {
  if (summary?.held.type !== "none") return [];
  const { colors, full, width } = options;
  const { owner, differences, held } = summary;
  const inner = { ...options, width: width - 6 };
  const sentence = changedOnServiceText(summary, owner, textStyle);
  const lines = wrapSentence(sentence, inner, "").map((line) => colors.yellow(line));
  const commit = held.newest ? commitLines(held.newest.at, options) : [];
  const fields = full
    ? fieldChangesLines(differences, {
        ...inner,
        referenceText: (reference) => referenceText(reference, plan),
        includedFrom: () => [],
        originOf: () => undefined,
      })
    : wrapSentence(changedFields(differences).join(", "), { ...inner, width: inner.width - 2 }, "");
  return [...lines, ...commit, ...fields.filter(Boolean).map((line) => `  ${line}`)];
}
