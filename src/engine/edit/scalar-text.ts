// The text of keys, single values and flow collections on one line, and the style a text gets. These
// rules are stricter than those of `yaml`: readers of YAML 1.1 must read the same text, and invisible
// characters must be escaped. `yaml` does neither, and pads both kinds of brackets or none.
import { invisibleCharacters } from "../text/invisible-characters.ts";
import { isObject, type Json } from "../model/json.ts";

/** Maximum length of a flow collection with its key, and of a text outside a literal block. */
export const maxLineLength = 80;

/** Longer keys are written as `? key`. YAML 1.2, section 7.4.2, allows 1024 characters. */
export const maxKeyLength = 1000;

/** A value on one line, lists and mappings in brackets. */
export function flowText(value: Json): string {
  if (Array.isArray(value)) return bracketed("[", value.map(flowText));
  if (!isObject(value)) return scalarText(value, true);
  const entries = Object.entries(value);
  return bracketed(
    "{",
    entries.map(([key, item]) => `${keyText(key)}: ${flowText(item)}`),
  );
}

/** Items on one line: `[a, b]`, `{ a: b }`. */
export function bracketed(open: "[" | "{", items: readonly string[]): string {
  if (open === "[") return `[${items.join(", ")}]`;
  return items.length === 0 ? "{}" : `{ ${items.join(", ")} }`;
}

/** The text of a key, without its colon. */
export function keyText(key: string): string {
  return /^[\p{L}_$][\p{L}\p{N}_$.-]*$/u.test(key) && !isReserved(key) ? key : quoted(key);
}

/** A single value on one line. `inFlow`: inside brackets, where a comma ends a plain text. */
export function scalarText(value: Json, inFlow = false): string {
  // In YAML 1.1, 1e-7 is a text and 1.0e-7 is a number.
  if (typeof value !== "string") return JSON.stringify(value).replace(/^(-?\d+)e/, "$1.0e");
  return canBeUnquoted(value, inFlow) ? value : quoted(value);
}

/**
 * True for texts that are long or have several lines, and that a literal block preserves in every
 * reader and editor: at most one line ending at the end, no spaces at line endings or at the beginning.
 */
export function fitsLiteralBlock(text: string): boolean {
  return (
    (text.includes("\n") || text.length > maxLineLength) &&
    /\S/.test(text) &&
    !/^[ \t\n]|[ \t](?:\n|$)|\n\n$/.test(text) &&
    !needsEscapes(text.replaceAll("\n", ""))
  );
}

/** True for invisible characters, and for those that some readers take for line endings. */
function needsEscapes(text: string): boolean {
  return (
    text.search(invisibleCharacters) >= 0 ||
    /[\u0085\uFEFF\uFFFE\uFFFF\p{Cs}\p{Zl}\p{Zp}]/u.test(text)
  );
}

/** True if every reader takes the unquoted text for a string. */
function canBeUnquoted(text: string, inFlow: boolean): boolean {
  return (
    /^(?:[\p{L}\p{N}_/^($]|\.{1,2}\/|(?!\p{ASCII})[\p{S}\p{P}])/u.test(text) &&
    !/:\s|:$|\s#|\s$|\s{2}/u.test(text) &&
    !(inFlow && /[,[\]{}?]/.test(text)) && // for PyYAML, ? ends a text
    !/^[\d_][\da-f_.,:+oxtz -]*$/i.test(text) && // numbers and dates
    !needsEscapes(text) &&
    !isReserved(text)
  );
}

/** Words that are not strings, in YAML 1.1 or 1.2. */
function isReserved(word: string): boolean {
  return /^(?:null|true|false|y|yes|n|no|on|off|inf|nan|e[-+]?\d+)$/i.test(word);
}

const escapedCharacters = /[\u0085\uFEFF\uFFFE\uFFFF\p{Cs}\p{Zl}\p{Zp}\p{Cf}\p{Cc}\p{DI}]/gu;

/** In single quotes if that saves escapes, else in double quotes. */
function quoted(text: string): string {
  const savesEscapes = /["\\]/.test(text) && !text.includes("'");
  if (savesEscapes && text.search(escapedCharacters) < 0) return `'${text}'`;
  return JSON.stringify(text).replace(escapedCharacters, (character) =>
    [...Array(character.length).keys()]
      .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
