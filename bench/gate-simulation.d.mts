// The types of gate-simulation.mjs, for the tests of the rule.
import type { nextStep } from "../src/engine/evaluate/rule/prompt-rule.ts";

/** How often a case passes on each side; without a base, it is new. */
export interface CaseRates {
  readonly head: number;
  readonly base?: number;
  readonly request?: number;
}

export interface Scenario {
  readonly prompts: (random: () => number) => readonly (readonly CaseRates[])[];
  readonly alike?: number;
  readonly bad?: (random: () => number) => (call: number) => boolean;
  readonly steady?: boolean;
}

export function randomNumbers(seed: number): () => number;
export function simulate(
  rule: { nextStep: typeof nextStep },
  scenario: Scenario,
  size: { readonly pulls: number; readonly seed: number },
): { readonly blocked: number; readonly calls: number };

export const suites: Readonly<Record<"all95" | "mixed" | "flaky", readonly CaseRates[]>>;
export function changed(suite: readonly CaseRates[], count: number, head: number): CaseRates[];
export function uniform(count: number, rate: number, isNew?: boolean): CaseRates[];
export function shared(suite: readonly CaseRates[], size: number): CaseRates[];
export function one(cases: readonly CaseRates[]): Scenario;
export function many(count: number, cases: readonly CaseRates[]): Scenario;
export function badAtFirst(count: number): NonNullable<Scenario["bad"]>;
export function badAtSomeTime(count: number, within: number): NonNullable<Scenario["bad"]>;
