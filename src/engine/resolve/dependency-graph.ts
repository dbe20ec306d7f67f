// The dependency graph of a project: definitions are nodes, references and parents are edges.
import { groupBy, reachable } from "../model/collections.ts";
import { digestText } from "../text/digest.ts";
import { childKinds, isReferredTo, type Kind, type Kinds } from "../model/kind.ts";
import { matchesPattern } from "../text/address-pattern.ts";
import { referencesOf } from "../model/references.ts";
import { type Address, type Definition, nameOf } from "../model/resource.ts";

export interface DependencyGraph {
  /** Sorted by address, and therefore by kind. */
  readonly nodes: readonly Node[];
  /** Sorted by the address of their source, then by that of their target. */
  readonly edges: readonly Edge[];
}

export interface Node {
  /** `n` and hexadecimal digits. Depends on the address only, not on other definitions. */
  readonly id: string;
  readonly kind: string;
  readonly plural: string;
  /** Its name in its address, without that of its parent. */
  readonly name: string;
  readonly external: boolean;
  /** The number of its children of each counted kind, if there are any. */
  readonly counts: readonly { readonly kind: string; readonly number: number }[];
}

/** From a node to its dependency, by their ids. */
interface Edge {
  readonly from: string;
  readonly to: string;
}

/** The graph of the definitions. With `target`: of those that match a pattern, and their dependencies. */
export function graphOf(
  kinds: Kinds,
  definitions: readonly Definition[],
  target: readonly string[],
): DependencyGraph {
  const byAddress = new Map(definitions.map((each) => [each.address, each]));
  const chosen = target.length === 0 ? definitions : chosenBy(byAddress, target);
  const drawn = chosen.filter((each) => !isCounted(kinds, each.row));
  const sorted = drawn.toSorted((a, b) => inOrder(a.address, b.address));
  const ids = idsOf(definitions.map(({ address }) => address));
  const children = groupBy(definitions, (each) => each.parent ?? "");
  return {
    nodes: sorted.map((each) => ({
      id: ids(each.address),
      kind: each.row.kind,
      plural: each.row.plural,
      name: ownName(each),
      external: each.external,
      counts: countsOf(kinds, each, children.get(each.address) ?? []),
    })),
    edges: sorted.flatMap((each) =>
      needsOf(each).map((to) => ({ from: ids(each.address), to: ids(to) })),
    ),
  };
}

function inOrder(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Whether a kind is counted, not drawn: numbered leaves without references to them. */
function isCounted(kinds: Kinds, row: Kind): boolean {
  const isLeaf = row.references.length === 0 && childKinds(kinds, row.kind).length === 0;
  return row.parent?.numbered === true && isLeaf && !isReferredTo(kinds, row.kind);
}

/** Its references and its parent, without duplicates, sorted by address. */
function needsOf({ row, parent, spec }: Definition): Address[] {
  const referred = referencesOf(row, spec);
  const all = parent === undefined ? referred : [...referred, parent];
  return [...new Set(all)].sort(inOrder);
}

function chosenBy(
  byAddress: ReadonlyMap<Address, Definition>,
  target: readonly string[],
): Definition[] {
  const matched = [...byAddress.values()].filter(({ address }) =>
    target.some((each) => matchesPattern(each, address)),
  );
  return [...reachable(matched, (each) => needsOf(each).map((address) => byAddress.get(address)!))];
}

function ownName({ address, parent }: Definition): string {
  const name = nameOf(address);
  return parent === undefined ? name : name.slice(nameOf(parent).length + 1);
}

function countsOf(
  kinds: Kinds,
  definition: Definition,
  children: readonly Definition[],
): Node["counts"] {
  return childKinds(kinds, definition.row.kind)
    .filter((row) => isCounted(kinds, row))
    .map((row) => ({
      kind: row.kind,
      number: children.filter((each) => each.row.kind === row.kind).length,
    }))
    .filter(({ number }) => number > 0);
}

/** Ids have 12 digits of a digest, or all digits if two addresses share the first 12. */
function idsOf(addresses: readonly Address[]): (address: Address) => string {
  const digits = (address: Address): string => digestText(address).slice("sha256:".length);
  const short = new Set(addresses.map((each) => digits(each).slice(0, 12)));
  const length = short.size === new Set(addresses).size ? 12 : 64;
  return (address) => `n${digits(address).slice(0, length)}`;
}
