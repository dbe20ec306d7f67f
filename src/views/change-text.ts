// One change of a plan as text: its line, and what changes in the resource.
import type { Json } from "../engine/model/json.ts";
import type { Plan } from "../engine/model/plan.ts";
import type { Address } from "../engine/model/resource.ts";
import { cutBefore, type DiffLine, diffLineText, type DiffSize } from "./diff-line.ts";
import { referenceText } from "./display-name.ts";
import { type FieldChange, maskedChangeText } from "./field-changes.ts";
import { fieldDiff } from "./field-diff.ts";
import type { ChangeSummary } from "./plan-summary.ts";
import { escapeText, type Screen, truncateMiddle, unicodeSymbols } from "./terminal-text.ts";
import { wholeLines } from "./text-diff.ts";
import { valueLines } from "./value-lines.ts";
import { visibleJson } from "./visible-text.ts";

export interface ChangeTextOptions extends Screen, Pick<DiffSize, "full" | "elsewhere"> {
  /** The file from which a field of a definition includes its text. */
  includedFrom(address: Address, pointer: string): string | undefined;
}

/** The line of the change with its consequence, and its details. */
export function changeLines(
  summary: ChangeSummary,
  plan: Plan,
  options: ChangeTextOptions,
): string[] {
  const { colors, width, symbols, full } = options;
  const { note, action } = summary;
  const symbol = {
    create: colors.green("   +"),
    update: colors.yellow("   ~"),
    replace: colors.magenta(" +/-"),
    delete: colors.red("   -"),
  }[action];
  const room = Math.max(width - 6 - (note ? note.length + 2 : 0), 30);
  const name = escapeText(summary.title);
  const title = full ? name : truncateMiddle(name, room, symbols);
  const line = `${symbol} ${title}`;
  const padding = " ".repeat(Math.max(2, Math.min(62, room) - [...title].length));
  return [
    note ? `${line}${padding}${colors.dim(note)}` : line,
    ...detailLines(summary, plan, options).map((detail) => `      ${detail}`),
  ];
}

function detailLines(summary: ChangeSummary, plan: Plan, options: ChangeTextOptions): string[] {
  const { colors } = options;
  const { address, details, warning, explanation } = summary;
  const longest = details.reduce((length, { path }) => Math.max(length, path.length), 0);
  const label = Math.min(28, longest);
  return [
    ...contentLines(summary, options),
    ...details.flatMap((detail) => fieldLines({ detail, label, address, plan }, options)),
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
    return blockLines(
      wholeLines(action === "create" ? "added" : "removed", valueLines(content), options),
      colors,
    );
  if (contentSummary.length === 0) return [];
  const { separator, ellipsis } = symbols;
  const parts = contentSummary.map((part) => part.replaceAll(unicodeSymbols.ellipsis, ellipsis));
  const line = escapeText(parts.join(` ${separator} `));
  const isWhole = line.length <= width - 6;
  return [colors.dim(isWhole ? line : cutBefore(line, width - 6 - ellipsis.length) + ellipsis)];
}

function blockLines(lines: readonly DiffLine[], colors: Screen["colors"]): string[] {
  return lines.map((line) => diffLineText(line, colors));
}

interface FieldToShow {
  readonly detail: FieldChange;
  /** The number of characters to which the path is padded. */
  readonly label: number;
  readonly address: Address;
  readonly plan: Plan;
}

/** A changed field: on one line if its values fit, otherwise with a diff under its path. */
function fieldLines(
  { detail, label, address, plan }: FieldToShow,
  options: ChangeTextOptions,
): string[] {
  const { colors, width, symbols, full } = options;
  const path = escapeText(detail.path);
  const name = full ? path : truncateMiddle(path, width - 40, symbols);
  const room = width - Math.max(label, name.length) - 12;
  const inline = inlineText(detail, plan, { room, colors, symbols });
  if (inline !== undefined) return [`${name.padEnd(label)}  ${inline}`];
  const file = detail.type === "text" ? options.includedFrom(address, detail.pointer) : undefined;
  const size = { ...options, width: width - 10 };
  const lines = blockLines(fieldDiff(detail, size), colors);
  return [
    file === undefined ? name : `${name.padEnd(label)}  ${colors.dim(escapeText(file))}`,
    ...lines.map((line) => `  ${line}`),
  ];
}

/** The values of a field on one line; undefined if they need more than `room` characters. */
function inlineText(
  detail: FieldChange,
  plan: Plan,
  { room, colors, symbols }: { readonly room: number } & Pick<Screen, "colors" | "symbols">,
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
        detail[type].map((target) => marked[type](escapeText(referenceText(target, plan)))),
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
