// Texts in quotes in plain YAML, on one line or over several.
import { folded, leave, type Reading, trimmed } from "./yaml-reading.ts";

const doubleQuoted = /"[^"\\]*(?:\\[^][^"\\]*)*"/y;
const singleQuoted = /'[^']*(?:''[^']*)*'/y;

/** A text in double quotes. */
export function readDoubleQuoted(reading: Reading, outer: number): string {
  const written = readQuoted(reading, doubleQuoted);
  const isFolded = written.includes("\n");
  if (!isFolded && !written.includes("\\")) return written.slice(1, -1);
  if (isFolded) checkIndent(reading, written, outer);
  if (/\\ *\n|\\u(?:0000|d[89a-f])/i.test(written)) leave(); // also what no service can hold
  const line = isFolded ? foldedLines(written, "\\n") : written;
  try {
    return JSON.parse(line) as string;
  } catch {
    return leave(); // it has escapes that JSON does not know
  }
}

/** A text in single quotes. */
export function readSingleQuoted(reading: Reading, outer: number): string {
  const written = readQuoted(reading, singleQuoted);
  const isFolded = written.includes("\n");
  if (isFolded) checkIndent(reading, written, outer);
  const line = isFolded ? foldedLines(written, "\n") : written;
  return line.slice(1, -1).replaceAll("''", "'");
}

function readQuoted(reading: Reading, form: RegExp): string {
  const start = reading.at;
  form.lastIndex = start;
  if (!form.test(reading.text)) leave();
  reading.at = form.lastIndex;
  return reading.text.slice(start, reading.at);
}

/** Lines of a text in quotes are indented further than what holds it. */
function checkIndent(reading: Reading, written: string, outer: number): void {
  for (const [, blanks] of written.matchAll(/\n( *)(?=[^ \n])/g))
    if (blanks!.length <= outer) leave();
}

/** A text in quotes over several lines as one; `lineEnd`: how a line end is written in it. */
function foldedLines(written: string, lineEnd: string): string {
  const [first = "", ...others] = written.split("\n");
  const last = others.length - 1; // it ends with the quote
  let text = trimmed(first);
  let empty = 0;
  for (const [index, line] of others.entries()) {
    const said = (index === last ? line : trimmed(line)).replace(/^ +/, "");
    if (said === "") empty += 1;
    else {
      text += folded(empty, lineEnd) + said;
      empty = 0;
    }
  }
  return text;
}
