// How far a text of plain YAML has been read, and the steps that all its parts are read with. Whatever
// is not certain is left to the other reader (parse.ts).

/** A text, and what stands before `at` has been read. */
export interface Reading {
  readonly text: string;
  at: number;
  /** Once a value is read: the column of what comes next, on its line; -1 at the end of a document. */
  indent: number;
  /** How many brackets are open. */
  brackets: number;
}

/** What is thrown where a text is left. */
export const closerLook: Error = new Error("a closer look is due");

/** Leaves the text to the other reader. */
export function leave(): never {
  throw closerLook;
}

/** What is deeper may be more than the other reader can read. */
export const mostLevels = 200;

/** The characters that are looked for one by one. */
export const code = {
  lineEnd: 0x0a,
  blank: 0x20,
  quote: 0x22,
  hash: 0x23,
  apostrophe: 0x27,
  comma: 0x2c,
  dash: 0x2d,
  greater: 0x3e,
  openBracket: 0x5b,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  bar: 0x7c,
  closeBrace: 0x7d,
} as const;

/** Goes on to what comes next after the end of a line, past comments. */
export function toNext(reading: Reading): void {
  const text = reading.text;
  let at = reading.at;
  let lineStart = at;
  for (;;) {
    const found = text.charCodeAt(at);
    if (found === code.blank) at += 1;
    else if (found === code.lineEnd) lineStart = at += 1;
    else if (found === code.hash) at = lineEndFrom(reading, at);
    else break;
  }
  reading.at = at;
  reading.indent = at === text.length ? -1 : at - lineStart;
  if (reading.indent !== 0) return;
  if (text.startsWith("...", at)) leave();
  if (!text.startsWith("---", at)) return;
  if (lineEndFrom(reading) !== at + 3) leave();
  reading.indent = -1;
}

/** The end of the line, or of the text. */
export function lineEndFrom(reading: Reading, from: number = reading.at): number {
  const end = reading.text.indexOf("\n", from);
  return end < 0 ? reading.text.length : end;
}

/** The line end before the next line that is indented less than so much; where there is none, the last. */
export function indentedEnd(reading: Reading, indent: number, from: number): number {
  const text = reading.text;
  const less = (lessIndented[indent] ??= new RegExp(`\\n {0,${indent - 1}}[^ \\n]`, "g"));
  less.lastIndex = from;
  if (less.test(text)) return text.lastIndexOf("\n", less.lastIndex - 1);
  return text.endsWith("\n") ? text.length - 1 : text.length;
}

/** Lines that are indented less than their index here, after a line end. */
const lessIndented: RegExp[] = [];

/** Goes on past blanks. */
export function skipBlanks(reading: Reading): void {
  while (reading.text.charCodeAt(reading.at) === code.blank) reading.at += 1;
}

/** Whether nothing more than a comment stands on the line, after blanks. */
export function isAtLineEnd(reading: Reading): boolean {
  const found = reading.text.charCodeAt(reading.at);
  return found === code.lineEnd || found === code.hash || Number.isNaN(found);
}

/** Without the blanks at its end; those of other sorts are text. */
export function trimmed(text: string): string {
  let end = text.length;
  while (text.charCodeAt(end - 1) === code.blank) end -= 1;
  return end === text.length ? text : text.slice(0, end);
}

/** What comes between two lines with so many empty ones between them. */
export function folded(empty: number, lineEnd = "\n"): string {
  return empty === 0 ? " " : lineEnd.repeat(empty);
}
