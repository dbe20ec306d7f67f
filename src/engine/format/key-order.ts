// The keys of mappings in the order that schemas give; where they give none, as they stand.
import type { Json, Path } from "../model/json.ts";
import type { LayoutEntry, FlowCollection, FlowItem, DocumentLayout, LayoutValue } from "./tree.ts";

/** The keys of the mapping at a path of a document, in their order; empty where anything goes. */
export type KeyOrder = (document: Json, path: Path) => readonly string[];

/** The same document with its keys in order. */
export function orderKeys(
  root: DocumentLayout,
  keysAt: (path: Path) => readonly string[],
): DocumentLayout {
  const value = <Of extends LayoutValue>(each: Of, path: Path): Of => {
    switch (each.form) {
      case "map":
      case "list":
        return { ...each, entries: sorted(each.entries, each.form === "map", path) };
      case "flow":
        return { ...each, items: sortedItems(each, path) };
      default:
        return each;
    }
  };
  const sorted = (
    entries: readonly LayoutEntry[],
    isMap: boolean,
    path: Path,
  ): readonly LayoutEntry[] => {
    const inside = entries.map((each, index) => ({
      ...each,
      value: value(each.value, [...path, isMap ? (each.name ?? "") : index]),
    }));
    const isPlain = entries.every(({ name }) => name !== undefined);
    return isMap && isPlain ? inOrder(inside, keysAt(path)) : inside;
  };
  const sortedItems = ({ items, open }: FlowCollection, path: Path): readonly FlowItem[] => {
    const inside = items.map((each, index) => ({
      ...each,
      ...(each.value && {
        value: value(each.value, [...path, open === "{" ? (each.name ?? "") : index]),
      }),
    }));
    return open === "{" ? inOrder(inside, keysAt(path)) : inside;
  };
  return { ...root, body: value(root.body, []) };
}

/** A key that the schema does not know stays behind the one before it. */
function inOrder<Named extends { readonly name?: string }>(
  named: readonly Named[],
  keys: readonly string[],
): readonly Named[] {
  let before = -1;
  const placed = named.map((each) => {
    const found = keys.indexOf(each.name ?? "");
    if (found >= 0) before = found;
    return { each, place: found >= 0 ? found : before + 0.5 };
  });
  return placed.toSorted((a, b) => a.place - b.place).map(({ each }) => each);
}
