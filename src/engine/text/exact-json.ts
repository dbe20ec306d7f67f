// Reads JSON with the digits of numbers that a double does not hold, where values are compared or sent
// on. Texts without such numbers, almost all, are read by JSON.parse alone.
import { visit } from "jsonc-parser";
import type { Span } from "../model/diagnostic.ts";
import {
  canonicalJson,
  canonicalText,
  type Json,
  parseDeepJson,
  parseJson,
  valueAt,
} from "../model/json.ts";
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
  visit(text, {
    onLiteralValue: (literal, offset, length, _line, _column, pathOf) => {
      const written = text.slice(offset, offset + length);
      if (typeof literal !== "number" || !isRounded(written)) return;
      const path = pathOf();
      const holder = valueAt(value, path.slice(0, -1));
      if (typeof holder === "object" && holder !== null)
        keepNumberText(holder, path.at(-1)!, written);
    },
  });
  return value;
}

/** Where a text stops to be JSON; undefined for JSON. */
export function jsonMistake(text: string): Span | undefined {
  if (parseDeepJson(text) !== undefined) return undefined;
  const found: Span[] = [];
  visit(
    text,
    { onError: (_code, offset, length) => void found.push({ offset, length }) },
    { disallowComments: true },
  );
  return found[0] ?? { offset: 0, length: 1 };
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
