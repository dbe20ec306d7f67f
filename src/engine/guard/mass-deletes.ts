// Refuses plans that delete more than intended, most often by mistake.
import type { MatchResult } from "../match/match-context.ts";
import type { Kind, Kinds } from "../model/kind.ts";
import { type Change, isPruned, type Refusal } from "../model/plan.ts";
import type { PlanPolicy } from "../model/plan-policy.ts";
import { massDelete, nothingLoaded } from "../refusals/refusals.ts";
import { type Address, type Definition, kindOf } from "../model/resource.ts";
import { isNameInScope } from "../environments/scope.ts";

export interface GuardInput {
  readonly kinds: Kinds;
  readonly definitions: readonly Definition[];
  readonly matching: MatchResult;
  readonly changes: readonly Change[];
  /** The addresses of deletes of old copies: nothing is lost with them. */
  readonly oldCopies: ReadonlySet<Address>;
}

/**
 * Smaller totals count as this many: a share of few resources means little. The share of a resumed
 * apply is never higher than that of the first run.
 */
const minimumTotal = 10;

/** Returns a refusal for each kind of which prune would delete too many resources. */
export function guard(
  { kinds, definitions, matching, changes, oldCopies }: GuardInput,
  {
    maxDeletePercent,
    allowMassDelete,
    scope,
  }: Pick<PlanPolicy, "maxDeletePercent" | "allowMassDelete" | "scope">,
): Refusal[] {
  const pruned = changes.filter((each) => isPruned(each) && !oldCopies.has(each.address));
  if (pruned.length === 0 || allowMassDelete) return [];
  if (definitions.length === 0) return [nothingLoaded(pruned.length)];
  return kinds
    .filter((row) => !row.parent?.owned)
    .flatMap((row) => {
      const deletes = pruned.filter((each) => each.row.kind === row.kind).length;
      const copies = [...oldCopies].filter((address) => kindOf(address) === row.kind).length;
      const total = countPrunable(row, matching, scope) - copies;
      const all = total >= 2 && deletes === total;
      const tooMany = deletes * 100 > Math.max(total, minimumTotal) * maxDeletePercent;
      if (!all && !tooMany) return [];
      return [massDelete(row, { deletes, total, maxPercent: maxDeletePercent })];
    });
}

/** Counts the observed resources of a kind that are in scope, or whose parent's definition is. */
function countPrunable(
  row: Kind,
  { observed, matches, inScope }: MatchResult,
  scope: readonly string[],
): number {
  const resources = observed.get(row.kind) ?? [];
  if (!row.parent)
    return resources.filter(({ name }) => isNameInScope(scope, row.kind, name!)).length;
  const parentIds = new Set(
    matches.flatMap(({ desired, observed: parent }) =>
      parent && inScope.has(desired.address) ? [parent.id] : [],
    ),
  );
  return resources.filter(({ parentId }) => parentIds.has(parentId!)).length;
}
