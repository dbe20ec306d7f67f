// Simulated pull requests: how many the rule blocks. `npm run bench:gate` has all rows, with more of them.
import { describe, expect, test } from "vitest";
import {
  badAtFirst,
  badAtSomeTime,
  changed,
  many,
  one,
  type Scenario,
  shared,
  simulate,
  suites,
  uniform,
} from "../../../../bench/gate-simulation.mjs";
import { nextStep } from "../../../../src/engine/evaluate/rule/prompt-rule.ts";

const blockedIn = (scenario: Scenario, pulls: number): number =>
  simulate({ nextStep }, scenario, { pulls, seed: 1 }).blocked;

describe("without a change, few are blocked", () => {
  // Of 200 pull requests of which 2 % are blocked, more than 11 are with a chance of 0.1 %.
  test.each<[string, Scenario]>([
    ["50 flaky cases", one(suites.flaky)],
    ["20 cases at 50 %", one(uniform(20, 0.5))],
    ["11 cases at 50 %", one(uniform(11, 0.5))],
    ["10 new cases at 60 %", one(uniform(10, 0.6, true))],
    ["36 cases at 50 %, 12 for each request", one(shared(uniform(36, 0.5), 12))],
    [
      "12 cases of one request, half of whose outcomes are alike",
      { ...one(shared(uniform(12, 0.5), 12)), alike: 0.5 },
    ],
    ["the first 50 replies are bad", { ...one(suites.all95), bad: badAtFirst(50) }],
    ["20 bad replies at any time", { ...one(suites.flaky), bad: badAtSomeTime(20, 200) }],
    ["5 prompts of 10 cases at 50 %", many(5, uniform(10, 0.5))],
  ])("%s", (_name, scenario) => {
    expect(blockedIn(scenario, 200)).toBeLessThanOrEqual(11 / 200);
  });
});

describe("of changes that made cases worse, most are blocked", () => {
  test.each<[string, Scenario, least: number]>([
    ["3 of 50 cases from 95 to 20 %", one(changed(suites.all95, 3, 0.2)), 0.9],
    ["all cases from 95 to 20 %", one(changed(suites.all95, 50, 0.2)), 0.99],
    ["1 of 3 cases from 95 to 20 %", one(changed(uniform(3, 0.95), 1, 0.2)), 0.9],
    ["1 of 11 cases from 95 to 20 %", one(changed(uniform(11, 0.95), 1, 0.2)), 0.9],
    [
      "each case of 40 requests from 95 to 50 %",
      one(shared(changed(uniform(80, 0.95), 80, 0.5), 2)),
      0.99,
    ],
  ])("%s", (_name, scenario, least) => {
    expect(blockedIn(scenario, 100)).toBeGreaterThanOrEqual(least);
  });
});
