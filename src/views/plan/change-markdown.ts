// One change of a plan in Markdown: its line in the list, and its details.
import { someOf } from "../../engine/text/word-lists.ts";
import { type DiffLine, plainDiffLine } from "../text/diff-line.ts";
import { codeFence, codeSpan, type Mask } from "../text/markdown.ts";
import { pluralize, unicodeSymbols } from "../text/terminal-text.ts";
import { changeLines, type Line, sharedWords } from "./change-lines.ts";
import type { ChangeSummary } from "./change-summary.ts";
import { type FieldLine, fieldLines, joinValues } from "./field-lines.ts";
import { heldByWords } from "./held-words.ts";
import { wordsMarkdown } from "./words.ts";

export interface ChangeMarkdownOptions {
  readonly mask: Mask;
  readonly full?: boolean;
  readonly elsewhere: string;
  /** Names the sides of a change: the service and the files. */
  readonly namesSides?: boolean;
  /** Whether all changes of the plan deploy: its first line says so. */
  readonly allDeploy?: boolean;
}

/** `- update` `prompt/Support triage` `· **deploys** ·` `parameters.name` … */
export function changeItem(summary: ChangeSummary, options: ChangeMarkdownOptions): string {
  const { mask, allDeploy = false } = options;
  const { action, title, nameNote, contentSummary, held, members } = summary;
  const notes = summary.notes.filter((note) => !(allDeploy && isDeployNote(note)));
  const word = action === "delete" ? "**delete**" : action;
  const version = held ? wordsMarkdown(heldByWords(held), mask) : "";
  const parts = [
    `- ${word} ${members ? `**${title}**` : codeSpan(title, mask)}`,
    nameNote === undefined ? "" : codeSpan(nameNote, mask),
    ...notes.map((note) =>
      isDeployNote(note) || note === "changed on the service" ? `**${note}**` : note,
    ),
    held?.held.type === "none" ? `**${version}**` : version,
    contentSummary.length === 0 ? "" : codeSpan(contentSummary.join(" · "), mask),
    ...editsOnLine(summary, options),
  ];
  return parts.filter((part) => part !== "").join(" · ") + membersMarkdown(summary, mask);
}

/** Whether a note says that the change deploys. */
export function isDeployNote(note: string): boolean {
  return note === "deploys" || note === "deploy";
}

/** Further edits are counted on the line of a change. */
const maxEdits = 3;

function editsOnLine(summary: ChangeSummary, options: ChangeMarkdownOptions): string[] {
  const edits = fieldsOnLine(summary).map((line) => fieldStart(line, options));
  const more = summary.details.length - maxEdits;
  return [
    ...edits,
    ...(more > 0 ? [pluralize(more, "more field")] : []),
    wordsMarkdown(sharedWords(summary), options.mask),
  ];
}

function fieldsOnLine({ details, overridden }: ChangeSummary): FieldLine[] {
  const size = {
    width: 100,
    lineWidth: 100,
    symbols: unicodeSymbols,
    elsewhere: "",
    isOneLine: true,
  };
  return fieldLines(details.slice(0, maxEdits), size, (path) => overridden[path]);
}

/** A field as far as it fits on a line: its values, or how much of its text changes. */
function fieldStart(line: FieldLine, options: ChangeMarkdownOptions): string {
  if (line.values.length > 0) return fieldMarkdown(line, options);
  const { path, summary, files } = line;
  const from = files.length === 0 ? "" : ` from ${codeSpan(someOf(files, 3), options.mask)}`;
  const start = codeSpan(path, options.mask) + (summary.some(isWord) ? ":" : "");
  const comma = from !== "" && summary.some(isWord) && !isWord(summary.at(-1)!) ? "," : ""; // 1 more edit
  return [start, valuesMarkdown(summary, options)].filter(Boolean).join(" ") + comma + from;
}

const isWord = ({ sign }: FieldLine["values"][number]): boolean => sign !== "note";

/** Whether the line of a change has all of its edits. */
function isOnLine(summary: ChangeSummary): boolean {
  const isWhole = fieldsOnLine(summary).every(({ values }) => values.length > 0);
  return isWhole && summary.details.length <= maxEdits;
}

/** A longer list of names is folded. */
const maxOpenMembers = 10;

/** GitHub accepts 65,536 characters in a comment: further names are counted. */
const maxNamesLength = 20_000;

function membersMarkdown({ members = [], parts, title }: ChangeSummary, mask: Mask): string {
  if (members.length === 0) return "";
  const names = members.map((name) => codeSpan(name, mask));
  let length = 0;
  const fitting = names.filter((name) => (length += name.length + 2) <= maxNamesLength).length;
  const list = someOf(names, fitting);
  if (parts) return ""; // in the list of the bundle
  if (names.length <= maxOpenMembers) return `: ${list}`;
  return `\n  <details><summary>all ${title}</summary>\n\n  ${list}\n\n  </details>`;
}

