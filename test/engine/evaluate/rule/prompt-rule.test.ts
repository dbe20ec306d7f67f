// The rule of the gate: which replies it asks for, and what it decides, for scripted outcomes.
import { describe, expect, test } from "vitest";
import { randomNumbers } from "../../../../bench/gate-simulation.mjs";
import type { Ask } from "../../../../src/engine/evaluate/rule/asks.ts";
import {
  leastAsks,
  mostReplies,
  nextStep,
  type PromptDecision,
} from "../../../../src/engine/evaluate/rule/prompt-rule.ts";
import type { RuleCase, RuleTrial } from "../../../../src/engine/evaluate/rule/rule-state.ts";
import type { UnmeasuredCause } from "../../../../src/engine/evaluate/trials/trial.ts";
import { oracle, type Outcome } from "./rule-oracle.ts";

const defaults = { runs: 1, compare: false, prompts: 1 };

/**
 * The outcomes of a case, in order; a letter beyond the end repeats the last one. P passed, F failed, C a
 * cached reply that failed, E a call that fails, R a request that is refused, T a reply that is not whole,
 * N a call that was not made. A small letter is the second reply to what was not measured.
 */
interface Script extends Partial<Omit<RuleCase, "head" | "base" | "requests">> {
  readonly head: string;
  readonly base?: string;
  readonly requests?: RuleCase["requests"];
}

const causes: { readonly [letter: string]: UnmeasuredCause } = {
  E: "failed",
  R: "refused",
  T: "not whole",
  N: "other",
};

function trial(letter: string, isRepeat: boolean): RuleTrial {
  const outcomes = { P: "passed", F: "failed", C: "failed", N: "not run" } as const;
  const name = letter.toUpperCase();
  return {
    outcome: outcomes[name as keyof typeof outcomes] ?? "not measured",
    cause: causes[name],
    isRepeat,
    isCached: name === "C",
    reply: name,
  };
}

/** The letter of a trial: `TpF` has a second reply for its first trial. */
function letterOf(letters: string, number: number, isRepeat: boolean): string {
  const all = [...letters.matchAll(/[A-Z][a-z]?/g)].map(([each]) => each);
  const found = all[number - 1] ?? all.at(-1) ?? "";
  return (isRepeat ? found[1] : found[0]) ?? found[0]!;
}

interface Run {
  /** The asks of each round: `h1 h1` are the first replies of two cases. */
  readonly rounds: readonly string[];
  readonly decision: PromptDecision;
  readonly asks: readonly Ask[];
}

function run(scripts: readonly Script[], settings = defaults): Run {
  const cases = scripts.map((script, index) => ({
    requests: script.requests ?? { head: `h${index}`, base: `b${index}` },
    isCompared: script.isCompared ?? true,
    mustPass: script.mustPass ?? false,
    isSteady: script.isSteady ?? false,
    head: [] as RuleTrial[],
    base: [] as RuleTrial[],
  }));
  const rounds: string[] = [];
  const all: Ask[] = [];
  for (;;) {
    const step = nextStep(cases, settings);
    if ("decision" in step) {
      const trials = cases.flatMap(({ head, base }) => [...head, ...base]);
      const most = mostReplies(cases, settings).calls;
      if (!trials.some(({ isRepeat, isCached }) => isRepeat || isCached))
        expect(all.length).toBeLessThanOrEqual(most);
      return { rounds, decision: step.decision, asks: all };
    }
    rounds.push(step.asks.map(({ side, trial: number }) => `${side[0]}${number}`).join(" "));
    all.push(...step.asks);
    for (const { cases: indexes, side, trial: number } of step.asks)
      for (const index of indexes) {
        const made = cases[index]![side];
        expect(number).toBeLessThanOrEqual(made.length + 1);
        const isRepeat = made[number - 1] !== undefined;
        const letter = letterOf(scripts[index]![side] ?? "", number, isRepeat);
        made[number - 1] = trial(letter, isRepeat);
      }
  }
}

const decisions = ({ decision }: Run): string[] => decision.cases.map(({ decision: each }) => each);

/** How many replies each side has in all. */
const totals = ({ asks }: Run): string =>
  ["head", "base"].map((side) => asks.filter((ask) => ask.side === side).length).join("+");

type Row = readonly [name: string, script: Script, totals: string, decision: string];

