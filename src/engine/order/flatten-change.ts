// A change with the changes of children that belong to it, as one list.
import type { Change } from "../model/plan.ts";

/** A change, the creates of its children and the deletes of all its descendants. */
export function flattenChange(change: Change): Change[] {
  const creates = change.action === "replace" ? change.childCreates : [];
  return [change, ...creates, ...change.childDeletes.flatMap(flattenChange)];
}
