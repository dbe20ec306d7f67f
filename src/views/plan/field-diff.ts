// The diff of a changed field whose values do not fit on one line.
import type { Json } from "../../engine/model/json.ts";
import type { DiffLine, DiffSize } from "../text/diff-line.ts";
import type { FieldChange } from "./field-changes.ts";
import { diffText, wholeLines } from "../text/text-diff.ts";
import { valueLines } from "../text/value-lines.ts";

/** The lines of a text, a value or an item of a list; no lines for what fits on one line. */
export function fieldDiff(detail: FieldChange, size: DiffSize): DiffLine[] {
  switch (detail.type) {
    case "text":
      return diffText(detail.before, detail.after, {
        ...size,
        isExcerpt: detail.isExcerpt ?? false,
      });
    case "added":
    case "removed":
      return wholeLines(detail.type, valueLines(detail.item), size);
    case "value":
      return valueDiff(detail.before, detail.after, size);
    case "set":
    case "masked":
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
