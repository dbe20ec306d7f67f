// First replies choose what is measured. A prompt with few units has several for each, so that a case
// that fails at times is not missed.
import { firstWants, type Want } from "./asks.ts";
import {
  firstTrialsOf,
  hasOutcome,
  type PairedTrials,
  passesOf,
  type RuleCase,
  type RuleSettings,
} from "./rule-state.ts";

/** The first replies of all units of a prompt together, on the head. */
const inAll = 44;
/** So many fewer for each unit whose first reply failed: its base is asked too. */
const perFailure = 2;
/** The first replies of one unit. */
const mostOfUnit = 4;
/** With so many units that fail, the base answers for all: fewer are no evidence. */
const failingToVote = 3;

type Unit = readonly number[];

/** A compared case whose first replies are measured on both sides. */
export interface MeasuredCase {
  readonly index: number;
  readonly first: PairedTrials;
}

/** How far the first replies of a prompt are. */
export interface FirstStage {
  /** Those to ask for now. */
  readonly wants: readonly Want[];
  /** How many first replies each case has. */
  readonly counts: readonly number[];
  /** Whether the base answers for all compared cases. */
  readonly isVote: boolean;
  /** By unit. */
  readonly measured: readonly (readonly MeasuredCase[])[];
}

/** The first replies so far. `units`: all units of the cases. */
export function firstStage(
  cases: readonly RuleCase[],
  units: readonly Unit[],
  settings: RuleSettings,
): FirstStage {
  const counts = firstCounts(cases, units, settings);
  const asking = (wants: readonly Want[]): FirstStage => {
    return { wants, counts, isVote: false, measured: [] };
  };
  const all = units.flat();
  const one = all.flatMap((index) => firstWants(index, "head", cases[index]!.head, 1));
  if (one.length > 0) return asking(one);
  const heads = all.flatMap((index) =>
    firstWants(index, "head", cases[index]!.head, counts[index]!),
  );
  if (heads.length > 0) return asking(heads);

  const compared = units
    .map((unit) => unit.filter((index) => cases[index]!.isCompared))
    .map((unit) =>
      unit.map((index) => ({ index, first: firstTrialsOf(cases[index]!, counts[index]!) })),
    )
    .map((unit) => unit.filter(({ first }) => first.head.every(hasOutcome)))
    .filter(({ length }) => length > 0);
  const failed = compared.filter((unit) =>
    unit.some(({ first: { head } }) => passesOf(head) < head.length),
  );
  const isVote = settings.compare || failed.length >= failingToVote;
  const onBase = isVote ? compared : failed;
  const bases = onBase
    .flat()
    .flatMap(({ index }) => firstWants(index, "base", cases[index]!.base, counts[index]!));
  if (bases.length > 0) return asking(bases);
  const measured = onBase
    .map((unit) => unit.filter(({ first: { base } }) => base.every(hasOutcome)))
    .filter(({ length }) => length > 0);
  return { wants: [], counts, isVote, measured };
}

/** How many first replies each case has on the head: as many as its unit. They go round in file order. */
function firstCounts(
  cases: readonly RuleCase[],
  units: readonly Unit[],
  { runs }: RuleSettings,
): number[] {
  const isCompared = (index: number): boolean => cases[index]!.isCompared;
  const compared = units.filter((unit) => unit.some(isCompared));
  const failed = compared.filter((unit) =>
    unit.some((index) => isCompared(index) && cases[index]!.head[0]?.outcome === "failed"),
  ).length;
  const budget = inAll - perFailure * failed;
  const counts = cases.map(() => runs);
  if (runs === 1)
    for (const [at, unit] of compared.entries()) {
      const share = Math.ceil((budget - at) / compared.length);
      for (const index of unit) counts[index] = Math.min(mostOfUnit, Math.max(1, share));
    }
  return counts;
}
