// The values of plain YAML, read without their places: many times as fast as with them. It reads what
// people and tools write every day, and only where every reader would read the same; at anything
// else it stops, and the reader that keeps places and tells mistakes takes the text (parse.ts). That
// both read the same is what test/yaml holds them to.
import type { Json, JsonObject } from "./json.ts";
import { isTruthWord } from "./yaml-text.ts";

/** The mappings of a file, document by document; undefined where a closer look is due. */
export function plainValues(text: string): readonly JsonObject[] | undefined {
  if (odd.test(text) || !text.isWellFormed()) return undefined;
  try {
    return new PlainReader(text).documents();
  } catch (problem) {
    if (problem === closerLook || problem instanceof RangeError) return undefined;
    throw problem;
  }
}

/** Tabs, returns and what is not printed. */
const odd = /[^\n\x20-\x7e\u00a0-\u2027\u202a-\ufefe\uff00-\ufffd]/;

const closerLook = new Error("a closer look is due");

function leave(): never {
  throw closerLook;
}

const code = {
  lineEnd: 0x0a,
  blank: 0x20,
  quote: 0x22,
  hash: 0x23,
  apostrophe: 0x27,
  comma: 0x2c,
  dash: 0x2d,
  colon: 0x3a,
  greater: 0x3e,
  openBracket: 0x5b,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  bar: 0x7c,
  closeBrace: 0x7d,
} as const;

/** What is deeper may be more than the other reader can read. */
const mostLevels = 200;

/** Keys have at most 1024 characters, as they are written. */
const longestKey = 1000;

