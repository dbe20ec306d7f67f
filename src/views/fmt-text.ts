// What fmt has laid out, or would, as a person reads it.
import { maskSecrets } from "../engine/model/secrets.ts";
import { pluralize, type Screen, escapeText } from "./terminal-text.ts";
import { diffLines } from "./text-diff.ts";

/** A file that is not in the layout. The path leads from where the user stands. */
interface Unformatted {
  readonly path: string;
  /** As it stands. */
  readonly raw: string;
  /** The same as definitions are read: without a byte order mark, with LF line ends. */
  readonly before: string;
  readonly text: string;
}

interface Counts {
  /** How many files were looked at. */
  readonly files: number;
  /** How many of them are not in the layout, or were not. */
  readonly changed: number;
  /** How many could not be read. */
  readonly broken: number;
}

/** A file that was written; one line. */
export function formattedText(path: string): string {
  return `formatted  ${escapeText(path)}\n`;
}

/** A file with the lines that differ from the layout; what looks like a secret is masked. */
export function unformattedText(
  { path, raw, before, text }: Unformatted,
  { colors }: Screen,
): string {
  const dropped = [
    raw.startsWith("\uFEFF") ? "(begins with a byte order mark)" : [],
    raw.includes("\r\n") ? "(has CRLF line ends)" : [],
  ].flat();
  const lines = [
    ...dropped.map((each) => colors.dim(each)),
    ...diffLines(maskSecrets(before), maskSecrets(text), colors),
  ];
  const head = `   ${colors.yellow("~")} ${escapeText(path)}`;
  return `${[head, ...lines.map((each) => `        ${each}`)].join("\n")}\n`;
}

/** A file with documents that stay as they stand; one line. */
export function leftText(path: string, documents: number): string {
  const count = pluralize(documents, "document");
  return `left       ${escapeText(path)} (${count} as it stands: fmt is not sure to keep what it says)\n`;
}

/** One line of counts. `isCheck`: nothing was written. */
export function fmtSummary(
  { files, changed, broken }: Counts,
  isCheck: boolean,
  { colors }: Screen,
): string {
  const more = broken === 0 ? "" : ` Left as they are for their mistakes: ${broken}.`;
  if (files === 0 && broken === 0) return "None of what was named is a definition.\n";
  if (changed === 0)
    return `${colors.green("Nothing to format")} in ${pluralize(files, "file")}.${more}\n`;
  const said = isCheck
    ? `${changed} of ${pluralize(files, "file")} to format. promptctl fmt does it.`
    : `${pluralize(changed, "file")} formatted, ${files - changed} unchanged.`;
  return `\n${colors.bold(said)}${more}\n`;
}
