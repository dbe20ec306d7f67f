// Sorts the keys of mappings in the order of the schemas.
import type { Json, Path } from "../model/json.ts";
import type { DocumentLayout, LayoutValue } from "./layout.ts";

/** The ordered keys of the mapping at a path of a document; empty if any order is allowed. */
export type KeyOrder = (document: Json, path: Path) => readonly string[];

type KeysAt = (path: Path) => readonly string[];

/** The document with its keys in order. */
export function orderKeys(document: DocumentLayout, keysAt: KeysAt): DocumentLayout {
  return { ...document, body: orderValue(document.body, [], keysAt) };
}

function orderValue<Value extends LayoutValue>(value: Value, path: Path, keysAt: KeysAt): Value {
  if (!("entries" in value)) return value;
  const isMap = value.form === "map" || (value.form === "flow" && value.open === "{");
  const entries = value.entries.map((entry, index) => {
    const key = isMap ? (entry.name ?? "") : index;
    return entry.value
      ? { ...entry, value: orderValue(entry.value, [...path, key], keysAt) }
      : entry;
  });
  const canSort = isMap && entries.every(({ name }) => name !== undefined);
  return { ...value, entries: canSort ? sortByName(entries, keysAt(path)) : entries };
}

/** Keys that the schema does not know stay behind the key before them. */
function sortByName<Named extends { readonly name?: string }>(
  items: readonly Named[],
  keys: readonly string[],
): readonly Named[] {
  let previous = -1;
  const ranked = items.map((item) => {
    const index = keys.indexOf(item.name ?? "");
    if (index >= 0) previous = index;
    return { item, rank: index >= 0 ? index : previous + 0.5 };
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ item }) => item);
}
