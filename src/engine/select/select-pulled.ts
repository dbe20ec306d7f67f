// Applies --target of pull to the differences between definitions and the service. Unlike plan,
// pull takes no other definitions along, and a pattern can also match a resource without a
// definition.
import type { MatchResult } from "../match/match-context.ts";
import { reachable } from "../model/collections.ts";
import type { JsonObject } from "../model/json.ts";
import { matchesPattern } from "../text/address-pattern.ts";
import { type Kinds, kindNamed } from "../model/kind.ts";
import type { Change, Plan } from "../model/plan.ts";
import type { Unmanaged } from "../model/unmanaged.ts";
import { referencesOf } from "../model/references.ts";
import type { Address, Definition } from "../model/resource.ts";
import { refuseUnmatchedPatterns } from "./unmatched-pattern.ts";
import { addressOfUnmanaged, remoteAddress } from "../normalize/observe.ts";
import { definitionOfChange } from "./select.ts";

/** Changes, and resources without a definition. */
export type Differences = Pick<Plan, "changes" | "unmanaged">;

/**
 * The differences of what the patterns match; without patterns, all. Throws a Failure if a pattern
 * matches nothing.
 */
export function selectDifferences(
  definitions: readonly Definition[],
  { changes, unmanaged }: Differences,
  target: readonly string[],
): Differences {
  if (target.length === 0) return { changes, unmanaged };
  const known = [...definitions, ...changes].map(({ address }) => address);
  refuseUnmatchedPatterns(
    target,
    [...known, ...unmanaged.map(addressOfUnmanaged)],
    (pattern) => `No definition and no resource of the service matches "${pattern}".`,
  );
  const matches = (address: Address): boolean =>
    target.some((pattern) => matchesPattern(pattern, address));
  const selected = selectedDefinitions(definitions, changes, matches);
  return {
    changes: changes.filter(
      (change) => selected.has(definitionOfChange(change)) || matches(change.address),
    ),
    unmanaged: unmanaged.filter((each) => matches(addressOfUnmanaged(each))),
  };
}

/**
 * The matching definitions with their owned children. An owned child of a resource that is replaced
 * selects its siblings too: a replace is one change.
 */
function selectedDefinitions(
  definitions: readonly Definition[],
  changes: readonly Change[],
  matches: (address: Address) => boolean,
): ReadonlySet<Address> {
  const replaced = new Set(
    changes.filter(({ action }) => action === "replace").map(({ address }) => address),
  );
  const isOwned = ({ row }: Definition): boolean => row.parent?.owned ?? false;
  const matched = definitions.filter(({ address }) => matches(address));
  const selected = new Set(
    matched.map((each) =>
      isOwned(each) && replaced.has(each.parent!) ? each.parent! : each.address,
    ),
  );
  const owned = definitions.filter((each) => isOwned(each) && selected.has(each.parent!));
  return new Set([...selected, ...owned.map(({ address }) => address)]);
}

/**
 * The unmanaged resources that a selection needs: its own, and those that its resources on the
 * service refer to.
 */
export function withReferred(
  kinds: Kinds,
  { leftovers }: MatchResult,
  { changes, unmanaged: selected }: Differences,
  all: readonly Unmanaged[],
): ReadonlySet<Unmanaged> {
  const byAddress = new Map(all.map((each) => [remoteAddress(each.kind, each.id), each]));
  const specs = new Map(
    leftovers.map(({ observed }) => [remoteAddress(observed.row.kind, observed.id), observed.spec]),
  );
  const referred = (kind: string, spec: JsonObject): Unmanaged[] =>
    referencesOf(kindNamed(kinds, kind), spec).flatMap((address) => byAddress.get(address) ?? []);
  const byChanges = changes.flatMap((change) =>
    change.action === "create" ? [] : referred(change.row.kind, change.before),
  );
  return reachable([...selected, ...byChanges], ({ kind, id }) =>
    referred(kind, specs.get(remoteAddress(kind, id)) ?? {}),
  );
}