describe("one compared case", () => {
  test.each<Row>([
    ["passes", { head: "P" }, "4+0", "clear"],
    ["fails on both sides", { head: "F", base: "F" }, "4+4", "clear"],
    ["regressed after 4 pairs", { head: "F", base: "P" }, "8+8", "regressed"],
    ["its first replies do not count", { head: "FFFFPPPP", base: "P" }, "8+8", "clear"],
    ["regressed at a later look", { head: "FFFFFPFF", base: "P" }, "12+12", "regressed"],
    ["is better", { head: "FPPP", base: "FFFF" }, "4+4", "clear"],
    ["a quarter of the first replies", { head: "FPPP", base: "P" }, "8+8", "clear"],
    ["repeats its reply", { head: "F", base: "P", isSteady: true }, "7+7", "flipped"],
    ["repeats it on both sides", { head: "FPPPP", base: "P", isSteady: true }, "7+7", "clear"],
    ["is steady and varies", { head: "FFFFPF", base: "P", isSteady: true }, "12+12", "regressed"],
    ["is cleared at the second look", { head: "FFFFPPPFP", base: "P" }, "12+12", "clear"],
  ])("%s", (_name, script, expected, decision) => {
    const found = run([script]);
    expect([totals(found), ...decisions(found)]).toEqual([expected, decision]);
  });
});

describe("replies are asked for in order", () => {
  test("first replies of a few cases go round, and pairs are side by side", () => {
    const { rounds } = run([
      { head: "F", base: "P" },
      { head: "P", base: "P" },
    ]);
    expect(rounds).toEqual([
      "h1 h1",
      "h2 h2 h3 h3 h4 h4",
      "b1 b2 b3 b4",
      "h5 b5 h6 b6 h7 b7 h8 b8",
    ]);
  });

  test("the pairs of all cases are asked for pair by pair, case by case", () => {
    const scripts = Array.from({ length: 3 }, () => ({ head: "FFFP", base: "P" }));
    const { asks } = run(scripts);
    const pairs = asks.filter(({ isNew }) => isNew);
    expect(pairs.slice(0, 6).map(({ cases, side }) => `${cases.join()} ${side}`)).toEqual([
      "0 head",
      "0 base",
      "1 head",
      "1 base",
      "2 head",
      "2 base",
    ]);
  });

  test.each<[count: number, failing: number, expected: readonly number[]]>([
    [3, 0, [4, 4, 4]],
    [11, 0, Array.from({ length: 11 }, () => 4)],
    [12, 0, [...Array.from({ length: 8 }, () => 4), 3, 3, 3, 3]],
    [12, 2, [...Array.from({ length: 4 }, () => 4), ...Array.from({ length: 8 }, () => 3)]],
    [44, 0, Array.from({ length: 44 }, () => 1)],
    [60, 30, Array.from({ length: 60 }, () => 1)],
  ])("of %i cases, %i of which fail at first, the first replies are %o", (...row) => {
    const [count, failing, expected] = row;
    const scripts = Array.from({ length: count }, (_item, index) => ({
      head: index < failing ? "FPPP" : "P",
      base: "P",
    }));
    expect(run(scripts).decision.cases.map(({ firstTrials }) => firstTrials)).toEqual(expected);
  });

  test("with --runs 5, all cases have five first replies", () => {
    const passing = Array.from({ length: 12 }, () => ({ head: "P", base: "P" }));
    expect(totals(run(passing, { ...defaults, runs: 5 }))).toBe("60+0");
  });

  test("with --compare, the base answers for all cases", () => {
    const found = run(
      Array.from({ length: 50 }, () => ({ head: "P", base: "P" })),
      {
        ...defaults,
        compare: true,
      },
    );
    expect([totals(found), found.decision.suite]).toEqual([
      "50+50",
      { worse: 0, better: 0, units: 50, p: 1, isWorse: false },
    ]);
  });
});

describe("the votes of a prompt", () => {
  const passing = (count: number): Script[] =>
    Array.from({ length: count }, () => ({ head: "P", base: "P" }));
  const failing = (count: number): Script[] =>
    Array.from({ length: count }, () => ({ head: "F", base: "P" }));

  test("two cases that fail have no vote", () => {
    expect(run([...failing(2), ...passing(48)]).decision.suite).toBeUndefined();
  });

  test("seven of fifty get worse in the first pairs: the prompt got worse, and no case is confirmed", () => {
    const found = run([...failing(7), ...passing(43)]);
    expect([totals(found), found.decision.suite?.isWorse]).toEqual(["100+100", true]);
    expect(new Set(decisions(found).slice(0, 7))).toEqual(new Set(["suspect"]));
  });

  test("first replies alone do not block: one pair of each shows that nothing changed", () => {
    const found = run(Array.from({ length: 50 }, () => ({ head: "FP", base: "P" })));
    expect(found.decision.suite).toMatchObject({ worse: 0, isWorse: false });
    expect([totals(found), ...new Set(decisions(found))]).toEqual(["250+250", "clear"]);
  });

  test("the error is divided by the number of prompts", () => {
    const found = run([...failing(7), ...passing(43)], { ...defaults, prompts: 2 });
    expect(totals(found)).not.toBe("100+100");
  });

  test("twelve cases of one request have one vote", () => {
    const requests = { head: "h", base: "b" };
    const found = run(Array.from({ length: 12 }, () => ({ head: "F", base: "P", requests })));
    // No vote, as for one case; the error is divided among twelve suspects.
    expect([found.decision.suite, decisions(found)[0]]).toEqual([undefined, "regressed"]);
    expect(totals(found)).toBe("12+12");
  });
});