// Each is tried at one place. A plain text begins with no sign that means something; the rest of what
// is not allowed in it follows where its end is looked for.
const plainStart = /[^\s\-?:,[\]{}#&*!|>'"%@`]|-(?=[^\s\-,[\]{}])/y;
const plainKey = /[^\s\-?:,[\]{}#&*!|>'"%@`<][^\n:#]*:(?=[ \n]|$)/y;
const plainKeyInFlow = /[^\s\-?:,[\]{}#&*!|>'"%@`<][^\n:#,[\]{}]*:(?=[ \n])/y;
const quotedKey = /"[^"\\\n]*" *:(?=[ \n]|$)|'[^'\n]*' *:(?=[ \n]|$)/y;
const quotedKeyInFlow = /"[^"\\\n]*" *:|'[^'\n]*' *:/y;
const restInFlow = /(?:[^\n:#,[\]{}]|:(?=[^\s,[\]{}])|(?<=[^\s,[\]{}])#)*/y;
const doubleQuoted = /"[^"\\]*(?:\\[^][^"\\]*)*"/y;
const singleQuoted = /'[^']*(?:''[^']*)*'/y;
const blockHeader = /([|>])(?:([1-9])([+-]?)|([+-])([1-9]?))? *(?: #[^\n]*)?\n/y;
const jsonStart = /\{\s*"/y;
const leadingBlanks = /(?: *\n)* */y;
/** What ends a plain text on its line: what follows a key, or a comment. */
const plainEnd = /:(?: |$)| #/;

/** Reads from the first character to the last; what stands before `at` has been read. */
class PlainReader {
  readonly #text: string;
  #at = 0;
  /** Once a value is read: the column of what comes next, on its line; -1 at the end of a document. */
  #indent = -1;
  /** How many are open. */
  #brackets = 0;

  constructor(text: string) {
    this.#text = text;
  }

  documents(): JsonObject[] {
    const documents: JsonObject[] = [];
    this.#next();
    if (this.#indent >= 0) documents.push(this.#document());
    while (this.#at < this.#text.length) {
      this.#at = this.#lineEnd(); // of ---
      this.#next();
      documents.push(this.#document());
    }
    return documents;
  }

  #document(): JsonObject {
    if (this.#indent !== 0) leave(); // there is none, or it is no mapping
    return this.#mapping(0, this.#key() ?? leave());
  }

  /** Goes on to what comes next after the end of a line, past comments. */
  #next(): void {
    const text = this.#text;
    let at = this.#at;
    let lineStart = at;
    for (;;) {
      const found = text.charCodeAt(at);
      if (found === code.blank) at += 1;
      else if (found === code.lineEnd) lineStart = at += 1;
      else if (found === code.hash) at = this.#lineEnd(at);
      else break;
    }
    this.#at = at;
    this.#indent = at === text.length ? -1 : at - lineStart;
    if (this.#indent !== 0) return;
    if (text.startsWith("...", at)) leave();
    if (!text.startsWith("---", at)) return;
    if (this.#lineEnd() !== at + 3) leave();
    this.#indent = -1;
  }

  #lineEnd(from = this.#at): number {
    const end = this.#text.indexOf("\n", from);
    return end < 0 ? this.#text.length : end;
  }

  /**
   * A value that begins here, first on its line or after `-`; `outer` is the column of what holds it,
   * and `before` the lines between the two.
   */
  #node(outer: number, column: number, before = ""): Json {
    if (this.#isDash()) return this.#sequence(column);
    const key = this.#key();
    if (key !== undefined) return this.#mapping(column, key);
    return before.includes("#") ? leave() : this.#inline(outer);
  }

  #isDash(): boolean {
    const after = this.#text.charCodeAt(this.#at + 1);
    return (
      this.#text.charCodeAt(this.#at) === code.dash &&
      (after === code.blank || after === code.lineEnd || Number.isNaN(after))
    );
  }

  #sequence(column: number): Json[] {
    const items: Json[] = [];
    if (column > mostLevels) leave();
    do {
      const dash = this.#at;
      this.#at += 1;
      this.#blanks();
      if (this.#isLineEnd()) leave(); // an item that is empty, or begins on the next line
      items.push(this.#node(column, column + this.#at - dash));
    } while (this.#indent === column && this.#isDash());
    return this.#indent > column ? leave() : items;
  }

  #mapping(column: number, first: string): JsonObject {
    if (column > mostLevels) leave();
    const mapping: Record<string, Json> = {};
    let key = first;
    for (;;) {
      if (Object.hasOwn(mapping, key) || key === "__proto__") leave();
      mapping[key] = this.#valueOfKey(column);
      if (this.#indent < column) return mapping;
      if (this.#indent > column) leave();
      key = this.#key() ?? leave();
    }
  }

  #valueOfKey(column: number): Json {
    this.#blanks();
    if (!this.#isLineEnd()) return this.#inline(column);
    const end = this.#lineEnd();
    this.#at = end;
    this.#next();
    if (this.#indent > column)
      return this.#node(column, this.#indent, this.#text.slice(end, this.#at));
    return this.#indent === column && this.#isDash() ? this.#sequence(column) : null;
  }

  /** A key that begins here, with its colon; undefined where there is none. */
  #key(plain = plainKey, quoted = quotedKey): string | undefined {
    const first = this.#text.charCodeAt(this.#at);
    const isQuoted = first === code.quote || first === code.apostrophe;
    const form = isQuoted ? quoted : plain;
    const start = this.#at;
    form.lastIndex = start;
    if (!form.test(this.#text)) return undefined;
    this.#at = form.lastIndex;
    if (this.#at - start > longestKey) leave();
    const key = trimmed(this.#text.slice(start, this.#at - 1));
    if (isQuoted) return key.slice(1, -1);
    return typeof wordOf(key) === "string" ? key : leave();
  }

  #blanks(): void {
    while (this.#text.charCodeAt(this.#at) === code.blank) this.#at += 1;
  }

  /** Whether nothing more than a comment stands on the line, after blanks. */
  #isLineEnd(): boolean {
    const found = this.#text.charCodeAt(this.#at);
    return found === code.lineEnd || found === code.hash || Number.isNaN(found);
  }

  /** A text, a list or a mapping in brackets, to the end of its last line. */
  #inline(outer: number): Json {
    const first = this.#text.charCodeAt(this.#at);
    if (first === code.bar || first === code.greater) return this.#block(outer);
    if (!isDelimited(first)) return this.#plain(outer);
    const value = this.#json(outer) ?? this.#delimited(first, outer);
    const end = this.#at;
    this.#blanks();
    if (!this.#isLineEnd() || (this.#at === end && this.#text.charCodeAt(end) === code.hash))
      leave();
    this.#at = this.#lineEnd();
    this.#next();
    return value;
  }

  /** A mapping that is written as JSON, as the schemas of tools often are; undefined where that is not certain. */
  #json(outer: number): JsonObject | undefined {
    jsonStart.lastIndex = this.#at;
    if (!jsonStart.test(this.#text)) return undefined;
    const stop = this.#lineEndBefore(blockEnd(outer + 1), this.#at) ?? this.#text.length;
    const written = this.#text.slice(this.#at, stop);
    const value = written.includes("\\") ? undefined : parsedJson(written);
    if (value === undefined || keysIn(value, mostLevels) !== countOf('":', written))
      return undefined;
    this.#at = stop;
    return value;
  }

  /** The line end before the next line of a form; undefined where there is none. */
  #lineEndBefore(line: RegExp, from: number): number | undefined {
    line.lastIndex = from;
    return line.test(this.#text) ? this.#text.lastIndexOf("\n", line.lastIndex - 1) : undefined;
  }

  #delimited(first: number, outer: number): Json {
    if (first === code.quote) return this.#doubleQuoted(outer);
    if (first === code.apostrophe) return this.#singleQuoted(outer);
    if (this.#brackets === mostLevels) leave();
    this.#brackets += 1;
    const value = first === code.openBracket ? this.#list(outer) : this.#pairs(outer);
    this.#brackets -= 1;
    return value;
  }

  /** A text without quotes, over as many lines as are indented further than what holds it. */
  #plain(outer: number): Json {
    this.#plainStart();
    let end = this.#lineEnd();
    let text = this.#plainLine(end);
    for (;;) {
      const isCommented = this.#at < end;
      this.#at = end;
      this.#next();
      if (this.#indent <= outer) return plainValue(text);
      const between = this.#text.slice(end, this.#at);
      if (isCommented || between.includes("#")) leave();
      text += folded(between.split("\n").length - 2);
      end = this.#lineEnd();
      text += this.#plainLine(end);
    }
  }

  #plainStart(): void {
    plainStart.lastIndex = this.#at;
    if (!plainStart.test(this.#text)) leave();
  }

  /** What stands on the line, to a comment; `at` is then its end, or before the comment. */
  #plainLine(end: number): string {
    const line = this.#text.slice(this.#at, end);
    const special = plainEnd.exec(line);
    if (special && !special[0].endsWith("#")) leave();
    this.#at += special?.index ?? line.length;
    return trimmed(special ? line.slice(0, special.index) : line);
  }

  /** A text in double quotes. */
  #doubleQuoted(outer: number): string {
    const written = this.#quoted(doubleQuoted);
    const isFolded = written.includes("\n");
    if (!isFolded && !written.includes("\\")) return written.slice(1, -1);
    if (isFolded) this.#holdsIndent(written, outer);
    if (/\\ *\n|\\u(?:0000|d[89a-f])/i.test(written)) leave(); // also what no service can hold
    const line = isFolded ? foldedLines(written, "\\n") : written;
    try {
      return JSON.parse(line) as string;
    } catch {
      return leave(); // it has escapes that JSON does not know
    }
  }

  #singleQuoted(outer: number): string {
    const written = this.#quoted(singleQuoted);
    const isFolded = written.includes("\n");
    if (isFolded) this.#holdsIndent(written, outer);
    const line = isFolded ? foldedLines(written, "\n") : written;
    return line.slice(1, -1).replaceAll("''", "'");
  }

  #quoted(form: RegExp): string {
    const start = this.#at;
    form.lastIndex = start;
    if (!form.test(this.#text)) leave();
    this.#at = form.lastIndex;
    return this.#text.slice(start, this.#at);
  }

  /** Lines of a text in quotes are indented further than what holds it. */
  #holdsIndent(written: string, outer: number): void {
    for (const [, blanks] of written.matchAll(/\n( *)(?=[^ \n])/g))
      if (blanks!.length <= outer) leave();
  }

  /** `|` or `>`, and the lines beneath. */
  #block(outer: number): string {
    blockHeader.lastIndex = this.#at;
    const [, style, digitFirst, chompAfter, chompFirst, digitAfter] =
      blockHeader.exec(this.#text) ?? leave();
    const start = blockHeader.lastIndex;
    const indent = this.#blockIndent(start, outer, Number((digitFirst ?? digitAfter) || 0));
    const last = this.#text.length - (this.#text.endsWith("\n") ? 1 : 0);
    this.#at = this.#lineEndBefore(blockEnd(indent), start - 1) ?? last;
    const lines = dedented(this.#text.slice(start - 1, this.#at), indent);
    this.#next();
    return blockText(lines, style === ">", chompAfter || chompFirst);
  }

  /** The column of the text: as the header says, or that of the first line that is not empty. */
  #blockIndent(start: number, outer: number, said: number): number {
    leadingBlanks.lastIndex = start;
    leadingBlanks.test(this.#text);
    const first = leadingBlanks.lastIndex;
    const lineStart = this.#text.lastIndexOf("\n", first - 1) + 1;
    const found = first - lineStart;
    if (first === this.#text.length || found <= outer) leave(); // it is empty
    if (outer + said > found || this.#text.slice(start, lineStart).includes(" ")) leave();
    return said > 0 ? outer + said : found;
  }

  /** A value in brackets: in a list, or beside a key. */
  #inFlow(outer: number): Json {
    const first = this.#text.charCodeAt(this.#at);
    if (isDelimited(first)) return this.#delimited(first, outer);
    const start = this.#at;
    this.#plainStart();
    restInFlow.lastIndex = start;
    restInFlow.test(this.#text);
    this.#at = restInFlow.lastIndex;
    return plainValue(trimmed(this.#text.slice(start, this.#at)));
  }

  #list(outer: number): Json[] {
    const items: Json[] = [];
    this.#at += 1;
    this.#gap(outer);
    while (this.#text.charCodeAt(this.#at) !== code.closeBracket) {
      items.push(this.#inFlow(outer));
      this.#comma(outer, code.closeBracket);
    }
    this.#at += 1;
    return items;
  }

  #pairs(outer: number): JsonObject {
    const mapping: Record<string, Json> = {};
    this.#at += 1;
    this.#gap(outer);
    while (this.#text.charCodeAt(this.#at) !== code.closeBrace) {
      const key = this.#key(plainKeyInFlow, quotedKeyInFlow) ?? leave();
      if (Object.hasOwn(mapping, key) || key === "__proto__") leave();
      this.#gap(outer);
      mapping[key] = this.#inFlow(outer);
      this.#comma(outer, code.closeBrace);
    }
    this.#at += 1;
    return mapping;
  }

  #comma(outer: number, close: number): void {
    this.#gap(outer);
    const found = this.#text.charCodeAt(this.#at);
    if (found === code.comma) {
      this.#at += 1;
      this.#gap(outer);
    } else if (found !== close) leave();
  }

  /** Blanks and line ends in brackets; what comes next is indented further than what holds them. */
  #gap(outer: number): void {
    const text = this.#text;
    let at = this.#at;
    let lineStart = -1;
    for (;;) {
      const found = text.charCodeAt(at);
      if (found === code.lineEnd) lineStart = at + 1;
      else if (found !== code.blank) break;
      at += 1;
    }
    if (lineStart >= 0 && at - lineStart <= outer) leave();
    this.#at = at;
  }
}

function isDelimited(first: number): boolean {
  return (
    first === code.quote ||
    first === code.apostrophe ||
    first === code.openBracket ||
    first === code.openBrace
  );
}

function parsedJson(text: string): JsonObject | undefined {
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    return undefined;
  }
}

/** How many keys a value has, and what is in it; NaN where the other reader would not read it so. */
function keysIn(value: Json, levels: number): number {
  if (typeof value === "number") return isHoldable(value) ? 0 : Number.NaN;
  if (typeof value !== "object" || value === null) return 0;
  if (levels === 0) return Number.NaN;
  let count = 0;
  if (Array.isArray(value)) {
    for (const each of value as Json[]) count += keysIn(each, levels - 1);
    return count;
  }
  for (const [key, each] of Object.entries(value)) {
    if (key === "__proto__" || key.length > longestKey) return Number.NaN;
    count += 1 + keysIn(each, levels - 1);
  }
  return count;
}

/** How often a piece stands in a text. A key that stands twice is in the text, and not in the value. */
function countOf(piece: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + 1)) count += 1;
  return count;
}

/** Without the blanks at its end; those of other sorts are text. */
function trimmed(text: string): string {
  let end = text.length;
  while (text.charCodeAt(end - 1) === code.blank) end -= 1;
  return end === text.length ? text : text.slice(0, end);
}

/** What comes between two lines with so many empty ones between them. */
function folded(empty: number, lineEnd = "\n"): string {
  return empty === 0 ? " " : lineEnd.repeat(empty);
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

const blockEnds: RegExp[] = [];

/** The first line that is indented less than so much, after its line end. */
function blockEnd(indent: number): RegExp {
  return (blockEnds[indent] ??= new RegExp(`\\n {0,${indent - 1}}[^ \\n]`, "g"));
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

const words = new Map<string, null | boolean>([
  ...["~", "null", "Null", "NULL"].map((word) => [word, null] as const),
  ...["true", "True", "TRUE"].map((word) => [word, true] as const),
  ...["false", "False", "FALSE"].map((word) => [word, false] as const),
]);
const longestWord = 5;
const number = /^(?:[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?|0o[0-7]+|0x[\da-fA-F]+)$/;
const noFinite = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
const lastDigit = 0x39;

/** What a value without quotes says. Of words that YAML 1.1 reads otherwise the other reader tells. */
function plainValue(text: string): Json {
  return isTruthWord(text) ? leave() : wordOf(text);
}

/** What a text without quotes says (YAML 1.2, section 10.3.2). */
function wordOf(text: string): Json {
  const word = text.length <= longestWord ? words.get(text) : undefined;
  if (word !== undefined) return word;
  if (text.charCodeAt(0) > lastDigit) return text; // signs and the point come before the digits
  if (noFinite.test(text)) leave();
  if (!number.test(text)) return text;
  return isHoldable(Number(text)) ? Number(text) : leave();
}

/** JSON has no other numbers. */
function isHoldable(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}
