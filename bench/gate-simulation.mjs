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
 * `prompts(random)`: the cases of each prompt, drawn again for each pull request, with their pass rates
 * on both sides; `base` is undefined for a new case. Cases with the same `request` share its replies:
 * `alike` is the share of them in which they pass and fail together. `bad(random)` returns whether a
 * call, by its number from 0, is made while the provider has a bad period, in which every reply fails.
 * `steady`: temperature 0.
 */
export function simulate(rule, { prompts, alike = 1, bad, steady = false }, { pulls, seed }) {
  const random = randomNumbers(seed);
  let [blocked, calls] = [0, 0];
  for (let pull = 0; pull < pulls; pull++) {
    const drawn = prompts(random);
    const isBad = bad?.(random) ?? (() => false);
    const settings = { runs: 1, compare: false, prompts: drawn.length };
    let [isBlocked, made] = [false, 0];
    for (const cases of drawn) {
      const states = cases.map(({ base, request }, index) => ({
        requests: requestsOf(request ?? index, base !== undefined),
        head: [],
        base: [],
        isCompared: base !== undefined,
        mustPass: base === undefined,
        isSteady: steady,
      }));
      let step = rule.nextStep(states, settings);
      for (; "asks" in step; step = rule.nextStep(states, settings))
        for (const { cases: indexes, side } of step.asks) {
          const shared = random();
          const fails = isBad(made++);
          for (const index of indexes) {
            const own = indexes.length === 1 || random() < alike ? shared : random();
            const outcome = !fails && own < cases[index][side] ? "passed" : "failed";
            states[index][side].push({
              outcome,
              isRepeat: false,
              isCached: false,
              reply: outcome,
            });
          }
        }
      const { cases: decided, suite } = step.decision;
      const isCaseBlocked = decided.some(
        ({ decision }) => decision !== "clear" && decision !== "suspect",
      );
      isBlocked ||= isCaseBlocked || suite?.isWorse === true;
    }
    if (isBlocked) blocked++;
    calls += made;
  }
  return { blocked: blocked / pulls, calls: calls / pulls };
}

function requestsOf(request, hasBase) {
  return { head: `head ${request}`, ...(hasBase && { base: `base ${request}` }) };
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
};

/** The suite with the first cases changed on the head. */
export const changed = (suite, count, head) =>
  suite.map((each, index) => (index < count ? { ...each, head } : each));

/** The suite with some case changed on the head, because the place in the file counts. */
export const changedSomewhere = (suite, head) => (random) => {
  const at = Math.floor(random() * suite.length);
  return suite.map((each, index) => (index === at ? { ...each, head } : each));
};

/** As many cases with one pass rate on both sides; new cases have no base. */
export const uniform = (count, rate, isNew = false) =>
  Array.from({ length: count }, () => (isNew ? { head: rate } : { head: rate, base: rate }));

/** The suite with so many cases for each request. */
export const shared = (suite, size) =>
  suite.map((each, index) => ({ ...each, request: Math.floor(index / size) }));

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

/** One prompt with these cases: a list, or a function that draws one. */
export const one = (cases) => ({
  prompts: (random) => [typeof cases === "function" ? cases(random) : cases],
});

/** So many prompts with the same cases. */
export const many = (count, cases) => ({
  prompts: () => Array.from({ length: count }, () => cases),
});

/** The first calls are in a bad period. */
export const badAtFirst = (count) => () => (call) => call < count;

/** A bad period of so many calls that begins with one of the first `within` calls. */
export const badAtSomeTime = (count, within) => (random) => {
  const start = Math.floor(random() * within);
  return (call) => call >= start && call < start + count;
};