describe("cases that share a request share its replies", () => {
  const ask = ({ asks }: Run, side: "head" | "base") =>
    asks.filter((each) => each.side === side && each.trial === 1).map(({ cases }) => cases);

  test("on the head alone: one call there, one for each base", () => {
    const found = run([
      { head: "F", base: "P", requests: { head: "h", base: "b1" } },
      { head: "F", base: "P", requests: { head: "h", base: "b2" } },
    ]);
    expect([ask(found, "head"), ask(found, "base")]).toEqual([[[0, 1]], [[0], [1]]]);
  });

  test("on the base alone: they are one unit, whose votes are one", () => {
    const found = run(
      [1, 2, 3].map((number) => {
        return { head: "F", base: "P", requests: { head: `h${number}`, base: "b" } };
      }),
      { ...defaults, compare: true },
    );
    expect([ask(found, "head"), ask(found, "base")]).toEqual([[[0], [1], [2]], [[0, 1, 2]]]);
    expect(found.decision.suite).toMatchObject({ units: 1, worse: 1 });
  });
});

describe("a case that must pass", () => {
  const alone = { isCompared: false, mustPass: true };
  test.each<Row>([
    ["passes", { head: "P" }, "1+0", "clear"],
    ["stops at the first pass", { head: "FFP" }, "3+0", "clear"],
    ["fails five times", { head: "F" }, "5+0", "never passed"],
    ["cached replies do not count", { head: "CF" }, "6+0", "never passed"],
    ["is refused", { head: "FR" }, "2+0", "clear"],
    ["a call fails once", { head: "FEfF" }, "6+0", "never passed"],
    ["a call fails twice", { head: "FEe" }, "3+0", "clear"],
  ])("%s", (_name, script, expected, decision) => {
    const found = run([{ ...script, ...alone }]);
    expect([totals(found), ...decisions(found)]).toEqual([expected, decision]);
  });

  test.each([
    [1, 1, 5],
    [10, 1, 7],
    [50, 1, 9],
    [10, 5, 9],
  ])("of %i new cases in %i prompts, each needs %i failures", (count, prompts, expected) => {
    const scripts = Array.from({ length: count }, () => ({
      ...alone,
      head: "F",
    }));
    const found = run(scripts, { ...defaults, prompts });
    expect(totals(found)).toBe(`${count * expected}+0`);
  });

  test("the replies of its comparison count", () => {
    const found = run([{ head: "F", base: "F", mustPass: true }]);
    expect([totals(found), ...decisions(found)]).toEqual(["5+4", "never passed"]);
    expect(found.rounds).toEqual(["h1", "h2 h3 h4", "b1 b2 b3 b4", "h5"]);
  });

  test("other cases without a base have their first replies only", () => {
    expect(totals(run([{ head: "F", isCompared: false }]))).toBe("1+0");
  });
});

describe("a reply that is not measured", () => {
  test.each<Row>([
    ["is asked for once more", { head: "EpPPP" }, "5+0", "clear"],
    ["on the head, twice: no more replies", { head: "Ee" }, "2+0", "clear"],
    ["a refused request is not repeated", { head: "R" }, "1+0", "clear"],
    ["a call fails twice on the base: open", { head: "F", base: "Ee" }, "4+8", "clear"],
    ["a pair is asked for again on both sides", { head: "F", base: "PPPPEpP" }, "9+9", "regressed"],
    [
      "a pair fails twice: neither confirmed nor cleared",
      { head: "F", base: "PPPPEe" },
      "12+12",
      "suspect",
    ],
    ["the budget ends", { head: "F", base: "N" }, "4+4", "clear"],
    ["the base is refused: the case is new", { head: "F", base: "R" }, "5+4", "never passed"],
    ["the base is refused, and the head passes", { head: "FP", base: "R" }, "4+4", "clear"],
    ["the base is not whole twice: new", { head: "F", base: "Tt" }, "5+8", "never passed"],
    ["the base is whole the second time", { head: "F", base: "TpTpTpTpP" }, "8+12", "regressed"],
    ["not whole, then a failed call: open", { head: "F", base: "Te" }, "4+8", "clear"],
  ])("%s", (_name, script, expected, decision) => {
    const found = run([script]);
    expect([totals(found), ...decisions(found)]).toEqual([expected, decision]);
  });

  test("a case without a measured base has no vote, and the others decide", () => {
    const failing = Array.from({ length: 12 }, () => ({ head: "F", base: "P" }));
    const { decision } = run([{ head: "F", base: "Ee" }, ...failing]);
    expect(decision.suite).toMatchObject({ units: 12, worse: 12, isWorse: true });
  });
});

