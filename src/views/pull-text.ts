// What pull is about to write, as a person reads it.
import { fileCount, type PullResult } from "../engine/export/pull-result.ts";
import { pluralize, type Screen, wrapSentence, escapeText } from "./terminal-text.ts";
import { diffLines } from "./text-diff.ts";

/** A line per file, then the notes, then one line of counts; ends with a line end. */
export function pullText(
  pulled: PullResult,
  { prefix, baseUrl }: { readonly prefix: string; readonly baseUrl: string },
  screen: Screen,
): string {
  const { files, changed, removed, notes } = pulled;
  const { colors } = screen;
  const head = `${colors.bold("promptctl pull")} · ${escapeText(baseUrl)}`;
  const lines = [
    ...changed.flatMap(({ path, before, text }) => [
      `   ${colors.yellow("~")} ${escapeText(prefix + path)}`,
      ...diffLines(before, text, colors).map((line) => `        ${line}`),
    ]),
    ...files.map(({ path }) => `   ${colors.green("+")} ${escapeText(prefix + path)}`),
    ...removed.map(({ path }) => `   ${colors.red("-")} ${escapeText(prefix + path)}`),
  ];
  const said = notes.flatMap((note) => wrapSentence(`Note: ${note}`, screen, "").map(colors.dim));
  const count = fileCount(pulled);
  const none = notes.length > 0 ? "" : " Files define all that the service has.";
  const last =
    count === 0
      ? `${colors.green("Nothing to write.")}${none}`
      : colors.bold(`${pluralize(count, "file")} to write.`);
  return `${[[head], lines, said, [last]]
    .filter((each) => each.length > 0)
    .map((each) => each.join("\n"))
    .join("\n\n")}\n`;
}
