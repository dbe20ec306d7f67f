// Words without quotes in plain YAML: what they say as values, and as keys.
import type { Json } from "../model/json.ts";
import { isRepresentableNumber } from "../model/representable.ts";
import { code, leave, type Reading, trimmed } from "./yaml-reading.ts";
import { isTruthWord } from "./yaml-text.ts";

/** Keys have at most 1024 characters, as they are written. */
export const longestKey = 1000;
const plainKey = /[^\s\-?:,[\]{}#&*!|>'"%@`<][^\n:#]*:(?=[ \n]|$)/y;
const quotedKey = /"[^"\\\n]*" *:(?=[ \n]|$)|'[^'\n]*' *:(?=[ \n]|$)/y;

/** A key that begins here, with its colon; undefined where there is none. */
export function readKey(
  reading: Reading,
  plain: RegExp = plainKey,
  quoted: RegExp = quotedKey,
): string | undefined {
  const first = reading.text.charCodeAt(reading.at);
  const isQuoted = first === code.quote || first === code.apostrophe;
  const form = isQuoted ? quoted : plain;
  const start = reading.at;
  form.lastIndex = start;
  if (!form.test(reading.text)) return undefined;
  reading.at = form.lastIndex;
  if (reading.at - start > longestKey) leave();
  const key = trimmed(reading.text.slice(start, reading.at - 1));
  if (isQuoted) return key.slice(1, -1);
  return typeof wordOf(key) === "string" ? key : leave();
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
export function plainValue(text: string): Json {
  return isTruthWord(text) ? leave() : wordOf(text);
}

/** What a text without quotes says (YAML 1.2, section 10.3.2). */
function wordOf(text: string): Json {
  const word = text.length <= longestWord ? words.get(text) : undefined;
  if (word !== undefined) return word;
  if (text.charCodeAt(0) > lastDigit) return text; // signs and the point come before the digits
  if (noFinite.test(text)) leave();
  if (!number.test(text)) return text;
  return isRepresentableNumber(Number(text)) ? Number(text) : leave();
}
