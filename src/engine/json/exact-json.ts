// Reads JSON with the digits of numbers that a double does not hold, where values are compared or sent
// on. Texts without such numbers, almost all, are read by JSON.parse alone.
import { canonicalJson, canonicalText, type Json, parseJson } from "../model/json.ts";
import { keepNumberText } from "../model/number-texts.ts";

/** Matches the texts that can contain such a number: with 16 digits, or a large exponent. */
const mayBeRounded = /(?:\d\.?){16}|\d[eE][+-]?\d{3}/;

/**
 * The value of a JSON text, whose objects and lists keep the texts of rounded numbers; undefined if the
 * text is not JSON. A number that is the whole text has no holder, so its text is not kept.
 */
export function parseExactJson(text: string): Json | undefined {
  const value = parseJson(text);
  if (typeof value !== "object" || value === null || !mayBeRounded.test(text)) return value;
  // The same value, with a text in the place of each rounded number.
  const withTexts = text.replace(stringOrNumber, (token) =>
    !token.startsWith('"') && isRounded(token) ? `"${token}"` : token,
  );
  keepTexts(value, JSON.parse(withTexts) as Json[]);
  return value;
}

/** Matches the strings and the numbers of a JSON text, in linear time. */
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/** Keeps the texts that `withTexts` has in the place of numbers. The structure of both values is the same. */
function keepTexts(value: object, withTexts: object): void {
  for (const [key, text] of Object.entries(withTexts) as [string, Json][]) {
    const own = (value as { readonly [key: string]: Json })[key];
    if (typeof own === "number" && typeof text === "string") keepNumberText(value, key, text);
    else if (typeof own === "object" && own !== null) keepTexts(own, text as object);
  }
}

/** The list with the only value of a JSON text, as its holder; undefined if the text is not JSON. */
export function parseHeldJson(text: string): readonly [Json] | undefined {
  const list = parseExactJson(`[${text}]`);
  return Array.isArray(list) && list.length === 1 ? (list as [Json]) : undefined;
}

/** The canonical text of a value in an object or a list, with all digits. */
export function canonicalAt(holder: object, key: string | number): string {
  const value = (holder as { readonly [key: string]: Json })[key];
  return canonicalText(holder, key) ?? canonicalJson(value ?? null);
}

/** No double has a longer text, zeros not counted. */
const maxNumberLength = 400;

function isRounded(text: string): boolean {
  if (text.length > maxNumberLength) return true;
  const value = Number(text);
  return !Number.isFinite(value) || significantDigits(text) !== significantDigits(String(value));
}

function significantDigits(text: string): string {
  return text
    .replace(/e.*/i, "")
    .replace(/[-.]/g, "")
    .replace(/^0+|0+$/g, "");
}
