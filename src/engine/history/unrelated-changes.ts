// The changes of a plan that concern no difference between two commits: the service differs already
// without it.
import type { Kinds } from "../model/kind.ts";
import type { Change, Delete } from "../model/plan.ts";
import { addressOf } from "../model/resource.ts";
import { versionedAddress } from "../normalize/comparable-content.ts";
import type { DefinitionDifference } from "./compare-definitions.ts";
import { familyOfAddress } from "./family-index.ts";

/** The positions of the changes to definitions without a difference. */
export function unrelatedChanges(
  kinds: Kinds,
  changes: readonly Change[],
  differences: readonly DefinitionDifference[],
): number[] {
  const sides = differences.flatMap(({ before, after }) =>
    [before, after].filter((each) => !!each),
  );
  const touched = new Set(sides.map(({ address }) => address));
  const names = new Set(sides.map(({ row, name = "" }) => addressOf(row.kind, name)));
  const families = new Set([...touched].map((address) => familyOfAddress(kinds, address)));
  /** A resource to prune has no address in the files: its name or its parent says where it was. */
  const isTouchedDelete = (change: Delete): boolean => {
    const { row, name, parent, reason, supersededBy } = change;
    switch (reason) {
      case "prune":
        return name === undefined
          ? parent !== undefined && families.has(familyOfAddress(kinds, parent))
          : names.has(addressOf(row.kind, name));
      case "surplus":
        return touched.has(versionedAddress(change));
      default:
        return supersededBy !== undefined && touched.has(supersededBy);
    }
  };
  return changes.flatMap((change, index) => {
    const isTouched =
      change.action === "delete" ? isTouchedDelete(change) : touched.has(versionedAddress(change));
    return isTouched ? [] : [index];
  });
}
