// Numbers of resources by kind.
import { groupBy } from "../model/collections.ts";
import type { Kinds } from "../model/kind.ts";

/** `["2 evaluations", "1 assertion"]`, in the order of the table; none for kinds without resources. */
export function kindCounts(
  kinds: Kinds,
  resources: readonly { readonly kind: string }[],
): string[] {
  return kinds
    .map((row) => ({ row, count: resources.filter(({ kind }) => kind === row.kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ row, count }) => `${count} ${count === 1 ? row.kind : row.plural}`);
}

/** `a`, `a and b`, `a, b and c`; with a comma before `and` if one of the texts has an `and`. */
export function joinWithAnd(texts: readonly string[]): string {
  const start = texts.slice(0, -1).join(", ");
  const comma = texts.some((text) => text.includes(" and ")) ? "," : "";
  return start === "" ? texts.join("") : `${start}${comma} and ${texts.at(-1)}`;
}

/** The number of resources of each kind, for documents. */
export function numbersByKind(resources: readonly { readonly kind: string }[]): {
  readonly [kind: string]: number;
} {
  const byKind = [...groupBy(resources, ({ kind }) => kind)];
  return Object.fromEntries(byKind.map(([kind, group]) => [kind, group.length]));
}
