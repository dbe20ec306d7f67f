// One change of a plan in Markdown: its line in the list, and its details.
import { type DiffLine, plainDiffLine } from "../text/diff-line.ts";
import { codeFence, codeSpan, type Mask } from "../text/markdown.ts";
import { unicodeSymbols } from "../text/terminal-text.ts";
import { type ChangeLineOptions, changeLines, type Line } from "./change-lines.ts";
import type { FieldLine } from "./field-lines.ts";
import { heldWords } from "./held-version.ts";
import type { ChangeSummary } from "./plan-summary.ts";
import { wordsMarkdown } from "./words.ts";

export interface ChangeMarkdownOptions extends Pick<ChangeLineOptions, "includedFrom"> {
  readonly mask: Mask;
  readonly full?: boolean;
  readonly elsewhere: string;
  /** Names the sides of a change: the service and the files. */
  readonly namesSides?: boolean;
}

/** `- update` `prompt/Support triage` `· **deploys**` */
export function changeItem(
  { action, title, nameNote, note, contentSummary, held }: ChangeSummary,
  mask: Mask,
): string {
  const word = action === "delete" ? "**delete**" : action;
  const strong = note === "deploys" ? "**deploys**" : note;
  const version = held ? wordsMarkdown(heldWords(held), mask) : "";
  const parts = [
    `- ${word} ${codeSpan(title, mask)}`,
    nameNote === undefined ? "" : codeSpan(nameNote, mask),
    strong,
    held?.held.type === "none" ? `**${version}**` : version,
    contentSummary.length === 0 ? "" : codeSpan(contentSummary.join(" · "), mask),
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

/** The details of a change under its name; undefined if its line says everything. */
export function changeDetails(
  summary: ChangeSummary,
  options: ChangeMarkdownOptions,
): string | undefined {
  const { full = false, elsewhere, mask, includedFrom } = options;
  const size = { width: 120, lineWidth: 200, symbols: unicodeSymbols, full, elsewhere };
  const lines = changeLines(summary, { size, includedFrom });
  if (lines.length === 0) return undefined;
  const pieces = lines.map((line) => lineMarkdown(line, options));
  return [`#### ${codeSpan(summary.title, mask)}`, ...pieces].join("\n\n");
}

/** A line is an item of a list, and what belongs to it is indented. */
function lineMarkdown(line: Line, options: ChangeMarkdownOptions): string {
  if (line.type === "diff") return diffFence(line.diff);
  const text =
    line.type === "field"
      ? fieldMarkdown(line, options)
      : (line.isNested ? "" : "- ") + wordsMarkdown(line.words, options.mask);
  return line.isNested ? text.replace(/^(?=.)/gm, "  ") : text;
}

function fieldMarkdown(
  { path, values, diff, files, place, isNested }: FieldLine,
  { mask, namesSides }: ChangeMarkdownOptions,
): string {
  const code = (text: string): string => codeSpan(text, mask);
  const from = files.length === 0 ? "" : ` from ${files.map(code).join(", ")}`;
  const origin = place === undefined ? "" : ` (${code(place)})`;
  if (values.length === 0) return `- ${code(path)}${from}${origin}:\n\n${diffFence(diff)}`;
  const areNamed = namesSides && !isNested;
  const show = {
    old: (text: string) => (areNamed ? `on the service ${code(text)}` : code(text)),
    new: (text: string) => (areNamed ? `in the files ${code(text)}` : code(text)),
    added: (text: string) => `added ${code(text)}`,
    removed: (text: string) => `removed ${code(text)}`,
    note: String,
  };
  const separator = values[0]?.sign === "old" && !areNamed ? " → " : ", ";
  const texts = values.map(({ sign, text }) => show[sign](text));
  return `- ${code(path)}: ${texts.join(separator)}${origin}`;
}

/** The lines are limited and masked already. */
function diffFence(lines: readonly DiffLine[]): string {
  return codeFence("diff", lines.map(plainDiffLine), String, Number.POSITIVE_INFINITY);
}
