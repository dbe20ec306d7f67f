// The result of promptctl import as text.
import { firstOf, someOf } from "../../engine/text/word-lists.ts";
import type { Address } from "../../engine/model/resource.ts";
import { escapeText, pluralize, type Screen } from "../text/terminal-text.ts";

export interface ImportSummary {
  /** The table, as the user named it. */
  readonly table: string;
  readonly added: readonly Address[];
  readonly changed: readonly Address[];
  readonly unchanged: number;
  /** Evaluations that the table does not have. */
  readonly extra: readonly Address[];
  /** The file of new evaluations, as seen from the working directory. */
  readonly path: string;
  readonly files: readonly string[];
  readonly prune: boolean;
  readonly dryRun: boolean;
}

/** A line for each evaluation that changes, up to 10 of a kind, then files and counts. */
export function importText(summary: ImportSummary, screen: Screen): string {
  const { table, added, changed, unchanged, extra, files, prune, dryRun } = summary;
  const { colors } = screen;
  const removed = prune ? extra : [];
  const lines = [
    ...addressLines(colors.green("+"), added),
    ...addressLines(colors.yellow("~"), changed),
    ...addressLines(colors.red("-"), removed),
  ];
  const counts = [
    `${added.length} new`,
    `${changed.length} changed`,
    `${unchanged} unchanged`,
    ...(removed.length > 0 ? [`${removed.length} removed`] : []),
  ].join(", ");
  const rows = pluralize(added.length + changed.length + unchanged, "row");
  const written =
    files.length === 0
      ? "Nothing to write."
      : `${dryRun ? "Would write" : "Wrote"} ${escapeText(someOf(files))}.`;
  return [
    ...lines,
    ...(lines.length > 0 ? [""] : []),
    colors.bold(`${escapeText(table)}: ${rows}: ${counts}.`),
    written,
    ...(files.length > 0
      ? [`No longer read: ${escapeText(table)}. After a change in it, import it again.`]
      : []),
    ...extraNote(summary),
    "",
  ].join("\n");
}

function addressLines(mark: string, addresses: readonly Address[]): readonly string[] {
  const lines = addresses.map((address) => `  ${mark} ${escapeText(address)}`);
  return firstOf(lines, 10, (more) => `  ${mark} and ${more} more`);
}

function extraNote({ extra, prune, path, table }: ImportSummary): string[] {
  if (prune || extra.length === 0) return [];
  const names = escapeText(someOf(extra, 3));
  const are = extra.length === 1 ? "is" : "are";
  return [
    `Note: ${pluralize(extra.length, "evaluation")} of ${escapeText(path)} ${are} not in ${escapeText(table)}: ${names}.`,
    "To remove: import again with --prune.",
  ];
}
