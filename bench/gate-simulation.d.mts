// The types of gate-simulation.mjs, for the test of the rule.
import type { decidePrompt, nextTrials } from "../src/engine/evaluate/rule/prompt-rule.ts";

/** How often a case passes on each side; without a base, it is new. */
export interface CaseRates {
  readonly head: number;
  readonly base?: number;
}

export function simulate(
  rule: { nextTrials: typeof nextTrials; decidePrompt: typeof decidePrompt },
  scenario: {
    readonly cases: (random: () => number) => readonly CaseRates[];
    readonly steady?: boolean;
    readonly runs?: number;
  },
  size: { readonly pulls: number; readonly seed: number },
): { readonly blocked: number; readonly calls: number };

export const suites: Readonly<
  Record<"all95" | "mixed" | "flaky" | "half" | "manyHalf", readonly CaseRates[]>
>;
export function changed(suite: readonly CaseRates[], count: number, head: number): CaseRates[];
export function uniform(count: number, rate: number, isNew?: boolean): CaseRates[];