/** The details of a change under its name; undefined if its line says everything. */
export function changeDetails(
  summary: ChangeSummary,
  options: ChangeMarkdownOptions,
): string | undefined {
  const { full = false, elsewhere, mask } = options;
  const size = { width: 120, lineWidth: 200, symbols: unicodeSymbols, full, elsewhere };
  const lines = changeLines({ ...summary, members: [] }, { size }); // its line has their names
  if (!full && lines.every(({ type }) => type === "field") && isOnLine(summary)) return undefined;
  const pieces = lines.map((line) => lineMarkdown(line, options));
  const { members, title, held, isHeldBack } = summary;
  const version = full && held ? ` · ${wordsMarkdown(heldByWords(held), mask)}` : "";
  const heading = `#### ${members ? groupHeading(members, title, mask) : codeSpan(title, mask)}${version}${isHeldBack ? " · held back" : ""}`;
  return [heading, ...pieces].join("\n\n");
}

/** `7 prompts: Support triage and 6 more`: several groups can have as many members. */
function groupHeading(members: readonly string[], title: string, mask: Mask): string {
  return `${title}: ${codeSpan(members[0] ?? "", mask)} and ${members.length - 1} more`;
}

/** The edits of one change of a bundle in few characters: only what its line cannot have. */
export function bundledDetails(summary: ChangeSummary, options: ChangeMarkdownOptions): string {
  const { details, title, overridden } = summary;
  if (summary.isChangedOnService) return changeDetails(summary, options) ?? "";
  if (isOnLine(summary)) return changeItem(summary, options);
  const size = { width: 60, lineWidth: 200, symbols: unicodeSymbols, elsewhere: options.elsewhere };
  const excerpts = details.map((detail) => ({ ...detail, isExcerpt: true }));
  const lines = fieldLines(excerpts, size, (path) => overridden[path]).flatMap((line) => {
    const values = line.values.map(({ sign, text }) => signs[sign] + text).join(" ");
    const origin = [line.place, ...line.files].filter((part) => part !== undefined).join(", ");
    const label = [line.path, values, origin].filter((part) => part !== "").join("  ");
    return [`  ${label}`, ...line.diff.map(plainDiffLine)];
  });
  return codeFence("diff", [`@@ ${options.mask(title)} @@`, ...lines], String, maxBundledLine);
}

const signs = { old: "", new: "→ ", added: "+ ", removed: "- ", note: "" };
const maxBundledLine = 4000;

/** A line is an item of a list, and what belongs to it is indented. */
function lineMarkdown(line: Line, options: ChangeMarkdownOptions): string {
  if (line.type === "diff") return diffFence(line.diff);
  const text =
    line.type === "field"
      ? `- ${fieldMarkdown(line, options)}`
      : (line.isNested ? "" : "- ") + wordsMarkdown(line.words, options.mask);
  return line.isNested ? text.replace(/^(?=.)/gm, "  ") : text;
}

function fieldMarkdown(
  { path, values, diff, files, place, isNested = false }: FieldLine,
  { mask, namesSides = false }: ChangeMarkdownOptions,
): string {
  const code = (text: string): string => codeSpan(text, mask);
  const from = files.length === 0 ? "" : ` from ${files.map(code).join(", ")}`;
  const origin = place === undefined ? "" : ` (${code(place)})`;
  if (values.length === 0) return `${code(path)}${from}${origin}:\n\n${diffFence(diff)}`;
  const shown = valuesMarkdown(values, { mask, namesSides: namesSides && !isNested });
  return `${code(path)}: ${shown}${origin}`;
}

function valuesMarkdown(
  values: FieldLine["values"],
  { mask, namesSides: areNamed = false }: Pick<ChangeMarkdownOptions, "mask" | "namesSides">,
): string {
  const code = (text: string): string => codeSpan(text, mask);
  const show = {
    old: (text: string) => (areNamed ? `on the service ${code(text)}` : code(text)),
    new: (text: string) => (areNamed ? `in the files ${code(text)}` : code(text)),
    added: (text: string) => `added ${code(text)}`,
    removed: (text: string) => `removed ${code(text)}`,
    note: String,
  };
  const separators = { arrow: areNamed ? ", " : " → ", separator: ", " };
  return joinValues(values, ({ sign, text }) => show[sign](text), separators);
}

/** The lines are limited and masked already. */
function diffFence(lines: readonly DiffLine[]): string {
  return codeFence("diff", lines.map(plainDiffLine), String, Number.POSITIVE_INFINITY);
}
