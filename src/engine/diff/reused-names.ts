// Finds names that were probably reused: a new definition has the text of a resource that the plan gives
// another one, by name. Applications that call the id of that resource would get the other text.
import type { Kinds } from "../model/kind.ts";
import type { Change, Create, Update } from "../model/plan.ts";
import { similarityOf, similarPairs } from "./similar-resources.ts";

/** `create`: the definition that the resource of `update` probably belongs to. */
export interface ReusedName {
  readonly create: Create;
  readonly update: Update;
}

export function findReusedNames(kinds: Kinds, changes: readonly Change[]): ReusedName[] {
  return kinds
    .filter((row) => row.identifiedBy.by === "name")
    .flatMap((row) => {
      const own = changes.filter((change) => change.row.kind === row.kind);
      const creates = own.filter((change): change is Create => change.action === "create");
      const updates = own.flatMap((change) =>
        change.action === "update" ? [{ row, spec: change.before, update: change }] : [],
      );
      return similarPairs(creates, updates).flatMap(([create, { update }]) =>
        isLikely(create, update) ? [{ create, update }] : [],
      );
    });
}

/** Whether the resource is more like the new definition than like what it becomes. Git may tell it too. */
function isLikely({ row, address, body }: Create, { before, after, held }: Update): boolean {
  const isRefused = held?.type !== "unknown" && held?.renamedSince?.address === address;
  return !isRefused && similarityOf(row, body, before) > similarityOf(row, after, before);
}
