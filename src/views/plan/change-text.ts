// One change of a plan as text: its line, and what changes in the resource.
import stringWidth from "fast-string-width";
import type { Plan } from "../../engine/model/plan.ts";
import type { Address } from "../../engine/model/resource.ts";
import { cutBefore, diffLineText } from "../text/diff-line.ts";
import { referenceText } from "../text/display-name.ts";
import { fieldChangesLines } from "./field-change-text.ts";
import {
  changedOnServiceLines,
  heldLines,
  type HeldTextOptions,
  nameStart,
  wholeNote,
} from "./held-text.ts";
import { type ChangeSummary, overriddenText } from "./plan-summary.ts";
import { escapeText, type Screen, truncateMiddle, unicodeSymbols } from "../text/terminal-text.ts";
import { wholeLines } from "../text/text-diff.ts";
import { valueLines } from "../text/value-lines.ts";

export interface ChangeTextOptions extends HeldTextOptions {
  /** The column of the notes, counted from the start of the names. */
  readonly column: number;
  /** The files from which a field of a definition includes its text. */
  includedFrom(address: Address, pointer: string): readonly string[];
}

/** The line of the change with its consequence, and its details. */
export function changeLines(
  summary: ChangeSummary,
  plan: Plan,
  options: ChangeTextOptions,
): string[] {
  const { width, symbols, full, column, colors } = options;
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
  return [
    shown ? `${line}${padding}${colors.dim(shown)}` : line,
    ...[
      ...heldLines(summary, options, isOneLine),
      ...detailLines(summary, plan, options),
      ...changedOnServiceLines(summary, plan, options),
    ].map((detail) => `      ${detail}`),
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

function detailLines(summary: ChangeSummary, plan: Plan, options: ChangeTextOptions): string[] {
  const { colors } = options;
  const { address, nameNote, details, warning, explanation, overridden } = summary;
  const origin = overriddenText(summary);
  const fieldOptions = {
    ...options,
    referenceText: (reference: Address) => referenceText(reference, plan),
    includedFrom: (pointer: string) => options.includedFrom(address, pointer),
    originOf: (path: string) => overridden[path],
  };
  return [
    ...(nameNote === undefined ? [] : [colors.dim(escapeText(nameNote))]),
    ...contentLines(summary, options),
    ...(origin === undefined ? [] : [colors.dim(escapeText(`overridden: ${origin}`))]),
    ...fieldChangesLines(details, fieldOptions),
    ...(warning === undefined ? [] : [colors.yellow(warning)]),
    ...(explanation === undefined ? [] : [colors.dim(explanation)]),
  ];
}

/** The content of a created or deleted resource, or its summary. */
function contentLines(
  { action, content, contentSummary }: ChangeSummary,
  options: ChangeTextOptions,
): string[] {
  const { colors, width, symbols, full } = options;
  if (content && full)
    return wholeLines(action === "create" ? "added" : "removed", valueLines(content), options).map(
      (each) => diffLineText(each, colors),
    );
  if (contentSummary.length === 0) return [];
  const { separator, ellipsis } = symbols;
  const parts = contentSummary.map((part) => part.replaceAll(unicodeSymbols.ellipsis, ellipsis));
  const line = escapeText(parts.join(` ${separator} `));
  const isWhole = line.length <= width - 6;
  return [colors.dim(isWhole ? line : cutBefore(line, width - 6 - ellipsis.length) + ellipsis)];
}
