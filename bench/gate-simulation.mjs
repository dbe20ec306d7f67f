// Pull requests with random replies, judged by the rule of the gate: how many are blocked, and with how
// many calls. The random numbers are the same in each run.

/** A pseudo-random number from 0 to 1 (mulberry32). */
export function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * The share of pull requests that the rule blocks, and the mean number of calls. A scenario has
 * `cases(random)`: the pass rates of each case on both sides, drawn again for each pull request; `base`
 * is undefined for a new case. `steady`: temperature 0.
 */
export function simulate(rule, { cases, steady = false, runs = 1 }, { pulls, seed }) {
  const random = randomNumbers(seed);
  const settings = { runs, compare: false, prompts: 1 };
  let [blocked, calls] = [0, 0];
  for (let pull = 0; pull < pulls; pull++) {
    const drawn = cases(random);
    const states = drawn.map(({ base }) => ({
      head: [],
      base: [],
      isCompared: base !== undefined,
      mustPass: base === undefined,
      isSteady: steady,
    }));
    for (;;) {
      const next = rule.nextTrials(states, settings);
      if (next.length === 0) break;
      for (const { index, side } of next) {
        const outcome = random() < drawn[index][side] ? "passed" : "failed";
        states[index][side].push({ outcome, isRecent: true, reply: outcome });
      }
      calls += next.length;
    }
    const { cases: decisions, suite } = rule.decidePrompt(states, settings);
    const isBlocked = decisions.some((each) => each !== "clear") || suite?.isWorse === true;
    if (isBlocked) blocked++;
  }
  return { blocked: blocked / pulls, calls: calls / pulls };
}

const same = (...groups) =>
  groups.flatMap(([count, rate]) =>
    Array.from({ length: count }, () => ({ head: rate, base: rate })),
  );

/** The suites of the table: cases and how often they pass. */
export const suites = {
  all95: same([50, 0.95]),
  mixed: same([30, 1], [10, 0.98], [6, 0.9], [3, 0.7], [1, 0.5]),
  flaky: same([25, 0.95], [15, 0.8], [10, 0.6]),
  half: same([20, 0.5]),
  manyHalf: same([200, 0.5]),
};

/** The suite with the first cases changed on the head. */
export const changed = (suite, count, head) =>
  suite.map((each, index) => (index < count ? { ...each, head } : each));

/** As many cases with one pass rate on both sides; new cases have no base. */
export const uniform = (count, rate, isNew = false) =>
  Array.from({ length: count }, () => (isNew ? { head: rate } : { head: rate, base: rate }));

/** At temperature 0, the texts of both sides each draw one answer per case, which they repeat. */
export const repeating = (suite) => (random) =>
  suite.map(({ head, base }) => ({
    head: random() < head ? 1 : 0,
    base: random() < base ? 1 : 0,
  }));

/**
 * Correlated trials: each text has its own pass rate for a case. A tenth of the cases are answered as
 * at temperature 0, the others at random.
 */
export const correlated = (suite) => (random) => {
  const fixed = repeating(suite)(random);
  return suite.map((each, index) => (random() < 0.1 ? fixed[index] : each));
};
