// One change of a plan as text: its line, and what changes in the resource.
import stringWidth from "fast-string-width";
import { truncateName } from "../text/display-name.ts";
import { escapeText, type Screen, unicodeSymbols } from "../text/terminal-text.ts";
import {
  type ChangeLineOptions,
  changeLines,
  commitLine,
  type Line,
  sharedWords,
} from "./change-lines.ts";
import type { ChangeSummary } from "./change-summary.ts";
import type { FieldLine } from "./field-lines.ts";
import { heldWords } from "./held-words.ts";
import { fieldTexts, lineTexts, sizeOnScreen, type TextSize } from "./line-text.ts";
import { wordsText } from "./words.ts";

export type ChangeTextOptions = TextSize & Omit<ChangeLineOptions, "size">;

/** The characters before a name: the symbol of the action and a blank. */
const nameStart = 5;

/** The column of what follows the names: after the longest one, within two fifths of the line. */
export function noteColumn(changes: readonly ChangeSummary[], { width }: Screen): number {
  const longest = changes.reduce(
    (max, { title }) => Math.max(max, stringWidth(escapeText(title))),
    0,
  );
  return Math.min(longest + 2, Math.floor(width * 0.4) - nameStart);
}

/**
 * The line of the change, with its consequence, its version and its first edit as far as they fit,
 * and the other lines below it. `column`: that of what follows the names.
 */
export function changeTexts(
  summary: ChangeSummary,
  options: ChangeTextOptions,
  column: number,
): string[] {
  const { width, symbols, full, colors } = options;
  const note = summary.notes.join(` ${symbols.separator} `);
  const room = Math.max(width - nameStart - (note === "" ? 0 : stringWidth(note) + 2), 30);
  const name = escapeText(summary.title);
  const title = full ? name : truncateName(name, room, symbols);
  const start = Math.max(stringWidth(title) + 2, Math.min(column, room));
  const shown = note === "" ? [] : [colors.dim(note)];
  /** Puts a text on the line of the change if there is room for it. */
  const fits = (text: string): boolean => {
    const isFitting = nameStart + start + stringWidth([...shown, text].join(gap)) <= width;
    if (isFitting) shown.push(text);
    return isFitting;
  };
  const below = linesBelow(summary, options, fits);
  const line = `${symbolOf(summary, colors)} ${title}`;
  const padding = " ".repeat(start - stringWidth(title));
  return [
    shown.length === 0 ? line : line + padding + shown.join(gap),
    ...below.map((each) => indent + each),
  ];
}

/** Of the lines below that of a change. */
const indent = "      ";

/** Between the parts of the line of a change. */
const gap = "   ";

/** The lines below that of the change, without the parts that `fits` puts on it. */
function linesBelow(
  summary: ChangeSummary,
  options: ChangeTextOptions,
  fits: (text: string) => boolean,
): string[] {
  const { colors } = options;
  const { held } = summary;
  const version = held && heldWords(held);
  const isVersionShown = version && fits(colors.dim(escapeText(wordsText(version))));
  const facts = factParts(summary, options);
  const allFacts = joinFitting(facts, Infinity, options);
  const areFactsShown = facts.length > 0 && fits(colors.dim(escapeText(allFacts)));
  const lines = changeLines(summary, { ...options, size: sizeOnScreen(options) });
  const [first] = lines;
  const begun = first?.type === "field" ? beginField(first, options, fits) : undefined;
  const asAbove = wordsText(sharedWords(summary));
  const isAsAboveShown = asAbove !== "" && fits(colors.dim(escapeText(asAbove)));
  const others: readonly (Line | false | undefined)[] = [
    version && !isVersionShown && { type: "note", words: version },
    held && "at" in held.held && options.showsAuthors && commitLine(held.held.at),
    summary.nameNote !== undefined && { type: "note", words: [summary.nameNote] },
    facts.length > 0 &&
      !areFactsShown && {
        type: "note",
        words: [joinFitting(facts, options.width - indent.length, options)],
        isCut: true,
      },
  ];
  const asAboveBelow: Line[] =
    asAbove === "" || isAsAboveShown ? [] : [{ type: "note", words: [asAbove] }];
  return [
    ...(begun?.values ?? []),
    ...lineTexts(
      others.filter((line) => line !== undefined && line !== false),
      options,
    ),
    ...(begun?.diff ?? []),
    ...lineTexts([...(begun ? lines.slice(1) : lines), ...asAboveBelow], options),
  ];
}

/**
 * Puts a field on the line of the change, at least its path, and returns what is below it. Undefined if
 * there is no room.
 */
function beginField(
  field: FieldLine,
  options: ChangeTextOptions,
  fits: (text: string) => boolean,
): { readonly values: readonly string[]; readonly diff: readonly string[] } | undefined {
  const { path } = field;
  const [label = "", ...diff] = fieldTexts(field, path.length, options);
  if (fits(label)) return { values: [], diff };
  const started = { ...field, values: [], diff: [], files: [], place: undefined };
  const [start = ""] = fieldTexts(started, path.length, options);
  if (options.full || !fits(start)) return undefined;
  const [rest = ""] = fieldTexts({ ...field, path: "", summary: [] }, 0, options);
  return { values: rest === "" ? [] : [rest.trimStart()], diff };
}

/** The main fields of a created or deleted resource; empty where its whole content is shown. */
function factParts(
  { contentSummary, content }: ChangeSummary,
  { symbols, full }: ChangeTextOptions,
): readonly string[] {
  if (content && full) return [];
  return contentSummary.map((part) => part.replaceAll(unicodeSymbols.ellipsis, symbols.ellipsis));
}

/**
 * The parts that fit into `width`, at least the first, and the label of the next one. A part is whole, because it
 * can end with the number of what it leaves out.
 */
function joinFitting(
  parts: readonly string[],
  width: number,
  { symbols: { ellipsis, separator } }: Pick<Screen, "symbols">,
): string {
  const join = (count: number, end: string): string =>
    [...parts.slice(0, count), ...(count < parts.length ? [end] : [])].join(` ${separator} `);
  const fits = (text: string): boolean => stringWidth(escapeText(text)) <= width;
  const fitting = parts.findLastIndex((_part, index) => fits(join(index + 1, ellipsis)));
  const count = Math.max(fitting, 0) + 1;
  const [label = ""] = /^[^:"]*: /.exec(parts[count] ?? "") ?? [];
  const labelled = join(count, label + ellipsis);
  return fits(labelled) ? labelled : join(count, ellipsis);
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
