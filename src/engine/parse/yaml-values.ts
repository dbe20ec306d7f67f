// The values of plain YAML, read without their places: many times as fast as with them. It reads what
// people and tools write every day, and only where every reader would read the same; at anything
// else it stops, and the reader that keeps places and tells mistakes takes the text (parse.ts). That
// both read the same is what test/yaml holds them to.
import type { Json, JsonObject } from "../model/json.ts";
import { readBlock } from "./yaml-block.ts";
import { checkPlainStart, isDelimited, readDelimited, readJson } from "./yaml-brackets.ts";
import {
  closerLook,
  code,
  folded,
  isAtLineEnd,
  leave,
  lineEndFrom,
  mostLevels,
  type Reading,
  skipBlanks,
  toNext,
  trimmed,
} from "./yaml-reading.ts";
import { plainValue, readKey } from "./yaml-words.ts";

/** The mappings of a file, document by document; undefined where a closer look is due. */
export function plainValues(text: string): readonly JsonObject[] | undefined {
  if (odd.test(text) || !text.isWellFormed()) return undefined;
  try {
    return readDocuments({ text, at: 0, indent: -1, brackets: 0 });
  } catch (problem) {
    if (problem === closerLook || problem instanceof RangeError) return undefined;
    throw problem;
  }
}

/** Tabs, returns and what is not printed. */
const odd = /[^\n\x20-\x7e\u00a0-\u2027\u202a-\ufefe\uff00-\ufffd]/;

function readDocuments(reading: Reading): JsonObject[] {
  const documents: JsonObject[] = [];
  toNext(reading);
  if (reading.indent >= 0) documents.push(readDocument(reading));
  while (reading.at < reading.text.length) {
    reading.at = lineEndFrom(reading); // of ---
    toNext(reading);
    documents.push(readDocument(reading));
  }
  return documents;
}

function readDocument(reading: Reading): JsonObject {
  if (reading.indent !== 0) leave(); // there is none, or it is no mapping
  return readMapping(reading, 0, readKey(reading) ?? leave());
}

/**
 * A value that begins here, first on its line or after `-`; `outer` is the column of what holds it,
 * and `before` the lines between the two.
 */
function readNode(reading: Reading, outer: number, column: number, before = ""): Json {
  if (isDash(reading)) return readSequence(reading, column);
  const key = readKey(reading);
  if (key !== undefined) return readMapping(reading, column, key);
  return before.includes("#") ? leave() : readInline(reading, outer);
}

function isDash(reading: Reading): boolean {
  const after = reading.text.charCodeAt(reading.at + 1);
  return (
    reading.text.charCodeAt(reading.at) === code.dash &&
    (after === code.blank || after === code.lineEnd || Number.isNaN(after))
  );
}

function readSequence(reading: Reading, column: number): Json[] {
  const items: Json[] = [];
  if (column > mostLevels) leave();
  do {
    const dash = reading.at;
    reading.at += 1;
    skipBlanks(reading);
    if (isAtLineEnd(reading)) leave(); // an item that is empty, or begins on the next line
    items.push(readNode(reading, column, column + reading.at - dash));
  } while (reading.indent === column && isDash(reading));
  return reading.indent > column ? leave() : items;
}

function readMapping(reading: Reading, column: number, first: string): JsonObject {
  if (column > mostLevels) leave();
  const mapping: Record<string, Json> = {};
  let key = first;
  for (;;) {
    if (Object.hasOwn(mapping, key) || key === "__proto__") leave();
    mapping[key] = readValueOfKey(reading, column);
    if (reading.indent < column) return mapping;
    if (reading.indent > column) leave();
    key = readKey(reading) ?? leave();
  }
}

function readValueOfKey(reading: Reading, column: number): Json {
  skipBlanks(reading);
  if (!isAtLineEnd(reading)) return readInline(reading, column);
  const end = lineEndFrom(reading);
  reading.at = end;
  toNext(reading);
  if (reading.indent > column)
    return readNode(reading, column, reading.indent, reading.text.slice(end, reading.at));
  return reading.indent === column && isDash(reading) ? readSequence(reading, column) : null;
}

/** A text, a list or a mapping in brackets, to the end of its last line. */
function readInline(reading: Reading, outer: number): Json {
  const first = reading.text.charCodeAt(reading.at);
  if (first === code.bar || first === code.greater) return readBlock(reading, outer);
  if (!isDelimited(first)) return readPlain(reading, outer);
  const value = readJson(reading, outer) ?? readDelimited(reading, first, outer);
  const end = reading.at;
  skipBlanks(reading);
  if (!isAtLineEnd(reading) || (reading.at === end && reading.text.charCodeAt(end) === code.hash))
    leave();
  reading.at = lineEndFrom(reading);
  toNext(reading);
  return value;
}

/** What ends a plain text on its line: what follows a key, or a comment. */
const plainEnd = /:(?: |$)| #/;

/** A text without quotes, over as many lines as are indented further than what holds it. */
function readPlain(reading: Reading, outer: number): Json {
  checkPlainStart(reading);
  let end = lineEndFrom(reading);
  let text = readPlainLine(reading, end);
  for (;;) {
    const isCommented = reading.at < end;
    reading.at = end;
    toNext(reading);
    if (reading.indent <= outer) return plainValue(text);
    const between = reading.text.slice(end, reading.at);
    if (isCommented || between.includes("#")) leave();
    text += folded(between.split("\n").length - 2);
    end = lineEndFrom(reading);
    text += readPlainLine(reading, end);
  }
}

/** What stands on the line, to a comment; `at` is then its end, or before the comment. */
function readPlainLine(reading: Reading, end: number): string {
  const line = reading.text.slice(reading.at, end);
  const special = plainEnd.exec(line);
  if (special && !special[0].endsWith("#")) leave();
  reading.at += special?.index ?? line.length;
  return trimmed(special ? line.slice(0, special.index) : line);
}
