// The lines of a change for a terminal: colours, a column for the paths of fields, line breaks.
import { diffLineText } from "../text/diff-line.ts";
import {
  escapeText,
  type Screen,
  truncateEnd,
  truncateMiddle,
  wrapSentence,
} from "../text/terminal-text.ts";
import type { Line } from "./change-lines.ts";
import type { FieldChange } from "./field-changes.ts";
import {
  type FieldLine,
  fieldLines,
  type FieldSize,
  joinValues,
  type PlaceOf,
  pathColumn,
} from "./field-lines.ts";
import { wordsText } from "./words.ts";

export interface TextSize extends Screen {
  readonly full?: boolean;
  /** The maximum number of lines of a diff; 0 for no diffs. */
  readonly maxDiff?: number;
  readonly elsewhere: string;
}

/** What a terminal shows of a field: the indentation and the blanks leave less of the width. */
export function sizeOnScreen(size: TextSize): FieldSize {
  const { width, symbols, full = false, elsewhere, maxDiff } = size;
  const screen = { width: width - 10, lineWidth: width - 12, symbols, full, elsewhere };
  if (maxDiff === undefined) return screen;
  return { ...screen, maxLines: maxDiff, isOneLine: maxDiff === 0 };
}

/** The changed fields of a definition in git: whole values. */
export function wholeChangesTexts(
  changes: readonly FieldChange[],
  screen: Screen,
  placeOf?: PlaceOf,
): string[] {
  const size = { ...screen, full: true, elsewhere: "" };
  return lineTexts(fieldLines(changes, sizeOnScreen(size), placeOf), size);
}

/** The lines, without the indentation of all of them. */
export function lineTexts(lines: readonly Line[], size: TextSize): string[] {
  const fields = lines.filter((line) => line.type === "field");
  const [nested, others] = [true, false].map((isNested) =>
    pathColumn(fields.filter((field) => (field.isNested ?? false) === isNested)),
  );
  return lines.flatMap((line) => {
    if (line.type === "diff") return line.diff.map((each) => diffLineText(each, size.colors));
    const { isNested } = line;
    const inner = { ...size, width: size.width - (isNested ? 8 : 6) };
    const texts =
      line.type === "field"
        ? fieldTexts(line, (isNested ? nested : others)!, size)
        : sentenceTexts(line, inner);
    return isNested ? texts.map((text) => `  ${text}`) : texts;
  });
}

function sentenceTexts(
  { type, words, isCut = false }: Extract<Line, { readonly words: unknown }>,
  screen: Screen,
): string[] {
  const { colors, width, symbols, wraps } = screen;
  const paint = { note: colors.dim, warning: colors.yellow, names: String }[type];
  const texts = wrapSentence(wordsText(words), { ...screen, wraps: wraps && !isCut }, "");
  return texts.map((text) => paint(isCut ? truncateEnd(text, width, symbols) : text));
}

/** The path with the values, or with a diff below it. `column`: the width of the paths. */
export function fieldTexts(
  { path, values, diff, summary, files, place }: FieldLine,
  column: number,
  { colors, width, symbols, full }: TextSize,
): string[] {
  const name = full ? escapeText(path) : truncateMiddle(escapeText(path), width - 40, symbols);
  const paint = {
    old: colors.red,
    new: colors.green,
    added: (text: string) => colors.green(`+ ${text}`),
    removed: (text: string) => colors.red(`- ${text}`),
    note: colors.dim,
  };
  const shown = joinValues([...values, ...summary], ({ sign, text }) => paint[sign](text), {
    arrow: ` ${symbols.arrow} `,
    separator: "  ",
  });
  const from = colors.dim(files.map(escapeText).join(", "));
  const suffix = place === undefined ? "" : `  ${colors.dim(escapeText(place))}`;
  const rest = [shown, ...(files.length > 0 ? [from] : [])].filter(Boolean).join("  ");
  return [
    (rest === "" ? name : `${name.padEnd(column)}  ${rest}`) + suffix,
    ...diff.map((each) => `  ${diffLineText(each, colors)}`),
  ];
}
