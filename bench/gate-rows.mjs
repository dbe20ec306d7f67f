// The simulated pull requests of npm run bench:gate.
import {
  badAtFirst,
  badAtSomeTime,
  changed,
  changedSomewhere,
  correlated,
  many,
  one,
  repeating,
  shared,
  suites,
  uniform,
} from "./gate-simulation.mjs";

const all95 = one(suites.all95);
export const flaky = one(suites.flaky);
const somewhere = (suite, head = 0.2) => one(changedSomewhere(suite, head));
const small = (count) => uniform(count, 0.95);

/**
 * Rows of pull requests that change nothing: name, scenario; `isShown`: whether the page has it; `fewer`: the
 * part of the pull requests.
 */
export const unchanged = [
  ["50 cases at 95 %", all95, { isShown: true }],
  ["50 mixed cases (30 × 100, 10 × 98, 6 × 90, 3 × 70, 1 × 50 %)", one(suites.mixed), {}],
  ["50 flaky cases (25 × 95, 15 × 80, 10 × 60 %)", flaky, { isShown: true }],
  ...[3, 5, 8, 10, 11, 12, 15, 20, 25, 30].map((count) => [
    `${count} cases at 50 %`,
    one(uniform(count, 0.5)),
    { isShown: count === 10 },
  ]),
  ["200 cases at 50 %", one(uniform(200, 0.5)), {}],
  ...[3, 6, 12, 20, 30].map((count) => [`${count} cases at 70 %`, one(uniform(count, 0.7)), {}]),
  ...[3, 10, 20, 30].map((count) => [`${count} cases at 90 %`, one(uniform(count, 0.9)), {}]),
  ...[1, 3, 10, 50].flatMap((count) =>
    [60, 70, 90].map((rate) => [
      `${count} new ${count === 1 ? "case" : "cases"} at ${rate} %`,
      one(uniform(count, rate / 100, true)),
      { isShown: count === 10 && rate === 60 },
    ]),
  ),
  ...[0.5, 0.8, 0.95].flatMap((rate) =>
    [
      [12, 12],
      [20, 20],
      [50, 10],
      [50, 25],
      [60, 5],
      [60, 2],
    ].flatMap(([count, size]) =>
      [1, 0.5].map((alike) => [
        `${count} cases at ${rate * 100} %, ${size} for each request, ${alike === 1 ? "all" : "half"} alike`,
        { ...one(shared(uniform(count, rate), size)), alike },
        {},
      ]),
    ),
  ),
  ["50 at 95 %, the first 12 replies are bad", { ...all95, bad: badAtFirst(12) }, {}],
  [
    "50 at 95 %, the first 50 replies are bad",
    { ...all95, bad: badAtFirst(50) },
    { isShown: true },
  ],
  ["50 at 95 %, 20 bad replies at some time", { ...all95, bad: badAtSomeTime(20, 110) }, {}],
  ["50 flaky, 20 bad replies at some time", { ...flaky, bad: badAtSomeTime(20, 200) }, {}],
  ["10 at 95 %, the first 10 replies are bad", { ...one(small(10)), bad: badAtFirst(10) }, {}],
  [
    "10 at 95 %, 10 bad replies at some time",
    { ...one(small(10)), bad: badAtSomeTime(10, 50) },
    {},
  ],
  ["3 at 95 %, 6 bad replies at some time", { ...one(small(3)), bad: badAtSomeTime(6, 24) }, {}],
  ["5 prompts of 10 cases at 50 %", many(5, uniform(10, 0.5)), {}],
  ["20 prompts of 5 cases at 80 %", many(20, uniform(5, 0.8)), {}],
  ["5 prompts of 10 new cases at 60 %", many(5, uniform(10, 0.6, true)), {}],
];

/** Those that make cases worse. `found`: the smallest share that is blocked, in the design of the rule. */
export const worse = [
  ["1 of 50 cases from 95 to 20 %", somewhere(suites.all95), { isShown: true, found: 0.754 }],
  ["3 of 50", one(changed(suites.all95, 3, 0.2)), { isShown: true, found: 0.985 }],
  ["1 of 50 from 95 to 50 %", somewhere(suites.all95, 0.5), { isShown: true, found: 0.314 }],
  ["all 50 from 95 to 85 %", one(changed(suites.all95, 50, 0.85)), { isShown: true, found: 0.626 }],
  ["all 50 from 95 to 20 %", one(changed(suites.all95, 50, 0.2)), { found: 1 }],
  ...[
    [3, 0.984],
    [10, 0.982],
    [11, 0.98],
    [13, 0.97],
    [16, 0.94],
    [20, 0.92],
    [25, 0.85],
    [30, 0.81],
    [40, 0.76],
  ].map(([count, found]) => [
    `1 of ${count} from 95 to 20 %`,
    somewhere(small(count)),
    { isShown: count === 20, found },
  ]),
  ["1 of 10 from 95 to 50 %", somewhere(small(10), 0.5), { found: 0.621 }],
  ["1 of 200 from 95 to 20 %", somewhere(uniform(200, 0.95)), { isShown: true, found: 0.747 }],
  ["1 of 1,000 from 95 to 20 %", somewhere(uniform(1000, 0.95)), { found: 0.731, fewer: 5 }],
  [
    "10 of 300 from 98 to 60 %",
    one(changed(uniform(300, 0.98), 10, 0.6)),
    { found: 0.811, fewer: 4 },
  ],
];

/** Those with another text, which is as good, where a text repeats its answers. */
export const dependent = [
  [
    "50 flaky cases, each text with its own answers (temperature 0)",
    { ...one(repeating(suites.flaky)), steady: true },
    { isShown: true },
  ],
  ["50 mixed cases, the same", { ...one(repeating(suites.mixed)), steady: true }, {}],
  ["50 flaky cases, a tenth of which repeat their answer", one(correlated(suites.flaky)), {}],
];
