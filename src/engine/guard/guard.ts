// Guards against deleting by mistake: a plan that would take away too much is shown, not applied.
import type { Kind, Kinds } from "../model/kind.ts";
import type { MatchResult } from "../match/match-context.ts";
import { matchesPattern } from "../model/address-pattern.ts";
import type { Change, Refusal } from "../model/plan.ts";
import { massDelete, nothingLoaded } from "../model/refusals.ts";
import { type Definition, addressOf, type Observed } from "../model/resource.ts";

export interface GuardOptions {
  /** The highest share of a kind that one apply may delete, in percent, of ten where fewer are there. */
  readonly maxDeletePercent: number;
  /** Lifts all of this. */
  readonly allowMassDelete: boolean;
  readonly scope: readonly string[];
}

/**
 * A share is one of so many at least: of few things it says little. What a run that was cut short
 * has made or deleted never brings the share of the next one above its own.
 */
const fewest = 10;

/** What would be deleted because no file defines it, held against what is there. */
export function guard(
  kinds: Kinds,
  definitions: readonly Definition[],
  matching: MatchResult,
  changes: readonly Change[],
  options: GuardOptions,
): Refusal[] {
  const pruned = changes.filter((each) => each.action === "delete" && each.reason === "prune");
  if (pruned.length === 0 || options.allowMassDelete) return [];
  if (definitions.length === 0) return [nothingLoaded(pruned.length)];
  return kinds
    .filter((row) => !row.parent?.owned)
    .flatMap((row) => {
      const goes = pruned.filter((each) => each.kind === row.kind).length;
      const there = atStake(row, matching, options.scope);
      const all = there >= 2 && goes === there;
      const many = goes * 100 > Math.max(there, fewest) * options.maxDeletePercent;
      return all || many ? [massDelete(row.plural, goes, there, options.maxDeletePercent)] : [];
    });
}

/** How many of a kind could be deleted: those in scope, or under parents that are defined. */
function atStake(
  row: Kind,
  { observed, matches: matched }: MatchResult,
  scope: readonly string[],
): number {
  const all = observed.get(row.kind) ?? [];
  if (!row.parent) {
    const inScope = ({ name }: Observed): boolean =>
      scope.some((pattern) => matchesPattern(pattern, addressOf(row.kind, name!)));
    return all.filter(inScope).length;
  }
  const parents = new Set(matched.flatMap((each) => each.observed?.id ?? []));
  return all.filter((each) => parents.has(each.parentId!)).length;
}
