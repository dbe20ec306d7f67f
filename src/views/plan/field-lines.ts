// The lines of changed fields: with their values where these are short, otherwise with a diff.
import type { Json } from "../../engine/model/json.ts";
import { changedLines } from "../text/compared-texts.ts";
import { type DiffLine, type DiffSize, noteLine } from "../text/diff-line.ts";
import { escapeText, pluralize, type Symbols } from "../text/terminal-text.ts";
import { comparedLines, diffText, wholeLines } from "../text/text-diff.ts";
import { valueLines } from "../text/value-lines.ts";
import { visibleJson } from "../text/visible-text.ts";
import type { Phrase } from "../text/word-edits.ts";
import {
  comparedOf,
  type FieldChange,
  maskedChangeText,
  type TextChange,
} from "./field-changes.ts";

/** A changed field, with its values, escaped, or with a diff below it. */
export interface FieldLine {
  readonly type: "field";
  readonly path: string;
  readonly values: FieldValues;
  readonly diff: readonly DiffLine[];
  /** What changes in a text: a few words, or how many lines are added and removed (`+3 -1`). */
  readonly summary: FieldValues;
  /** The files from which its text is included. */
  readonly files: readonly string[];
  /** Where in promptctl.yaml the value is. */
  readonly place?: string | undefined;
  readonly isNested?: boolean;
}

/** Values, escaped. */
type FieldValues = readonly {
  readonly sign: "old" | "new" | "added" | "removed" | "note";
  readonly text: string;
}[];

/** How much of a field an output shows. */
export interface FieldSize extends DiffSize {
  /** The characters for path, values and place on one line. */
  readonly lineWidth: number;
  /** Leaves out the diffs. */
  readonly isOneLine?: boolean;
}

/** Where in promptctl.yaml the value of a field is, such as `parameters.name`. */
export type PlaceOf = (path: string) => string | undefined;

/** A line for each changed field. */
export function fieldLines(
  changes: readonly FieldChange[],
  size: FieldSize,
  placeOf?: PlaceOf,
): FieldLine[] {
  const column = pathColumn(changes);
  return changes.map((change) => {
    const { type, path } = change;
    const place = placeOf?.(path);
    const values = valuesOf(change, size.symbols);
    const length = values.reduce((sum, { text }) => sum + text.length, 0);
    const room = size.lineWidth - Math.max(column, path.length) - (place ?? "").length;
    const isShort = type === "set" || type === "masked" || type === "edits";
    const isInline = isShort || (type !== "text" && length <= room);
    return {
      type: "field",
      path,
      values: isInline ? values : [],
      diff: isInline || size.isOneLine ? [] : fieldDiff(change, size),
      summary: type === "text" ? textSummary(change) : [],
      files: (type === "text" && change.files) || [],
      place,
    };
  });
}

/** Longer words of a text are only in its diff. */
const maxPhrase = 40;

/** Of more edits, a summary has only the number of lines. */
const maxWordEdits = 3;

function textSummary(change: TextChange): FieldValues {
  const compared = comparedOf(change);
  const lines = changedLines(compared);
  const extent = { sign: "note" as const, text: countsText(lines.added, lines.removed) };
  if (lines.places > maxWordEdits) return [extent]; // each place has an edit
  const edits = compared.edits();
  const { phrases = edits.phrases } = change;
  const shown = phrases.find(
    ({ before, after }) => Math.max(before.length, after.length) <= maxPhrase,
  );
  if (!shown || edits.count > maxWordEdits) return [extent];
  const more = edits.count - 1;
  return [
    ...phraseValues(shown),
    ...(more > 0 ? [{ sign: "note" as const, text: pluralize(more, "more edit") }] : []),
  ];
}

function phraseValues({ before, after }: Phrase): FieldValues {
  const [old, now] = [visibleJson(before), visibleJson(after)];
  if (before === "") return [{ sign: "added", text: now }];
  if (after === "") return [{ sign: "removed", text: old }];
  return [
    { sign: "old", text: old },
    { sign: "new", text: now },
  ];
}

