// Values to YAML as a person would write it: blocks, plain words where they mean themselves, long
// text as it reads. What comes out is read back as the same value by any reader of YAML 1.2.
import { invisibleCharacters } from "../model/invisible-characters.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";

/** Lists that fit beside their key stand there. */
export const widest = 80;

/** A key beside its colon is no longer than 1024 characters (YAML 1.2, section 7.4.2). */
export const longestKey = 1000;

/** The lines of a mapping, without indentation. */
export function mappingLines(value: JsonObject): string[] {
  return Object.entries(value).flatMap(([name, each]) => {
    const key = keyText(name);
    return key.length > longestKey
      ? [`? ${key}`, ...entryLines(":", each)]
      : entryLines(`${key}:`, each);
  });
}

/** A key (or a dash) with its value, beside it or beneath. */
export function entryLines(lead: string, value: Json): string[] {
  if (isObject(value) && Object.keys(value).length > 0)
    return lead === "-"
      ? besideDash(mappingLines(value))
      : [lead, ...indented(mappingLines(value))];
  if (Array.isArray(value) && value.length > 0) {
    const words = value.every(isWord) ? `${lead} ${flowText(value)}` : undefined;
    if (words !== undefined && words.length <= widest) return [words];
    const lines = value.flatMap((each: Json) => entryLines("-", each));
    return lead === "-" ? besideDash(lines) : [lead, ...indented(lines)];
  }
  if (typeof value === "string" && readsAsBlock(value))
    return [`${lead} |${value.endsWith("\n") ? "" : "-"}`, ...indented(blockLines(value))];
  return [`${lead} ${scalarText(value)}`];
}

function besideDash([first = "", ...others]: readonly string[]): string[] {
  return [`- ${first}`, ...indented(others)];
}

/** Empty lines stay empty: a block is read the same, and no line ends in blanks. */
function indented(lines: readonly string[]): string[] {
  return lines.map((line) => (line === "" ? "" : `  ${line}`));
}

function blockLines(text: string): string[] {
  return text.replace(/\n$/, "").split("\n");
}

/** A word or number that may stand in a list between brackets. */
function isWord(value: Json): boolean {
  return typeof value === "string" ? !value.includes("\n") : typeof value !== "object";
}

/** A value on one line, in brackets where it is a list or a mapping. */
export function flowText(value: Json): string {
  if (Array.isArray(value)) return inBrackets("[", value.map(flowText));
  if (isObject(value))
    return inBrackets(
      "{",
      Object.entries(value).map(([key, each]) => `${keyText(key)}: ${flowText(each)}`),
    );
  return scalarText(value, true);
}

/** Items on one line: `[a, b]`, `{ a: b }`. */
export function inBrackets(open: "[" | "{", items: readonly string[]): string {
  if (open === "[") return `[${items.join(", ")}]`;
  return items.length === 0 ? "{}" : `{ ${items.join(", ")} }`;
}

/**
 * Whether a text stands as a block: it has several lines or is long, and no reader or editor could
 * change it there. One line end at the end or none; no blanks where lines end or the text begins.
 */
export function readsAsBlock(text: string): boolean {
  return (
    (text.includes("\n") || text.length > widest) &&
    /\S/.test(text) &&
    !/^[ \t\n]|[ \t](?:\n|$)|\n\n$/.test(text) &&
    !hidesSomething(text.replaceAll("\n", ""))
  );
}

/** Characters that nobody sees, or that some readers end lines at: they are written as escapes. */
function hidesSomething(text: string): boolean {
  return (
    text.search(invisibleCharacters) >= 0 ||
    /[\u0085\uFEFF\uFFFE\uFFFF\p{Cs}\p{Zl}\p{Zp}]/u.test(text)
  );
}

/** A key as it stands before its colon. */
export function keyText(key: string): string {
  return /^[\p{L}_$][\p{L}\p{N}_$.-]*$/u.test(key) && !isTaken(key) ? key : quoted(key);
}

/** A value on one line; `inFlow`: in brackets, where a comma ends it. */
export function scalarText(value: Json, inFlow = false): string {
  if (typeof value !== "string") return JSON.stringify(value);
  return isPlain(value, inFlow) ? value : quoted(value);
}

/** Words that no reader takes for anything but a text. */
function isPlain(text: string, inFlow: boolean): boolean {
  return (
    /^(?:[\p{L}\p{N}_/^($]|\.{1,2}\/|(?!\p{ASCII})[\p{S}\p{P}])/u.test(text) &&
    !/:\s|:$|\s#|\s$|\s{2}/u.test(text) &&
    !(inFlow && /[,[\]{}]/.test(text)) &&
    !/^[\d_][\da-f_.,:+oxtz -]*$/i.test(text) && // numbers and dates
    !hidesSomething(text) &&
    !isTaken(text)
  );
}

/** Words that mean something else, to readers of YAML 1.1 too. */
function isTaken(word: string): boolean {
  return /^(?:null|true|false|y|yes|n|no|on|off|inf|nan|e[-+]?\d+)$/i.test(word);
}

/** What double quotes would need an escape for. */
const unseen = /[\u0085\uFEFF\uFFFE\uFFFF\p{Cs}\p{Zl}\p{Zp}\p{Cf}\p{Cc}\p{DI}]/gu;

/** In double quotes, what nobody sees as an escape; in single ones where that spares escapes. */
function quoted(text: string): string {
  if (/["\\]/.test(text) && !text.includes("'") && text.search(unseen) < 0) return `'${text}'`;
  return JSON.stringify(text).replace(unseen, (found) =>
    [...Array(found.length).keys()]
      .map((at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
