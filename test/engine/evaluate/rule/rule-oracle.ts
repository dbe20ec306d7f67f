// The rule of the gate, written down as one procedure with its own statistics: an oracle for the scheduler.
// It knows cases that are compared with a base, each with a request of its own.

/** Whether the reply with this number, from 1, passes; of the first ones or of the pairs. */
export type Outcome = (
  index: number,
  side: "head" | "base",
  kind: "first" | "pair",
  number: number,
) => boolean;

export interface OracleResult {
  readonly regressed: readonly number[];
  readonly isWorse: boolean;
  readonly calls: number;
}

export function oracle(
  count: number,
  passes: Outcome,
  { runs = 1, compare = false, prompts = 1 } = {},
): OracleResult {
  const asked = new Set<string>();
  const passed = (index: number, side: "head" | "base", kind: "first" | "pair", most: number) => {
    let sum = 0;
    for (let number = 1; number <= most; number++) {
      asked.add(`${index} ${side} ${kind} ${number}`);
      sum += Number(passes(index, side, kind, number));
    }
    return sum;
  };
  const all = Array.from({ length: count }, (_item, index) => index);
  const failedFirst = all.filter((index) => passed(index, "head", "first", 1) === 0).length;
  const budget = 44 - 2 * failedFirst;
  const first = all.map((index) =>
    runs > 1 ? runs : Math.max(1, Math.min(4, Math.ceil((budget - index) / count))),
  );
  const heads = all.map((index) => passed(index, "head", "first", first[index]!));
  const failed = all.filter((index) => heads[index]! < first[index]!);
  const isVote = compare || failed.length >= 3;
  const measured = isVote ? all : failed;
  const bases = new Map(
    measured.map((index) => [index, passed(index, "base", "first", first[index]!)]),
  );
  const voteP = (differences: readonly number[]): number => {
    const worse = differences.filter((each) => each < 0).length;
    const better = differences.filter((each) => each > 0).length;
    return tail(worse + better, worse);
  };
  let isWorse = false;
  if (isVote && voteP(all.map((index) => heads[index]! - bases.get(index)!)) <= 0.3)
    for (const pairs of [1, 2, 4, 8]) {
      const p = voteP(
        all.map((index) => {
          const [head, base] = (["head", "base"] as const).map((side) =>
            passed(index, side, "pair", pairs),
          );
          return head! - base!;
        }),
      );
      isWorse = p <= 0.01 / prompts;
      if (isWorse || p > 0.3) break;
    }
  const suspects = measured.filter(
    (index) => bases.get(index)! - heads[index]! >= Math.max(1, first[index]! / 4),
  );
  const regressed = isWorse
    ? []
    : suspects.filter((index) => {
        for (const pairs of [4, 8, 12, 16, 20]) {
          const head = passed(index, "head", "pair", pairs);
          const base = passed(index, "base", "pair", pairs);
          if (fisher(head, base, pairs) <= 0.015 / (suspects.length * prompts)) return true;
          if (base - head < pairs / 4) return false;
        }
        return false;
      });
  return { regressed, isWorse, calls: asked.size };
}

/** The chance of at least so many heads among so many fair coins. */
function tail(total: number, least: number): number {
  let ways = 0;
  for (let heads = least; heads <= total; heads++) ways += choose(total, heads);
  return ways / 2 ** total;
}

function fisher(head: number, base: number, count: number): number {
  const passed = head + base;
  let ways = 0;
  for (let each = Math.max(0, passed - count); each <= head; each++)
    ways += choose(count, each) * choose(count, passed - each);
  return ways / choose(2 * count, passed);
}

function choose(total: number, chosen: number): number {
  let ways = 1;
  for (let index = 1; index <= chosen; index++) ways = (ways * (total - index + 1)) / index;
  return ways;
}
