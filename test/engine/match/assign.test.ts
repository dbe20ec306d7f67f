import { array, assert, integer, property } from "fast-check";
import { expect, it } from "vitest";
import { assign } from "../../../src/engine/match/assign.ts";

function permutations(size: number): number[][] {
  if (size === 0) return [[]];
  return permutations(size - 1).flatMap((each) =>
    Array.from({ length: size }, (_none, at) => [
      ...each.slice(0, at),
      size - 1,
      ...each.slice(at),
    ]),
  );
}

function sum(costs: readonly (readonly number[])[], columns: readonly number[]): number {
  return columns.reduce((total, column, row) => total + costs[row]![column]!, 0);
}

it.each<[string, number[][], number[]]>([
  ["nothing", [], []],
  [
    "equal sums: low columns for low rows",
    [
      [1, 1, 1],
      [1, 1, 1],
      [1, 1, 1],
    ],
    [0, 1, 2],
  ],
])("%s", (_sentence, costs, expected) => {
  expect(assign(costs)).toEqual(expected);
});

it("gives each row a column of its own, with the least sum of all permutations", () => {
  const matrix = integer({ min: 1, max: 6 }).chain((size) =>
    array(array(integer({ min: 0, max: 12 }), { minLength: size, maxLength: size }), {
      minLength: size,
      maxLength: size,
    }),
  );
  assert(
    property(matrix, (costs) => {
      const columns = assign(costs);
      expect([...columns].sort()).toEqual(costs.map((_row, index) => index));
      const least = Math.min(...permutations(costs.length).map((each) => sum(costs, each)));
      expect(sum(costs, columns)).toBe(least);
    }),
    { numRuns: 300 },
  );
});
