// One change of a plan as text: its line, and what changes in the resource.
import stringWidth from "fast-string-width";
import { escapeText, type Screen, truncateMiddle, unicodeSymbols } from "../text/terminal-text.ts";
import { type ChangeLineOptions, changeLines, commitLine, type Line } from "./change-lines.ts";
import { heldWords } from "./held-version.ts";
import { lineTexts, sizeOnScreen, type TextSize } from "./line-text.ts";
import type { ChangeSummary } from "./plan-summary.ts";
import { wordsText } from "./words.ts";

export type ChangeTextOptions = TextSize & Omit<ChangeLineOptions, "size">;

/** The column of the notes, unless a longer note needs more room. */
const usualColumn = 62;

/** The characters before a name: the symbol of the action and a blank. */
const nameStart = 5;

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
function wholeNote({ note, held }: ChangeSummary, { symbols }: Screen): string {
  const parts = [note, held ? escapeText(wordsText(heldWords(held))) : ""];
  return parts.filter((part) => part !== "").join(` ${symbols.separator} `);
}

/** The line of the change with its consequence, and its details. `column`: that of the notes. */
export function changeTexts(
  summary: ChangeSummary,
  options: ChangeTextOptions,
  column: number,
): string[] {
  const { width, symbols, full, colors } = options;
  const { note } = summary;
  const room = Math.max(width - 6 - (note ? note.length + 2 : 0), 30);
  const name = escapeText(summary.title);
  const title = full ? name : truncateMiddle(name, room, symbols);
  const start = Math.max(stringWidth(title) + 2, Math.min(column, room));
  const whole = wholeNote(summary, options);
  const isOneLine = nameStart + start + stringWidth(whole) <= width;
  const shown = isOneLine ? whole : note;
  const line = `${symbolOf(summary, colors)} ${title}`;
  const padding = " ".repeat(start - stringWidth(title));
  const below = [
    ...factLines(summary, options, isOneLine),
    ...changeLines(summary, { ...options, size: sizeOnScreen(options) }),
  ];
  return [
    shown ? `${line}${padding}${colors.dim(shown)}` : line,
    ...lineTexts(below, options).map((each) => `      ${each}`),
  ];
}

/** An update has another symbol if it overwrites what no version in git has. */
function symbolOf({ action, isChangedOnService }: ChangeSummary, colors: Screen["colors"]): string {
  switch (action) {
    case "create":
      return colors.green("   +");
    case "update":
      return colors.yellow(isChangedOnService ? "   !" : "   ~");
    case "replace":
      return colors.magenta(" +/-");
    case "delete":
      return colors.red("   -");
  }
}

/** What the line of the change has no room for: the version with its commit, the name, the content. */
function factLines(
  { held, nameNote, contentSummary, content }: ChangeSummary,
  { showsAuthors, symbols, full }: ChangeTextOptions,
  isOneLine: boolean,
): Line[] {
  const commit = held && "at" in held.held ? held.held.at : undefined;
  const facts = contentSummary
    .map((part) => part.replaceAll(unicodeSymbols.ellipsis, symbols.ellipsis))
    .join(` ${symbols.separator} `);
  const lines: readonly (Line | false | undefined)[] = [
    held && commit && !isOneLine && { type: "note", words: heldWords(held) },
    commit && showsAuthors && commitLine(commit),
    nameNote !== undefined && { type: "note", words: [nameNote] },
    facts !== "" && !(content && full) && { type: "note", words: [facts], isCut: true },
  ];
  return lines.filter((line) => line !== undefined && line !== false);
}
