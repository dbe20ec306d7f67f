// The lines of changed fields: with their values where these are short, otherwise with a diff.
import type { Json } from "../../engine/model/json.ts";
import type { DiffLine, DiffSize } from "../text/diff-line.ts";
import { escapeText } from "../text/terminal-text.ts";
import { changedLines } from "../text/text-diff.ts";
import { visibleJson } from "../text/visible-text.ts";
import { type FieldChange, maskedChangeText } from "./field-changes.ts";
import { fieldDiff } from "./field-diff.ts";

/** A changed field, with its values, escaped, or with a diff below it. */
export interface FieldLine {
  readonly type: "field";
  readonly path: string;
  readonly values: readonly {
    readonly sign: "old" | "new" | "added" | "removed" | "note";
    readonly text: string;
  }[];
  readonly diff: readonly DiffLine[];
  /** How many lines of a text are added and removed: `+3 -1`. */
  readonly extent?: string | undefined;
  /** The files from which its text is included. */
  readonly files: readonly string[];
  /** Where in promptctl.yaml the value is. */
  readonly place?: string | undefined;
  readonly isNested?: boolean;
}

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
    const values = valuesOf(change);
    const length = values.reduce((sum, { text }) => sum + text.length, 0);
    const room = size.lineWidth - Math.max(column, path.length) - (place ?? "").length;
    const isInline = type === "set" || type === "masked" || (type !== "text" && length <= room);
    return {
      type: "field",
      path,
      values: isInline ? values : [],
      diff: isInline || size.isOneLine ? [] : fieldDiff(change, size),
      extent: type === "text" ? extentText(change) : undefined,
      files: (type === "text" && change.files) || [],
      place,
    };
  });
}

function extentText({
  before,
  after,
}: {
  readonly before: string;
  readonly after: string;
}): string {
  const { added, removed } = changedLines(before, after);
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

function valuesOf(change: FieldChange): FieldLine["values"] {
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
    case "text":
      return [];
  }
}

function valueText(value: Json | undefined): string {
  return value === undefined ? "(absent)" : visibleJson(value);
}
