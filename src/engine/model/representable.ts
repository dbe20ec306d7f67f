// Values that no service can store and return unchanged: NUL, lone surrogates, and numbers that JSON
// cannot represent. The loader and the embedded service reject them.
import { isObject, type Json, type Path } from "./json.ts";
import type { Mistake } from "./mistake.ts";

/** All such values in a value, with their paths. */
export function findUnrepresentable(value: Json): Mistake[] {
  return isRepresentable(value) ? [] : found(value, []);
}

function isRepresentable(value: Json): boolean {
  if (typeof value === "string") return !value.includes("\0") && value.isWellFormed();
  if (typeof value === "number") return isRepresentableNumber(value);
  if (Array.isArray(value)) return value.every(isRepresentable);
  if (!isObject(value)) return true;
  for (const key of Object.keys(value))
    if (!isRepresentable(key) || !isRepresentable(value[key]!)) return false;
  return true;
}

/** Whether JSON can represent a number: it is finite, and loses no digits if it is an integer. */
function isRepresentableNumber(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}

function found(value: Json, path: Path): Mistake[] {
  if (typeof value === "string") return textMistake(value, path);
  if (typeof value === "number") return numberMistake(value, path);
  if (Array.isArray(value))
    return value.flatMap((each: Json, index) => found(each, [...path, index]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, each]) => {
    const inKey = textMistake(key, [...path, key]).map((m) => ({ ...m, part: "key" as const }));
    return [...inKey, ...found(each, [...path, key])];
  });
}

function textMistake(text: string, path: Path): Mistake[] {
  const what = text.includes("\0")
    ? "a NUL character"
    : !text.isWellFormed()
      ? "half of a surrogate pair"
      : undefined;
  return what
    ? [
        {
          code: "bad-text",
          path,
          part: "value",
          message: `The text contains ${what}, which services cannot store.`,
        },
      ]
    : [];
}

function numberMistake(value: number, path: Path): Mistake[] {
  const bad = (message: string, hint: string): Mistake[] => [
    { code: "bad-number", path, part: "value", message, hint },
  ];
  if (!Number.isFinite(value))
    return bad("JSON cannot represent this number.", "Use a finite number.");
  if (!isRepresentableNumber(value))
    return bad("Integers above 2^53 lose digits in JSON.", "Write it as a string, in quotes.");
  return [];
}
