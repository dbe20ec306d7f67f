// Hints about probable renames: a created resource is similar to an unmanaged one with another name,
// so that `renamedFrom` may be missing in its definition.
import type { MatchResult } from "../match/match-context.ts";
import type { Kinds } from "../model/kind.ts";
import type { Change, Create } from "../model/plan.ts";
import type { Address } from "../model/resource.ts";
import { similarPairs } from "./similar-resources.ts";

export interface RenameHint {
  /** The address of the created resource. */
  readonly address: Address;
  readonly kind: string;
  /** The name of the unmanaged resource, and its id. */
  readonly name: string;
  readonly id: string;
  /** Whether several unmanaged resources have the name. */
  readonly isAmbiguous: boolean;
}

export function findRenameHints(
  kinds: Kinds,
  matching: MatchResult,
  changes: readonly Change[],
): RenameHint[] {
  return kinds
    .filter((row) => row.identifiedBy.by === "name")
    .flatMap(({ kind }) => {
      const creates = changes.filter(
        (change): change is Create => change.action === "create" && change.row.kind === kind,
      );
      const unmanaged = matching.leftovers
        .filter((leftover) => leftover.row.kind === kind && leftover.reason === "unmanaged")
        .map(({ observed }) => observed);
      return similarPairs(creates, unmanaged).map(([{ address }, { id, name }]) => ({
        address,
        kind,
        name: name!,
        id,
        isAmbiguous: unmanaged.filter((each) => each.name === name).length > 1,
      }));
    });
}