/** The values in a line: an arrow between an old and a new one, else `separator`. */
export function joinValues(
  values: FieldValues,
  show: (value: FieldValues[number]) => string,
  { arrow, separator }: { readonly arrow: string; readonly separator: string },
): string {
  return values
    .map((value, index) => {
      if (index === 0) return show(value);
      const isPair = value.sign === "new" && values[index - 1]!.sign === "old";
      return (isPair ? arrow : separator) + show(value);
    })
    .join("");
}

/** How many lines of texts are added and removed: `+3 -1`. */
export function extentText(...texts: readonly TextChange[]): string {
  const counts = texts.map((text) => changedLines(comparedOf(text)));
  const sum = (side: "added" | "removed"): number =>
    counts.reduce((total, count) => total + count[side], 0);
  return countsText(sum("added"), sum("removed"));
}

function countsText(added: number, removed: number): string {
  const parts = [added > 0 && `+${added}`, removed > 0 && `-${removed}`];
  return parts.filter((part) => part !== false).join(" ");
}

/** The width of the column of the paths; longer ones stand out. */
export function pathColumn(fields: readonly { readonly path: string }[]): number {
  return Math.min(
    28,
    fields.reduce((width, { path }) => Math.max(width, path.length), 0),
  );
}

function valuesOf(change: FieldChange, symbols: Pick<Symbols, "ellipsis">): FieldValues {
  switch (change.type) {
    case "value":
      return [
        { sign: "old", text: valueText(change.before) },
        { sign: "new", text: valueText(change.after) },
      ];
    case "added":
    case "removed":
      return [{ sign: change.type, text: visibleJson(change.item) }];
    case "set":
      return (["added", "removed"] as const).flatMap((sign) =>
        change[sign].map((name) => ({ sign, text: escapeText(name) })),
      );
    case "masked":
      return [{ sign: "note", text: maskedChangeText }];
    case "edits":
      if (change.range) {
        const [before, after] = [change.range.before, change.range.after].map(([min, max]) =>
          min === max ? String(min) : `${min} ${symbols.ellipsis} ${max}`,
        );
        return [
          { sign: "old", text: before! },
          { sign: "new", text: after! },
        ];
      }
      return [
        {
          sign: "note",
          text: [pluralize(change.count, "edit"), change.extent].filter(Boolean).join(", "),
        },
      ];
    case "text":
      return [];
  }
}

function valueText(value: Json | undefined): string {
  return value === undefined ? "(absent)" : visibleJson(value);
}

/** The lines of a text, a value or an item of a list; no lines for what fits on one line. */
export function fieldDiff(detail: FieldChange, size: DiffSize): DiffLine[] {
  switch (detail.type) {
    case "text":
      return [
        ...(detail.example === undefined
          ? []
          : [noteLine(`(the same edit in each, here in ${escapeText(detail.example)})`)]),
        ...comparedLines(comparedOf(detail), {
          ...size,
          isExcerpt: detail.isExcerpt ?? false,
        }),
      ];
    case "added":
    case "removed":
      return wholeLines(detail.type, valueLines(detail.item), size);
    case "value":
      return valueDiff(detail.before, detail.after, size);
    case "set":
    case "masked":
    case "edits":
      return [];
  }
}

/** Without the line numbers of a text: the lines of a value are in no file. */
function valueDiff(before: Json | undefined, after: Json | undefined, size: DiffSize): DiffLine[] {
  if (before === undefined)
    return wholeLines("added", after === undefined ? [] : valueLines(after), size);
  if (after === undefined) return wholeLines("removed", valueLines(before), size);
  const [old, current] = [before, after].map((value) => `${valueLines(value).join("\n")}\n`);
  return diffText(old!, current!, { ...size, isValue: true });
}
