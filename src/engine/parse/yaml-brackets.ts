// Lists and mappings in brackets, and texts in quotes, in plain YAML.
import type { Json, JsonObject } from "../model/json.ts";
import { isRepresentableNumber } from "../model/representable.ts";
import { readDoubleQuoted, readSingleQuoted } from "./yaml-quoted.ts";
import { code, indentedEnd, leave, mostLevels, type Reading, trimmed } from "./yaml-reading.ts";
import { longestKey, plainValue, readKey } from "./yaml-words.ts";

const plainKeyInFlow = /[^\s\-?:,[\]{}#&*!|>'"%@`<][^\n:#,[\]{}]*:(?=[ \n])/y;
const quotedKeyInFlow = /"[^"\\\n]*" *:|'[^'\n]*' *:/y;
const plainStart = /[^\s\-?:,[\]{}#&*!|>'"%@`]|-(?=[^\s\-,[\]{}])/y;
const restInFlow = /(?:[^\n:#,[\]{}]|:(?=[^\s,[\]{}])|(?<=[^\s,[\]{}])#)*/y;
const jsonStart = /\{\s*"/y;
const colonApart = /"\s+:/;

/** Whether a value that begins so ends with a sign of its own. */
export function isDelimited(first: number): boolean {
  return (
    first === code.quote ||
    first === code.apostrophe ||
    first === code.openBracket ||
    first === code.openBrace
  );
}

/** A text in quotes, a list or a mapping in brackets. */
export function readDelimited(reading: Reading, first: number, outer: number): Json {
  if (first === code.quote) return readDoubleQuoted(reading, outer);
  if (first === code.apostrophe) return readSingleQuoted(reading, outer);
  if (reading.brackets === mostLevels) leave();
  reading.brackets += 1;
  const value = first === code.openBracket ? readList(reading, outer) : readPairs(reading, outer);
  reading.brackets -= 1;
  return value;
}

/** A mapping that is written as JSON, as the schemas of tools often are; undefined where that is not certain. */
export function readJson(reading: Reading, outer: number): JsonObject | undefined {
  jsonStart.lastIndex = reading.at;
  if (!jsonStart.test(reading.text)) return undefined;
  const stop = indentedEnd(reading, outer + 1, reading.at);
  const written = reading.text.slice(reading.at, stop);
  const value = written.includes("\\") ? undefined : parsedJson(written);
  if (value === undefined || keysIn(value, mostLevels) !== keysWritten(written)) return undefined;
  reading.at = stop;
  return value;
}

/** A value in brackets: in a list, or beside a key. */
function readInBrackets(reading: Reading, outer: number): Json {
  const first = reading.text.charCodeAt(reading.at);
  if (isDelimited(first)) return readDelimited(reading, first, outer);
  const start = reading.at;
  checkPlainStart(reading);
  restInFlow.lastIndex = start;
  restInFlow.test(reading.text);
  reading.at = restInFlow.lastIndex;
  return plainValue(trimmed(reading.text.slice(start, reading.at)));
}

function readList(reading: Reading, outer: number): Json[] {
  const items: Json[] = [];
  reading.at += 1;
  passGap(reading, outer);
  while (reading.text.charCodeAt(reading.at) !== code.closeBracket) {
    items.push(readInBrackets(reading, outer));
    passComma(reading, outer, code.closeBracket);
  }
  reading.at += 1;
  return items;
}

function readPairs(reading: Reading, outer: number): JsonObject {
  const mapping: Record<string, Json> = {};
  reading.at += 1;
  passGap(reading, outer);
  while (reading.text.charCodeAt(reading.at) !== code.closeBrace) {
    const key = readKey(reading, plainKeyInFlow, quotedKeyInFlow) ?? leave();
    if (Object.hasOwn(mapping, key) || key === "__proto__") leave();
    passGap(reading, outer);
    mapping[key] = readInBrackets(reading, outer);
    passComma(reading, outer, code.closeBrace);
  }
  reading.at += 1;
  return mapping;
}

function passComma(reading: Reading, outer: number, close: number): void {
  passGap(reading, outer);
  const found = reading.text.charCodeAt(reading.at);
  if (found === code.comma) {
    reading.at += 1;
    passGap(reading, outer);
  } else if (found !== close) leave();
}

/** Blanks and line ends in brackets; what comes next is indented further than what holds them. */
function passGap(reading: Reading, outer: number): void {
  const text = reading.text;
  let at = reading.at;
  let lineStart = -1;
  for (;;) {
    const found = text.charCodeAt(at);
    if (found === code.lineEnd) lineStart = at + 1;
    else if (found !== code.blank) break;
    at += 1;
  }
  if (lineStart >= 0 && at - lineStart <= outer) leave();
  reading.at = at;
}

/** Leaves what no text without quotes begins with. */
export function checkPlainStart(reading: Reading): void {
  plainStart.lastIndex = reading.at;
  if (!plainStart.test(reading.text)) leave();
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
  if (typeof value === "number") return isRepresentableNumber(value) ? 0 : Number.NaN;
  if (typeof value !== "object" || value === null) return 0;
  if (levels === 0) return Number.NaN;
  let count = 0;
  if (Array.isArray(value)) {
    for (const each of value as Json[]) count += keysIn(each, levels - 1);
    return count;
  }
  for (const key in value) {
    if (key === "__proto__" || key.length > longestKey) return Number.NaN;
    count += 1 + keysIn((value as JsonObject)[key]!, levels - 1);
  }
  return count;
}

/**
 * How many keys JSON without escapes may have: a key that stands twice is in the text, and not in the
 * value. More where a text begins as what follows a key; NaN where a colon does not follow at once.
 */
function keysWritten(text: string): number {
  if (colonApart.test(text)) return Number.NaN;
  let count = 0;
  for (let at = text.indexOf('":'); at >= 0; at = text.indexOf('":', at + 2)) count += 1;
  return count;
}
