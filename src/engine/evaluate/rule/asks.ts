// What the rule asks for: replies of a case become calls, each for all cases that share the request.
import { groupBy } from "../../model/collections.ts";
import {
  hasOutcome,
  isPending,
  type RuleCase,
  type RuleSide,
  type RuleTrial,
} from "./rule-state.ts";

/** A reply to ask for: one call. */
export interface Ask {
  /** The indexes of the cases that share it. */
  readonly cases: readonly number[];
  readonly side: RuleSide;
  /** From 1. A trial that is there is replaced. */
  readonly trial: number;
  /** Whether the reply must be made now, because a kept one does not suffice. */
  readonly isNew: boolean;
}

/** A reply that one case needs. */
export interface Want extends Omit<Ask, "cases"> {
  readonly index: number;
  /** Replies of one round are asked for together, case by case, each pair side by side. */
  readonly round: number;
}

/** The calls for what the cases need, in the order in which they are made. `units`: their order. */
export function asksOf(
  wants: readonly Want[],
  cases: readonly RuleCase[],
  units: readonly (readonly number[])[],
): Ask[] {
  const rank = new Map(units.flatMap((unit, at) => unit.map((index) => [index, at])));
  const unitOf = ({ index }: Want): number => rank.get(index)!;
  const sideOf = ({ side }: Want): number => (side === "head" ? 0 : 1);
  const inOrder = wants.toSorted(
    (a, b) => a.round - b.round || unitOf(a) - unitOf(b) || sideOf(a) - sideOf(b),
  );
  const requestOf = ({ index, side, trial }: Want): string =>
    `${trial} ${side} ${cases[index]!.requests[side]}`;
  return [...groupBy(inOrder, requestOf).values()].map((group) => {
    const [{ side, trial, isNew }] = group as [Want, ...Want[]];
    return { cases: group.map(({ index }) => index), side, trial, isNew };
  });
}

/** What one side of a case lacks of so many first replies; nothing if one cannot be measured. */
export function firstWants(
  index: number,
  side: RuleSide,
  trials: readonly RuleTrial[],
  count: number,
): Want[] {
  const wants: Want[] = [];
  for (let trial = 1; trial <= count; trial++) {
    const made = trials[trial - 1];
    if (made && isLost(made)) return [];
    if (!made || isPending(made))
      wants.push({ index, side, trial, isNew: made !== undefined, round: trial });
  }
  return wants;
}

/** What a case lacks of so many pairs after its first replies; nothing if one cannot be measured. */
export function pairWants(
  index: number,
  { head, base }: Pick<RuleCase, RuleSide>,
  { first, count }: { readonly first: number; readonly count: number },
): Want[] {
  const wants: Want[] = [];
  for (let trial = first + 1; trial <= first + count; trial++) {
    const [own, other] = [head[trial - 1], base[trial - 1]];
    if (own && other && (isLost(own) || isLost(other))) return [];
    if (own && other && !isPending(own) && !isPending(other)) continue;
    for (const side of ["head", "base"] as const)
      wants.push({ index, side, trial, isNew: true, round: trial - first });
  }
  return wants;
}

/** Whether a trial has no outcome and gets none. */
function isLost(trial: RuleTrial): boolean {
  return !hasOutcome(trial) && !isPending(trial);
}
