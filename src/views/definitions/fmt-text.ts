// The results of fmt as text.
import type { ChangedFile } from "../../engine/export/pull-result.ts";
import { changedFileLines } from "../text/changed-file.ts";
import { escapeText, pluralize, type Screen } from "../text/terminal-text.ts";

interface FmtCounts {
  /** Files that were read. */
  readonly files: number;
  /** Files that are, or were, not formatted. */
  readonly changed: number;
  /** Files with YAML errors. */
  readonly broken: number;
}

/** The line of a file that was written. */
export function formattedText(path: string): string {
  return `formatted  ${escapeText(path)}\n`;
}

/** An unformatted file with a diff. `raw`: its text with a byte order mark and CRLF line endings. */
export function unformattedText(file: ChangedFile, raw: string, screen: Screen): string {
  const remarks = [
    raw.startsWith("\uFEFF") ? "(begins with a byte order mark)" : [],
    raw.includes("\r\n") ? "(has CRLF line endings)" : [],
  ].flat();
  return `${changedFileLines(file, screen, remarks).join("\n")}\n`;
}

/** The line of a file with documents that stay as they are. */
export function skippedFileText(path: string, documents: number): string {
  const count = pluralize(documents, "document");
  return `skipped    ${escapeText(path)} (${count}: formatting could change the meaning)\n`;
}

/** A line of counts. `isCheck`: nothing was written. */
export function fmtSummary(
  { files, changed, broken }: FmtCounts,
  isCheck: boolean,
  { colors }: Screen,
): string {
  const skipped = broken === 0 ? "" : ` Skipped because of YAML errors: ${broken}.`;
  if (files === 0 && broken === 0) return "No definition files among the given paths.\n";
  if (changed === 0)
    return `${colors.green("Nothing to format")} in ${pluralize(files, "file")}.${skipped}\n`;
  const summary = isCheck
    ? `${changed} of ${pluralize(files, "file")} not formatted. Run promptctl fmt.`
    : `${pluralize(changed, "file")} formatted, ${files - changed} unchanged.`;
  return `\n${colors.bold(summary)}${skipped}\n`;
}
