// The data that diff looks up for every change: children and users of remote resources.
import type { MatchResult } from "../match/match-context.ts";
import { groupBy } from "../model/collections.ts";
import type { Capabilities, Kinds } from "../model/kind.ts";
import { type Address, addressOf, type Observed } from "../model/resource.ts";

export interface DiffOptions {
  readonly capabilities: Capabilities;
  /** Whether unmanaged resources are deleted. */
  readonly prune: boolean;
  /** Address patterns of the named resources that may be deleted. */
  readonly scope: readonly string[];
  /** The service, as pins name it. */
  readonly baseUrl: string;
}

export interface DiffContext {
  readonly kinds: Kinds;
  readonly matching: MatchResult;
  readonly options: DiffOptions;
  /** Children of remote resources, by `kind of the children/id of the parent`. */
  readonly children: ReadonlyMap<string, readonly Observed[]>;
  /** Unmanaged and external resources by the address of what they refer to. */
  readonly users: ReadonlyMap<Address, readonly Observed[]>;
}

export function createDiffContext(
  kinds: Kinds,
  matching: MatchResult,
  options: DiffOptions,
): DiffContext {
  const nested = kinds
    .filter((row) => row.parent)
    .flatMap((row) => matching.observed.get(row.kind) ?? []);
  return {
    kinds,
    matching,
    options,
    children: groupBy(nested, ({ kind, parentId }) => addressOf(kind, parentId!)),
    users: usersByAddress(kinds, matching),
  };
}

/** Only resources that no definition writes: the others get their references from the definition. */
function usersByAddress(kinds: Kinds, matching: MatchResult): Map<Address, Observed[]> {
  const written = new Set(
    matching.matches.flatMap(({ desired, observed }) =>
      desired.external || !observed ? [] : [observed],
    ),
  );
  const uses = kinds.flatMap(({ kind, references }) =>
    references.flatMap(({ field }) =>
      (matching.observed.get(kind) ?? [])
        .filter((user) => !written.has(user))
        .flatMap((user) => (user.spec[field] as Address[]).map((address) => ({ address, user }))),
    ),
  );
  const groups = [...groupBy(uses, ({ address }) => address)];
  return new Map(groups.map(([address, group]) => [address, group.map(({ user }) => user)]));
}
