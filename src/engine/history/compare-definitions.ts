// The differences between the definitions of two commits.
import type { Kind, Kinds } from "../model/kind.ts";
import type { OverridePlaces } from "../model/plan.ts";
import type { Address, Definition } from "../model/resource.ts";
import { isSameDefinition, type PastDefinition, pastDefinitions } from "./family-state.ts";
import { localName, namedPairRules, pairByKeys } from "./pair-by-keys.ts";

/** A definition that differs. Without `before` it was added, without `after` removed. */
export interface DefinitionDifference {
  readonly row: Kind;
  readonly before?: PastDefinition;
  readonly after?: PastDefinition;
  /** Where the values are that an environment overrides. */
  readonly overridden?: { readonly before?: OverridePlaces; readonly after?: OverridePlaces };
}

/** In the order of the table of kinds, then of the newer definitions; removed ones last. */
export function compareDefinitions(
  kinds: Kinds,
  before: readonly Definition[],
  after: readonly Definition[],
): DefinitionDifference[] {
  const [older, newer] = [byAddress(kinds, before), byAddress(kinds, after)];
  const pairs = new Map<Address, Definition>();
  const rows = kinds.filter(({ parent }) => !parent?.numbered);
  return rows.flatMap((row): DefinitionDifference[] => {
    const [own, prior] = [ofKind(after, row), ofKind(before, row)];
    for (const [address, other] of pairsOf(row, own, prior, pairs)) pairs.set(address, other);
    const paired = new Set(pairs.values());
    return [
      ...own.flatMap(({ address }) => {
        const other = pairs.get(address);
        const now = newer.get(address)!;
        if (!other) return [{ row, after: now }];
        const then = older.get(other.address)!;
        return isSameDefinition(then, now) ? [] : [{ row, before: then, after: now }];
      }),
      ...prior
        .filter((each) => !paired.has(each))
        .map(({ address }) => ({ row, before: older.get(address)! })),
    ];
  });
}

function byAddress(
  kinds: Kinds,
  definitions: readonly Definition[],
): ReadonlyMap<Address, PastDefinition> {
  return new Map(pastDefinitions(kinds, definitions).map((each) => [each.address, each]));
}

function ofKind(definitions: readonly Definition[], { kind }: Kind): Definition[] {
  return definitions.filter((each) => each.row.kind === kind);
}

/** Children are paired by their name within paired parents. */
function pairsOf(
  row: Kind,
  newer: readonly Definition[],
  older: readonly Definition[],
  parents: ReadonlyMap<Address, Definition>,
): Map<Address, Definition> {
  if (!row.parent) return pairByKeys(newer, older, namedPairRules);
  return pairByKeys(newer, older, [
    [
      (each) => [`${parents.get(each.parent!)?.address ?? ""}/${localName(each)}`],
      (each) => `${each.parent!}/${localName(each)}`,
    ],
  ]);
}
