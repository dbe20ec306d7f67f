// Sorts the keys of mappings in the order of the schemas.
import type { Json, Path } from "../model/json.ts";
import type {
  DocumentLayout,
  FlowCollection,
  FlowItem,
  LayoutEntry,
  LayoutValue,
} from "./layout.ts";

/** The ordered keys of the mapping at a path of a document; empty if any order is allowed. */
export type KeyOrder = (document: Json, path: Path) => readonly string[];

type KeysAt = (path: Path) => readonly string[];

/** The document with its keys in order. */
export function orderKeys(document: DocumentLayout, keysAt: KeysAt): DocumentLayout {
  return { ...document, body: orderValue(document.body, [], keysAt) };
}

function orderValue<Value extends LayoutValue>(value: Value, path: Path, keysAt: KeysAt): Value {
  switch (value.form) {
    case "map":
    case "list":
      return { ...value, entries: orderEntries(value.entries, value.form === "map", path, keysAt) };
    case "flow":
      return { ...value, items: orderItems(value, path, keysAt) };
    default:
      return value;
  }
}

function orderEntries(
  entries: readonly LayoutEntry[],
  isMap: boolean,
  path: Path,
  keysAt: KeysAt,
): readonly LayoutEntry[] {
  const ordered = entries.map((entry, index) => ({
    ...entry,
    value: orderValue(entry.value, [...path, isMap ? (entry.name ?? "") : index], keysAt),
  }));
  const canSort = isMap && entries.every(({ name }) => name !== undefined);
  return canSort ? sortByName(ordered, keysAt(path)) : ordered;
}

function orderItems(
  { items, open }: FlowCollection,
  path: Path,
  keysAt: KeysAt,
): readonly FlowItem[] {
  const isMap = open === "{";
  const ordered = items.map((item, index) => ({
    ...item,
    ...(item.value && {
      value: orderValue(item.value, [...path, isMap ? (item.name ?? "") : index], keysAt),
    }),
  }));
  return isMap ? sortByName(ordered, keysAt(path)) : ordered;
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
