// Holds back what another environment must hold first: `after` of an environment in promptctl.yaml.
//
// A definition waits if the service of the other environment, upstream, does not hold the version of the
// files, or if it needs a definition that waits: its tools, its prompt. Assertions are part of their
// evaluation. A delete waits as long as the upstream service has the resource.
import type { Difference } from "../diff/diff.ts";
import type { MatchResult } from "../match/match-context.ts";
import { matchesPattern } from "../text/address-pattern.ts";
import type { Kinds } from "../model/kind.ts";
import type { HeldVersion } from "../model/held-version.ts";
import type { Change, Delete, UnpromotedChange } from "../model/plan.ts";
import { referencesOf } from "../model/references.ts";
import { type Address, addressOf, type Definition } from "../model/resource.ts";
import { isNameInScope } from "../environments/scope.ts";
import { versionedAddress } from "../normalize/comparable-content.ts";
import { contentDigest } from "../normalize/observe.ts";

/** The upstream service, compared with the definitions as its environment has them. */
export interface UpstreamState {
  /** Those of the kinds that were compared. */
  readonly definitions: readonly Definition[];
  readonly matching: MatchResult;
  readonly difference: Pick<Difference, "changes" | "unchanged">;
  /** Its scope and what it keeps: other resources are never deleted there. */
  readonly scope: readonly string[];
  readonly keep: readonly string[];
}

/** The changes that wait, in the order given. */
export function unpromotedChanges(
  kinds: Kinds,
  changes: readonly Change[],
  upstream: UpstreamState,
): UnpromotedChange[] {
  const waiting = waitingDefinitions(kinds, upstream);
  const found = new Map<Change, Reason>();
  const users = new Map<Address, Address>(); // by the address of what they use now
  const add = (change: Change, reason: Reason): void => {
    found.set(change, reason);
    for (const used of usedNow(change)) if (!users.has(used)) users.set(used, change.address);
  };
  for (const change of changes) {
    const reason = waiting.get(definitionOf(change)) ?? reasonOfDelete(change, upstream);
    if (reason) add(change, reason);
  }
  for (const row of kinds.toReversed())
    // users come after what they use in the table
    for (const change of changes.filter((each) => each.row.kind === row.kind)) {
      if (found.has(change) || change.action !== "delete") continue;
      const other = users.get(change.address);
      if (other !== undefined) add(change, { reason: "used", other });
    }
  return changes.flatMap((change) => {
    const reason = found.get(change);
    return reason ? [{ change, ...reason }] : [];
  });
}

type Reason = Omit<UnpromotedChange, "change">;

/** The definitions that wait, by address. Numbered children are part of their parents. */
function waitingDefinitions(
  kinds: Kinds,
  { definitions, difference: { changes, unchanged } }: UpstreamState,
): ReadonlyMap<Address, Reason> {
  const equal = new Set(unchanged);
  const surplus = changes.filter(({ row }) => row.parent?.numbered);
  const different = definitions.filter(({ address }) => !equal.has(address));
  const pending = new Set([...different, ...surplus].map(versionedAddress));
  const held = new Map(
    changes.flatMap((change): [Address, HeldVersion][] =>
      change.held ? [[versionedAddress(change), change.held]] : [],
    ),
  );
  const waiting = new Map<Address, Reason>();
  for (const row of kinds)
    // what a definition needs comes before it in the table
    for (const { address, spec, parent, external } of definitions.filter(
      (each) => each.row.kind === row.kind,
    )) {
      if (external || row.parent?.numbered) continue;
      const needed = [...referencesOf(row, spec), parent ?? ""].find((each) => waiting.has(each));
      const upstream = held.get(address);
      if (pending.has(address))
        waiting.set(address, { reason: "version", ...(upstream && { upstream }) });
      else if (needed !== undefined) waiting.set(address, { reason: "needs", other: needed });
    }
  return waiting;
}

/** The definition whose version a change concerns; of a pruned resource its own address. */
function definitionOf(change: Change): Address {
  if (change.action === "delete" && change.supersededBy !== undefined)
    return versionedAddress({ ...change, address: change.supersededBy });
  return versionedAddress(change);
}

/** Whether the upstream service still has the resource that a change deletes. */
function reasonOfDelete(change: Change, upstream: UpstreamState): Reason | undefined {
  if (change.action !== "delete" || change.supersededBy !== undefined) return undefined;
  const isHeld =
    change.name === undefined
      ? holdsContent(change, upstream)
      : holdsName(change.row.kind, change.name, upstream);
  return isHeld ? { reason: "exists" } : undefined;
}

/** Only within what may be deleted there: otherwise it would wait for ever. */
function holdsName(kind: string, name: string, { matching, scope, keep }: UpstreamState): boolean {
  const address = addressOf(kind, name);
  return (
    isNameInScope(scope, kind, name) &&
    !keep.some((pattern) => matchesPattern(pattern, address)) &&
    (matching.observed.get(kind) ?? []).some((each) => each.name === name)
  );
}

function holdsContent({ row, parent, before }: Delete, { matching, keep }: UpstreamState): boolean {
  const isDeletable =
    parent !== undefined &&
    matching.inScope.has(parent) &&
    !keep.some((pattern) => matchesPattern(pattern, parent));
  if (!isDeletable) return false;
  const digest = contentDigest(row, before);
  return matching.leftovers.some(
    (each) =>
      each.row.kind === row.kind &&
      each.parent === parent &&
      contentDigest(row, each.observed.spec) === digest,
  );
}

/** The addresses that the resource of a change refers to on the service. */
function usedNow(change: Change): readonly Address[] {
  return change.action === "create" ? [] : referencesOf(change.row, change.before);
}
