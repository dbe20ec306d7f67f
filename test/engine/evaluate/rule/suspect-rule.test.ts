// Suspects: which cases are, and the exact error of the looks at one.
import { expect, test } from "vitest";
import {
  type PairedTrials,
  passesOf,
  type RuleTrial,
} from "../../../../src/engine/evaluate/rule/rule-state.ts";
import {
  isSuspect,
  suspectLooks,
  suspectState,
} from "../../../../src/engine/evaluate/rule/suspect-rule.ts";

/** So many trials, of which the first ones passed. */
function trials(count: number, passed: number): RuleTrial[] {
  return Array.from({ length: count }, (_item, index) => ({
    outcome: index < passed ? "passed" : "failed",
    isRepeat: false,
    isCached: false,
  }));
}

const sides = (count: number, head: number, base: number): PairedTrials => ({
  head: trials(count, head),
  base: trials(count, base),
});

test.each([
  [1, 0, 1, true],
  [1, 1, 1, false],
  [4, 3, 4, true],
  [8, 7, 8, false],
  [8, 6, 8, true],
  [4, 4, 3, false],
])("of %i first replies, %i passed on the head and %i on the base: suspect %s", (...row) => {
  const [count, head, base, expected] = row;
  expect(isSuspect(sides(count, head, base))).toBe(expected);
});

test.each<
  [name: string, pairs: number, head: number, base: number, shares: number, state: unknown]
>([
  ["regressed after 4 pairs", 4, 0, 4, 1, "regressed"],
  ["the error is divided among two", 4, 0, 4, 2, 8],
  ["cleared below a quarter", 4, 4, 4, 1, "cleared"],
  ["a quarter is not below", 4, 3, 4, 1, 8],
  ["cleared before it could regress", 20, 15, 20, 1, "cleared"],
  ["no pair yet", 0, 0, 0, 1, 4],
  ["pairs are missing for the next look", 6, 3, 5, 1, 8],
])("%s", (_name, pairs, head, base, shares, state) => {
  expect(suspectState(sides(pairs, head, base), { isSteady: false, shares })).toBe(state);
});

/** How many sequences of replies regress at each look, by the replies that passed on both sides. */
function waysToRegress(): { readonly look: number; readonly ways: readonly number[] }[] {
  // The next look depends on the passes so far alone, so one sequence stands for all with the same.
  let undecided = [{ ways: 1, pairs: sides(0, 0, 0) }];
  return suspectLooks.map((look, index) => {
    const more = look - (suspectLooks[index - 1] ?? 0);
    const next = new Map<string, { ways: number; pairs: PairedTrials }>();
    const regressed = Array.from({ length: 2 * look + 1 }, () => 0);
    for (const { ways, pairs } of undecided)
      for (let head = 0; head <= more; head++)
        for (let base = 0; base <= more; base++) {
          const longer = {
            head: [...pairs.head, ...trials(more, head)],
            base: [...pairs.base, ...trials(more, base)],
          };
          const state = suspectState(longer, { isSteady: false, shares: 1 });
          const all = ways * choose(more, head) * choose(more, base);
          const passes = [passesOf(longer.head), passesOf(longer.base)] as const;
          if (state === "regressed") regressed[passes[0] + passes[1]]! += all;
          if (typeof state !== "number") continue;
          const known = next.get(passes.join(" "))?.ways ?? 0;
          next.set(passes.join(" "), { ways: known + all, pairs: longer });
        }
    undecided = [...next.values()];
    return { look, ways: regressed };
  });
}

function choose(total: number, chosen: number): number {
  let ways = 1;
  for (let index = 1; index <= chosen; index++) ways = (ways * (total - index + 1)) / index;
  return ways;
}

test("one suspect without a change regresses in at most 1.61 % of runs, whatever its pass rate", () => {
  const looks = waysToRegress();
  const errorAt = (rate: number): number =>
    looks
      .flatMap(({ look, ways }) =>
        ways.map((all, passed) => all * rate ** passed * (1 - rate) ** (2 * look - passed)),
      )
      .reduce((sum, chance) => sum + chance);
  const errors = Array.from({ length: 999 }, (_item, step) => errorAt((step + 1) / 1000));
  expect(Math.max(...errors)).toBeLessThan(0.0161);
  expect(Math.max(...errors)).toBeGreaterThan(0.0155);
});

test("it is neither confirmed nor cleared after 20 pairs that differ by a quarter", () => {
  const every = (share: number) => (_each: unknown, index: number) => index % 4 < share;
  const head = Array.from({ length: 20 }, every(3)).flatMap((passed) => trials(1, Number(passed)));
  const pairs = { head, base: trials(20, 20) };
  // The last look would confirm it with one suspect.
  expect(suspectState(pairs, { isSteady: false, shares: 10 })).toBe("open");
});

test("with temperature 0, three equal replies on each side end it", () => {
  const repeated = (outcome: "passed" | "failed", reply: string): RuleTrial[] =>
    Array.from({ length: 3 }, () => ({ outcome, reply, isRepeat: false, isCached: false }));
  const steady = { isSteady: true, shares: 1 };
  const [no, yes] = [repeated("failed", "no"), repeated("passed", "yes")];
  expect([
    suspectState(sides(0, 0, 0), steady),
    suspectState({ head: no, base: yes }, steady),
    suspectState({ head: yes, base: yes }, steady),
    suspectState(
      { head: [...no.slice(1), ...repeated("failed", "No")].slice(0, 3), base: yes },
      steady,
    ),
  ]).toEqual([3, "flipped", "cleared", 4]);
});
