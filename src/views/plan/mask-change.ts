// Masks whole values of a change, before they are cut or compared word by word: both can divide a
// secret into parts that do not look like one.
import { type Address, nameOf } from "../../engine/model/resource.ts";
import { canonicalJson } from "../../engine/model/json.ts";
import type { FieldChange } from "./field-changes.ts";
import { lastKey, mapTexts } from "../../engine/json/map-texts.ts";
import type { Mask } from "../text/markdown.ts";

/** The changes with the names of what they refer to, and with their values masked. */
export function shownChanges(
  changes: readonly FieldChange[],
  mask: Mask,
  referenceName: (address: Address) => string = nameOf,
): FieldChange[] {
  return changes
    .map((change): FieldChange => {
      if (change.type !== "set") return change;
      const { added, removed } = change;
      const names = (list: readonly Address[]): string[] =>
        list.map((each) => mask(referenceName(each)));
      return { ...change, added: names(added), removed: names(removed) };
    })
    .map((change) => maskFieldChange(change, mask));
}

/** The change with its values masked. The type is `masked` if they are equal then. */
export function maskFieldChange(change: FieldChange, mask: Mask): FieldChange {
  const path = mask(change.path);
  const key = lastKey(change.path);
  switch (change.type) {
    case "text": {
      const [before, after] = [mask(change.before, key), mask(change.after, key)];
      return before === after ? { type: "masked", path } : { ...change, path, before, after };
    }
    case "added":
    case "removed":
      return { ...change, path, item: mapTexts(change.item, mask, key) };
    case "value": {
      const before = change.before === undefined ? undefined : mapTexts(change.before, mask, key);
      const after = change.after === undefined ? undefined : mapTexts(change.after, mask, key);
      const areEqual =
        before !== undefined &&
        after !== undefined &&
        canonicalJson(before) === canonicalJson(after);
      if (areEqual) return { type: "masked", path };
      const sides = {
        ...(before !== undefined && { before }),
        ...(after !== undefined && { after }),
      };
      return { type: "value", path, ...sides };
    }
    case "set":
    case "masked":
    case "edits":
      return change;
  }
}
