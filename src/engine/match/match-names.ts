// Matching of things that have names: a pin, else the name, else an earlier name.
import { groupBy, memo } from "../model/collections.ts";
import { replacedBy } from "./family.ts";
import type { Kind } from "../model/kind.ts";
import { type Claims, pinned, refuseTakenNames } from "./match-pins.ts";
import { actionFor, type MatchContext } from "./match-context.ts";
import { referencedIds } from "../observe/observe.ts";
import {
  ambiguousName,
  ambiguousRename,
  externalMissing,
  unsupportedValues,
} from "../model/refusals.ts";
import { referencesOf } from "../model/references.ts";
import type { Address, Definition, Observed } from "../model/resource.ts";

/** Second copies of a thing, each with the address of the first. */
type Doubles = Map<Observed, { readonly reason: "double" | "unfinished"; readonly of: Address }>;

/** Matches every definition of a kind by name; the rest is unmanaged, double or refused. */
export function matchNames(work: MatchContext, row: Kind): void {
  const observed = work.observed(row.kind);
  const defined = work.definitions.filter((each) => each.kind === row.kind);
  const claims = pinned(work, defined, observed);
  const taken = new Set(claims.values());
  const free = groupBy(
    observed.filter((each) => !taken.has(each)),
    (each) => each.name!,
  );
  const doubles: Doubles = new Map();
  const isUsed = memo((kind: string) => referencedIds(work.kinds, work.responses, kind));
  const unpinned = defined.filter((each) => !work.isPinned(each.address));
  for (const [name, wanting] of groupBy(unpinned, (each) => each.name!)) {
    const found = choose(work, row, wanting, free.get(name) ?? [], isUsed, doubles);
    if (found) claims.set(wanting[0]!, found);
  }
  renamed(work, defined, claims, free);
  refuseTakenNames(work, defined, claims);
  for (const [desired, found] of claims) work.claim(row.kind, found.id, desired.address);
  for (const desired of defined) settle(work, row, desired, claims.get(desired));
  leaveOver(work, row, doubles);
}

/** The one candidate that is the definition of this name; refused where that cannot be told. */
function choose(
  work: MatchContext,
  row: Kind,
  wanting: readonly Definition[],
  found: readonly Observed[],
  isUsed: (kind: string) => ReadonlySet<string>,
  doubles: Doubles,
): Observed | undefined {
  const [desired] = wanting;
  if (found.length === 0 || !desired) return undefined;
  if (wanting.length === 1 && found.length === 1) return found[0];
  const same = (address: Address): readonly Observed[] =>
    address === desired.address ? found : [];
  const candidates = found.filter((each) => replacedBy(work, each, same) === undefined);
  for (const each of found)
    if (!candidates.includes(each))
      doubles.set(each, { reason: "unfinished", of: desired.address });
  const contents = new Set(candidates.map(work.contentDigest));
  if (wanting.length > 1 || contents.size > 1 || desired.external) {
    for (const each of candidates) work.claim(row.kind, each.id, desired.address);
    work.refuse(
      ambiguousName({
        definitions: wanting,
        candidates,
        kind: row,
        baseUrl: work.options.baseUrl,
      }),
    );
    return undefined;
  }
  const used = isUsed(row.kind);
  const matched = candidates.find((each) => used.has(each.id)) ?? candidates[0]!; // smaller id first
  for (const each of candidates)
    if (each !== matched) doubles.set(each, { reason: "double", of: desired.address });
  return matched;
}

/** An earlier name counts where no definition has it as its name. */
function renamed(
  work: MatchContext,
  defined: readonly Definition[],
  claims: Claims,
  free: ReadonlyMap<string, readonly Observed[]>,
): void {
  const moved = defined.filter((each) => each.renamedFrom.length > 0);
  if (moved.length === 0) return;
  const taken = new Set(defined.map((each) => each.name));
  const earlier = new Map<Observed, Definition>();
  for (const desired of moved) {
    if (claims.has(desired) || work.isRefused(desired.address)) continue;
    const names = desired.renamedFrom.filter((name) => !taken.has(name));
    const candidates = names.flatMap((name) => free.get(name) ?? []);
    const [found] = candidates;
    if (!found) continue;
    const other = earlier.get(found);
    if (candidates.length > 1 || other)
      work.refuse(
        ambiguousRename({ definition: desired, other, candidates, baseUrl: work.options.baseUrl }),
      );
    else {
      claims.set(desired, found);
      earlier.set(found, desired);
    }
  }
}

/** Records what becomes of one definition, or why nothing does. */
function settle(
  work: MatchContext,
  row: Kind,
  desired: Definition,
  found: Observed | undefined,
): void {
  if (work.isRefused(desired.address) || refersToRefused(work, row, desired)) return;
  if (!found && desired.external) return work.refuse(externalMissing(desired));
  const action = desired.external ? "keep" : actionFor(work, row, desired, found);
  if (found && action !== "keep" && found.unknownValues.length > 0)
    return work.refuse(unsupportedValues(desired, found.unknownValues));
  work.matches.push({ row, desired, ...(found && { observed: found }), action });
}

/** What it should say on the service is known only when what it refers to is. */
function refersToRefused(work: MatchContext, row: Kind, { external, spec }: Definition): boolean {
  if (external) return false;
  return referencesOf(row, spec).some(work.isRefused);
}

/** What no definition is, and no refusal speaks of. */
function leaveOver(work: MatchContext, row: Kind, doubles: Doubles): void {
  for (const observed of work.observed(row.kind)) {
    if (work.addressOfId(row.kind, observed.id) !== undefined) continue;
    const copy = doubles.get(observed) ?? { reason: "unmanaged" };
    work.leftovers.push({ row, observed, ...copy });
  }
}
