// The contents of remote resources in comparable form, as versions in git have them.
import {
  comparableContent,
  numberedChildKinds,
  type ResourceWithChildren,
} from "../normalize/comparable-content.ts";
import type { MatchResult } from "../match/match-context.ts";
import { once } from "../model/collections.ts";
import type { JsonObject } from "../model/json.ts";
import { childKinds, type Kind, type Kinds } from "../model/kind.ts";
import { type Address, addressOf, type Observed } from "../model/resource.ts";
import { childrenByParent, remoteAddress } from "../normalize/observe.ts";

export interface RemoteContents {
  contentOf(this: void, observed: Observed): JsonObject;
  /** The descendants of a resource that are not part of its content or of another descendant's. */
  descendantsOf(this: void, observed: Observed): readonly Observed[];
}

export function createRemoteContents(kinds: Kinds, matching: MatchResult): RemoteContents {
  const names = once(
    () =>
      new Map<Address, string | undefined>([
        ...matching.leftovers.map(
          ({ row, observed: { id, name } }) => [remoteAddress(row.kind, id), name] as const,
        ),
        ...matching.matches.map(({ desired }) => [desired.address, desired.name] as const),
      ]),
  );
  const children = once(() => childrenByParent(matching.observed));
  const childrenOf = (observed: Observed, rows: readonly Kind[]): Observed[] =>
    rows.flatMap(({ kind }) => children().get(addressOf(kind, observed.id)) ?? []);
  const withChildren = (observed: Observed): ResourceWithChildren => ({
    row: observed.row,
    spec: observed.spec,
    children: childrenOf(observed, numberedChildKinds(kinds, observed.row.kind)).map(withChildren),
  });
  const descendantsOf = (observed: Observed): Observed[] => {
    const rows = childKinds(kinds, observed.row.kind).filter(({ parent }) => !parent!.numbered);
    return childrenOf(observed, rows).flatMap((child) => [child, ...descendantsOf(child)]);
  };
  return {
    contentOf: (observed) =>
      comparableContent(withChildren(observed), (address) => names().get(address)),
    descendantsOf,
  };
}
