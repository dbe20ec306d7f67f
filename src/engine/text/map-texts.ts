// Changes all texts of a JSON document.

/** The value with each text and each key changed. */
export function mapTexts<Value>(value: Value, change: (text: string) => string): Value {
  const map = (each: unknown): unknown => {
    if (typeof each === "string") return change(each);
    if (Array.isArray(each)) return each.map(map);
    if (typeof each !== "object" || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([key, item]) => [change(key), map(item)]));
  };
  return map(value) as Value;
}
