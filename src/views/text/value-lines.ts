// A JSON value as lines for reading, in the style of YAML: one field or item per line, texts of
// several lines as blocks.
import { isObject, type Json } from "../../engine/model/json.ts";

/** Shorter lists of numbers, texts and the like are on one line. */
const maxInlineLength = 60;

/** The lines of a value, not escaped. Different values have different lines. */
export function valueLines(value: Json): string[] {
  if (Array.isArray(value)) return isInline(value) ? [JSON.stringify(value)] : listLines(value);
  if (isObject(value)) {
    const entries = Object.entries(value);
    return entries.length === 0 ? ["{}"] : entries.flatMap(([key, item]) => keyedLines(key, item));
  }
  if (typeof value !== "string" || !value.includes("\n")) return [JSON.stringify(value)];
  const lines = value.replace(/\n$/, "").split("\n");
  return [value.endsWith("\n") ? "|" : "|-", ...lines];
}

function isInline(list: readonly Json[]): boolean {
  const isFlat = list.every((item) => typeof item !== "object" || item === null);
  return list.length === 0 || (isFlat && JSON.stringify(list).length <= maxInlineLength);
}

function listLines(list: readonly Json[]): string[] {
  return list.flatMap((item) => {
    const [first = "", ...rest] = valueLines(item);
    return [`- ${first}`, ...rest.map(indent)];
  });
}

function keyedLines(key: string, value: Json): string[] {
  const name = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key) ? key : JSON.stringify(key);
  const [first = "", ...rest] = valueLines(value);
  const isOnLine =
    typeof value !== "object" || value === null || (rest.length === 0 && /^[[{]/.test(first));
  return isOnLine
    ? [`${name}: ${first}`, ...rest.map(indent)]
    : [`${name}:`, ...[first, ...rest].map(indent)];
}

function indent(line: string): string {
  return line === "" ? "" : `  ${line}`;
}
