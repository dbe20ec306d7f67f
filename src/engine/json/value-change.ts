// One changed field in a few words: `threshold 1 → 0.5`.
import { canonicalJson, type Json, type Path } from "../model/json.ts";

export interface ValueChange {
  readonly path: Path;
  /** Undefined if the field is new. */
  readonly before?: Json | undefined;
  /** Undefined if the field was removed. */
  readonly after?: Json | undefined;
  /** The values are JSON texts, which are shown as they are. */
  readonly isJson?: boolean;
}

/** Longer values are not shown, not even in part: a part of a secret does not look like one. */
const maxValueLength = 60;

/** `amount.maximum 15000 → 150000`, `required − "reason"`, `pattern removed`. */
export function valueChangeText({ path, before, after, isJson }: ValueChange): string {
  const name = path.join(".");
  const textOf = (value: Json): string =>
    isJson && typeof value === "string" ? value : JSON.stringify(value);
  if (after === undefined) {
    const value = textOf(before!);
    const isScalar = typeof before !== "object" && value.length <= maxValueLength;
    return `${name} removed${isScalar ? ` (was ${value})` : ""}`;
  }
  if (Array.isArray(before) && Array.isArray(after)) return listChangeText(name, before, after);
  const [old, now] = [before === undefined ? "none" : textOf(before), textOf(after)];
  const isShort = old.length <= maxValueLength && now.length <= maxValueLength;
  if (isShort) return `${name} ${old} → ${now}`;
  return `${name} ${before === undefined ? "added" : "changed"}`;
}

/** `threshold 1 → 0.5 (looser)`: the change of a test, marked if it certainly makes it easier. */
export function testChangeText({
  message,
  looser,
}: {
  readonly message: string;
  readonly looser: boolean;
}): string {
  return looser ? `${message} (looser)` : message;
}

function listChangeText(name: string, before: readonly Json[], after: readonly Json[]): string {
  const without = (some: readonly Json[], others: readonly Json[]): string[] => {
    const known = new Set(others.map(canonicalJson));
    return some
      .filter((item) => !known.has(canonicalJson(item)))
      .map((item) => JSON.stringify(item));
  };
  const parts = [
    ...without(before, after).map((item) => `− ${item}`),
    ...without(after, before).map((item) => `+ ${item}`),
  ];
  const text = parts.join(" ");
  return `${name} ${text !== "" && text.length <= maxValueLength ? text : "changed"}`;
}
