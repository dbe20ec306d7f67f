// Units: cases that share a request share its replies, so that together they are one observation.
import { groupBy } from "../../model/collections.ts";
import type { RuleCase } from "./rule-state.ts";

/** The indexes of the cases of each unit; the units are in the order of their first cases. */
export function unitsOf(cases: readonly Pick<RuleCase, "requests">[]): number[][] {
  /** An earlier case of the same unit, or the case itself. */
  const earlier = cases.map((_each, index) => index);
  const firstOf = (index: number): number => {
    let first = index;
    while (earlier[first] !== first) first = earlier[first]!;
    earlier[index] = first;
    return first;
  };
  const firstWith = new Map<string, number>();
  for (const [index, { requests }] of cases.entries())
    for (const request of [requests.head, requests.base ?? requests.head]) {
      const other = firstWith.get(request);
      if (other === undefined) firstWith.set(request, index);
      else {
        const both = [firstOf(index), firstOf(other)];
        earlier[Math.max(...both)] = Math.min(...both);
      }
    }
  return [...groupBy(cases.keys(), firstOf).values()];
}
