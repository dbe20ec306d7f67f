// Counts of a plan, by action.
import type { Change, Counts } from "../model/plan.ts";
import type { Selected } from "./select.ts";

export function countChanges({ changes, unchanged }: Selected): Counts {
  const countOf = (action: Change["action"]): number =>
    changes.filter((change) => change.action === action).length;
  return {
    create: countOf("create"),
    update: countOf("update"),
    replace: countOf("replace"),
    delete: countOf("delete"),
    keep: unchanged.length,
  };
}
