// Changes all texts of a JSON document.

/** Changes a text; `key`: the key in whose value it is. */
type ChangeText = (text: string, key?: string) => string;

/** The keys of an edit whose values are at its path. */
const valueKeys = new Set(["value", "before", "after"]);

/** The value with each text and each key changed. `key`: the key in whose value it is. */
export function mapTexts<Value>(value: Value, change: ChangeText, key?: string): Value {
  const map = (each: unknown, within: string | undefined): unknown => {
    if (typeof each === "string") return change(each, within);
    if (Array.isArray(each)) return each.map((item) => map(item, within));
    if (typeof each !== "object" || each === null) return each;
    const entries = Object.entries(each);
    const at = "path" in each && typeof each.path === "string" ? lastKey(each.path) : undefined;
    return Object.fromEntries(
      entries.map(([name, item]) => [
        change(name),
        map(item, at !== undefined && valueKeys.has(name) ? at : name),
      ]),
    );
  };
  return map(value, key) as Value;
}

/**
 * The last key of a path or of a JSON pointer, without the indexes of lists after it: `api_key` of
 * `extra.api_key`, `extra["api_key"]`, `extra.api_key[0]` and `/extra/api_key/0`.
 */
export function lastKey(path: string): string {
  const field = path.replace(/(?:\[\d+\]|\/\d+)+$/, "");
  return field
    .slice(Math.max(field.lastIndexOf("."), field.lastIndexOf("/")) + 1)
    .replace(/[\]"]+$/, "");
}
