// Texts in plain YAML that stand beneath `|` or `>`.
import { code, folded, indentedEnd, leave, type Reading, toNext } from "./yaml-reading.ts";

const blockHeader = /([|>])(?:([1-9])([+-]?)|([+-])([1-9]?))? *(?: #[^\n]*)?\n/y;
const leadingBlanks = /(?: *\n)* */y;

/** `|` or `>`, and the lines beneath. */
export function readBlock(reading: Reading, outer: number): string {
  blockHeader.lastIndex = reading.at;
  const [, style, digitFirst, chompAfter, chompFirst, digitAfter] =
    blockHeader.exec(reading.text) ?? leave();
  const start = blockHeader.lastIndex;
  const indent = blockIndent(reading, start, outer, Number((digitFirst ?? digitAfter) || 0));
  reading.at = indentedEnd(reading, indent, start - 1);
  const lines = dedented(reading.text.slice(start - 1, reading.at), indent);
  toNext(reading);
  return blockText(lines, style === ">", chompAfter || chompFirst);
}

/** The column of the text: as the header says, or that of the first line that is not empty. */
function blockIndent(reading: Reading, start: number, outer: number, said: number): number {
  leadingBlanks.lastIndex = start;
  leadingBlanks.test(reading.text);
  const first = leadingBlanks.lastIndex;
  const lineStart = reading.text.lastIndexOf("\n", first - 1) + 1;
  const found = first - lineStart;
  if (first === reading.text.length || found <= outer) leave(); // it is empty
  if (outer + said > found || reading.text.slice(start, lineStart).includes(" ")) leave();
  return said > 0 ? outer + said : found;
}

/** Lines, each after its line end, without so many blanks at their beginning. */
function dedented(lines: string, indent: number): string {
  const prefix = `\n${" ".repeat(indent)}`;
  if (!lines.includes(" \n") && !lines.endsWith(" ")) return lines.replaceAll(prefix, "\n");
  const text = withoutShort(lines, indent).replaceAll(prefix, "\n");
  return /\n +$/.test(lines) || /\n +\n*$/.test(text) ? leave() : text; // readers differ where blanks end it
}

/** Lines of blanks that are not as long as the others are indented are empty. */
function withoutShort(lines: string, indent: number): string {
  if (indent === 1) return lines;
  return lines.replaceAll(new RegExp(`\\n {1,${indent - 1}}(?=\\n|$)`, "g"), "\n");
}

/** The text of lines, each after its line end. */
function blockText(lines: string, isFolded: boolean, chomp: string | undefined): string {
  let end = lines.length;
  while (lines.charCodeAt(end - 1) === code.lineEnd) end -= 1;
  const text = lines.slice(1, end);
  const body = isFolded ? foldedBlock(text) : text;
  if (chomp === "-") return body;
  return chomp === "+" ? `${body}\n${lines.slice(end)}` : `${body}\n`;
}

/** Lines that begin with a blank keep the line ends around them. */
function foldedBlock(text: string): string {
  let whole = "";
  let empty = 0;
  let before: string | undefined;
  for (const line of text.split("\n")) {
    if (line === "") {
      empty += 1;
      continue;
    }
    if (before === undefined) whole = "\n".repeat(empty);
    else if (before.startsWith(" ") || line.startsWith(" ")) whole += "\n".repeat(empty + 1);
    else whole += folded(empty);
    whole += line;
    before = line;
    empty = 0;
  }
  return whole;
}
