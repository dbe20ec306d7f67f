// A file that a command changes, or would change, with the diff of its text.
import type { ChangedFile } from "../../engine/export/pull-result.ts";
import { maskFileSecrets } from "../../engine/text/secrets.ts";
import { diffLineText } from "./diff-line.ts";
import { escapeText, type Screen } from "./terminal-text.ts";
import { diffText } from "./text-diff.ts";

/** The file, remarks about it, and its changed lines; text that looks like a secret is masked. */
export function changedFileLines(
  { path, before, text }: ChangedFile,
  { colors, symbols, width }: Screen,
  remarks: readonly string[] = [],
): string[] {
  const size = { width: width - 10, elsewhere: "", symbols };
  const diff = diffText(maskFileSecrets(before), maskFileSecrets(text), size);
  const below = [
    ...remarks.map((remark) => colors.dim(remark)),
    ...diff.map((line) => diffLineText(line, colors)),
  ];
  return [
    `   ${colors.yellow("~")} ${escapeText(path)}`,
    ...below.map((line) => `        ${line}`),
  ];
}
