// The ways to pair definitions with resources, without a look at their contents: how many there are, all of
// them, or one with the fewest calls.
import type { Definition, Observed } from "../model/resource.ts";
import { assign } from "./assign.ts";
import type { CallCount } from "./call-count.ts";
import type { Pairs, Siblings } from "./siblings.ts";

/** All ways to choose some of the items, the first items first; only the first way if they exceed `max`. */
export function choices<Item>(
  items: readonly Item[],
  size: number,
  max: number,
): (readonly Item[])[] {
  if (choiceCount(items.length, size) > max) return [items.slice(0, size)];
  if (size === 0 || size === items.length) return [items.slice(0, size)];
  const [first, ...rest] = items;
  const withFirst = choices(rest, size - 1, max).map((others) => [first!, ...others]);
  return [...withFirst, ...choices(rest, size, max)];
}

/** n! / (k! (n - k)!) */
function choiceCount(length: number, size: number): number {
  let count = 1;
  for (let index = 0; index < Math.min(size, length - size); index++)
    count = (count * (length - index)) / (index + 1);
  return count;
}

/** n! / (n - k)! for n resources on the longer side and k on the shorter. */
export function assignmentCount({ desired, observed }: Siblings): number {
  const longer = Math.max(desired.length, observed.length);
  const shorter = Math.min(desired.length, observed.length);
  let count = 1;
  for (let index = 0; index < shorter; index++) count *= longer - index;
  return count;
}

/** All ways to pair as many definitions as possible, each with its own resource. */
export function allAssignments(
  desired: readonly Definition[],
  observed: readonly Observed[],
): Pairs[] {
  const [first, ...rest] = desired;
  if (!first || observed.length === 0) return [new Map()];
  const withFirst = observed.flatMap((resource) => {
    const others = observed.filter((each) => each !== resource);
    return allAssignments(rest, others).map(
      (pairs): Pairs => new Map([[first, resource], ...pairs]),
    );
  });
  return desired.length > observed.length
    ? [...withFirst, ...allAssignments(rest, observed)]
    : withFirst;
}

/** One assignment with the fewest calls, without comparing all. */
export function solveAssignment(
  { desired, observed }: Siblings,
  count: CallCount,
  prune: boolean,
): Pairs {
  const size = Math.max(desired.length, observed.length);
  const costs = Array.from({ length: size }, (_row, row) =>
    Array.from({ length: size }, (_column, column) =>
      desired[row] || prune ? count(desired[row], observed[column]) : 0,
    ),
  );
  const columns = assign(costs);
  return new Map(
    desired.flatMap((definition, index): [Definition, Observed][] => {
      const resource = observed[columns[index]!];
      return resource ? [[definition, resource]] : [];
    }),
  );
}