test("decisions and calls are those of the rule as one procedure", () => {
  const random = randomNumbers(5);
  for (let pull = 0; pull < 150; pull++) {
    const count = 1 + Math.floor(random() * 60);
    const changed = random() < 0.5 ? 0 : Math.ceil(random() * count);
    const rates = Array.from({ length: count }, (_item, index) => {
      const base = random() < 0.7 ? 0.95 : random();
      return { base, head: index < changed ? base * random() : base };
    });
    const drawn = new Map<string, boolean>();
    const passes: Outcome = (index, side, kind, number) => {
      const key = `${index} ${side} ${kind} ${number}`;
      if (!drawn.has(key)) drawn.set(key, random() < rates[index]![side]);
      return drawn.get(key)!;
    };
    const settings = {
      runs: pull % 5 === 0 ? 3 : 1,
      compare: pull % 7 === 0,
      prompts: 1 + (pull % 3),
    };
    const expected = oracle(count, passes, settings);
    const cases = rates.map((_rate, index) => ({
      requests: { head: `h${index}`, base: `b${index}` },
      head: [] as RuleTrial[],
      base: [] as RuleTrial[],
      isCompared: true,
      mustPass: false,
      isSteady: false,
    }));
    const plan = oracleCounts(cases, settings);
    const found = play(cases, settings, (index, side, number) =>
      number <= plan(index)
        ? passes(index, side, "first", number)
        : passes(index, side, "pair", number - plan(index)),
    );
    expect({ pull, ...found }).toEqual({ pull, ...expected });
  }
});

/** How many first replies a case has, by the decision's own figure once the first ones are known. */
function oracleCounts(cases: readonly RuleCase[], settings: typeof defaults) {
  return (index: number): number => {
    const failed = cases.filter(({ head }) => head[0]?.outcome === "failed").length;
    const share = Math.ceil((44 - 2 * failed - index) / cases.length);
    return settings.runs > 1 ? settings.runs : Math.max(1, Math.min(4, share));
  };
}

function play(
  cases: readonly (RuleCase & { head: RuleTrial[]; base: RuleTrial[] })[],
  settings: typeof defaults,
  passes: (index: number, side: "head" | "base", number: number) => boolean,
) {
  let calls = 0;
  for (;;) {
    const step = nextStep(cases, settings);
    if ("decision" in step) {
      const regressed = step.decision.cases.flatMap(({ decision }, index) =>
        decision === "regressed" ? [index] : [],
      );
      return { regressed, isWorse: step.decision.suite?.isWorse ?? false, calls };
    }
    for (const {
      cases: [index = 0],
      side,
      trial: number,
    } of step.asks) {
      const outcome = passes(index, side, number) ? "passed" : "failed";
      cases[index]![side].push({ outcome, isRepeat: false, isCached: false });
      calls++;
    }
  }
}

describe("before the first call", () => {
  const cases = (count: number, more: Partial<RuleCase> = {}): RuleCase[] =>
    Array.from({ length: count }, (_item, index) => ({
      requests: { head: `h${index}`, base: `b${index}` },
      head: [],
      base: [],
      isCompared: true,
      mustPass: false,
      isSteady: false,
      ...more,
    }));
  const shared = { requests: { head: "h", base: "b" } };

  test.each<[string, RuleCase[], Partial<typeof defaults>, least: number, most: number]>([
    ["one case", cases(1), {}, 4, 2 * 24],
    ["50 cases", cases(50), {}, 50, 50 * 2 * 21],
    ["50 cases with --compare", cases(50), { compare: true }, 100, 50 * 2 * 21],
    ["50 cases with --runs 3", cases(50), { runs: 3 }, 150, 50 * 2 * 23],
    ["12 cases of one request", cases(12, shared), {}, 4, 2 * 24],
    [
      "a case of the same request that is not compared",
      [...cases(1, shared), ...cases(1, { ...shared, isCompared: false })],
      {},
      4,
      2 * 24,
    ],
    ["a new case", cases(1, { isCompared: false, mustPass: true }), {}, 1, 5],
  ])("%s: the least and the most calls", (_name, given, settings, least, most) => {
    const all = { ...defaults, ...settings };
    expect([leastAsks(given, all).length, mostReplies(given, all).calls]).toEqual([least, most]);
  });
});

test("1,000 cases of which each fails at times are decided", () => {
  const random = randomNumbers(1);
  const scripts = Array.from({ length: 1000 }, () => ({ head: "P", base: "P" }));
  const letters = (): string =>
    Array.from({ length: 30 }, () => (random() < 0.9 ? "P" : "F")).join("");
  const found = run(scripts.map(() => ({ head: letters(), base: letters() })));
  expect(found.decision.cases).toHaveLength(1000);
});
