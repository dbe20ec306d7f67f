// Changed fields as text: on one line where the values fit, otherwise as a diff.
import type { Json } from "../../engine/model/json.ts";
import { type Address, nameOf } from "../../engine/model/resource.ts";
import { diffLineText, type DiffSize } from "../text/diff-line.ts";
import { type FieldChange, maskedChangeText } from "./field-changes.ts";
import { fieldDiff } from "./field-diff.ts";
import { escapeText, type Screen, truncateMiddle } from "../text/terminal-text.ts";
import { visibleJson } from "../text/visible-text.ts";

export interface FieldTextOptions extends Screen, Pick<DiffSize, "full" | "elsewhere"> {
  /** How a reference is shown. */
  referenceText(this: void, reference: Address): string;
  /** The files from which the text at a JSON pointer is included. */
  includedFrom(this: void, pointer: string): readonly string[];
  /** Where in promptctl.yaml the value of a field is, such as `parameters.name`. */
  originOf(this: void, path: string): string | undefined;
}

/** The changed fields of a resource, with their values in one column. */
export function fieldChangesLines(
  changes: readonly FieldChange[],
  options: FieldTextOptions,
): string[] {
  const longest = changes.reduce((length, { path }) => Math.max(length, path.length), 0);
  return changes.flatMap((each) => fieldLines(each, Math.min(28, longest), options));
}

/** The changed fields of a definition in git: whole values, and references by their names. */
export function wholeChangesLines(
  changes: readonly FieldChange[],
  screen: Screen,
  originOf: FieldTextOptions["originOf"] = () => undefined,
): string[] {
  return fieldChangesLines(changes, {
    ...screen,
    full: true,
    elsewhere: "",
    referenceText: nameOf,
    includedFrom: () => [],
    originOf,
  });
}

/**
 * A changed field: on one line if its values fit, otherwise with a diff under its path. `label`:
 * the number of characters to which the path is padded.
 */
function fieldLines(detail: FieldChange, label: number, options: FieldTextOptions): string[] {
  const { colors, width, symbols, full } = options;
  const path = escapeText(detail.path);
  const name = full ? path : truncateMiddle(path, width - 40, symbols);
  const origin = options.originOf(detail.path);
  const suffix = origin === undefined ? "" : `  ${colors.dim(escapeText(origin))}`;
  const room = width - Math.max(label, name.length) - 12 - (origin ?? "").length;
  const inline = inlineText(detail, room, options);
  if (inline !== undefined) return [`${name.padEnd(label)}  ${inline}${suffix}`];
  const files = detail.type === "text" ? options.includedFrom(detail.pointer) : [];
  const from = files.map(escapeText).join(", ");
  const size = { ...options, width: width - 10 };
  const lines = fieldDiff(detail, size).map((each) => diffLineText(each, colors));
  return [
    from === "" ? name + suffix : `${name.padEnd(label)}  ${colors.dim(from)}`,
    ...lines.map((line) => `  ${line}`),
  ];
}

/** The values of a field on one line; undefined if they need more than `room` characters. */
function inlineText(
  detail: FieldChange,
  room: number,
  { colors, symbols, referenceText }: FieldTextOptions,
): string | undefined {
  const marked = {
    added: (text: string): string => colors.green(`+ ${text}`),
    removed: (text: string): string => colors.red(`- ${text}`),
  };
  switch (detail.type) {
    case "value": {
      const [before, after] = [valueText(detail.before), valueText(detail.after)];
      if (before.length + after.length > room) return undefined;
      return `${colors.red(before)} ${symbols.arrow} ${colors.green(after)}`;
    }
    case "added":
    case "removed": {
      const item = visibleJson(detail.item);
      return item.length > room ? undefined : marked[detail.type](item);
    }
    case "set": {
      const references = (["added", "removed"] as const).flatMap((type) =>
        detail[type].map((target) => marked[type](escapeText(referenceText(target)))),
      );
      return references.join("  ");
    }
    case "masked":
      return maskedChangeText;
    case "text":
      return undefined;
  }
}

function valueText(value: Json | undefined): string {
  return value === undefined ? "(absent)" : visibleJson(value);
}
