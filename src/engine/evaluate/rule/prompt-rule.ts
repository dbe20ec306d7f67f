// The rule of the gate for the cases of one prompt. First replies choose what is measured; what blocks
// was measured on both sides in this run, in pairs of replies asked for next to each other.
import { type Ask, asksOf, firstWants, type Want } from "./asks.ts";
import { compareSides, type SideComparison, type SuiteDecision } from "./compare-sides.ts";
import { newCaseState, trialsToPass } from "./new-case-rule.ts";
import { hasBrokenBase, type RuleCase, type RuleSettings } from "./rule-state.ts";
import { suspectLooks } from "./suspect-rule.ts";
import { unitsOf } from "./units.ts";

/** What to do next: ask for these replies, or nothing, because the prompt is decided. */
export type RuleStep = { readonly asks: readonly Ask[] } | { readonly decision: PromptDecision };

/**
 * `regressed`, `flipped`: confirmed · `never passed`: a case that must pass · `suspect`: passed less
 * often than on the base, neither confirmed nor cleared · `clear`: none of these.
 */
export type CaseDecision = "regressed" | "flipped" | "never passed" | "suspect" | "clear";

/** What the rule says about a prompt of which no reply is missing. */
export interface PromptDecision {
  /** In the order of the cases. */
  readonly cases: readonly DecidedCase[];
  /** Undefined if the base did not answer for all compared cases. */
  readonly suite: SuiteDecision | undefined;
}

interface DecidedCase {
  readonly decision: CaseDecision;
  /** How many first replies each side has. */
  readonly firstTrials: number;
  /** Whether it is judged like a new case, because the base has no reply for a reason of its own. */
  readonly hasBrokenBase: boolean;
}

/** The replies to ask for now, in order, or the decision. */
export function nextStep(cases: readonly RuleCase[], settings: RuleSettings): RuleStep {
  const units = unitsOf(cases);
  const comparison = compareSides(cases, units, settings);
  const wants = [...comparison.wants, ...newCaseWants(cases, units, comparison, settings)];
  if (wants.length > 0) return { asks: asksOf(wants, cases, units) };
  return { decision: decisionOf(cases, comparison, settings) };
}

/** Replies beyond the first ones for cases that must pass. */
function newCaseWants(
  cases: readonly RuleCase[],
  units: readonly (readonly number[])[],
  comparison: SideComparison,
  settings: RuleSettings,
): Want[] {
  const trials = trialsOfNew(cases, settings);
  return units.flatMap((unit) => {
    // The replies of pairs count too, so these cases wait for the comparison.
    const isWaiting = comparison.wants.length > 0 && unit.some((index) => cases[index]!.isCompared);
    if (isWaiting) return [];
    return unit.flatMap((index): Want[] => {
      const { head } = cases[index]!;
      if (!mustPassOf(cases[index]!) || head.length < comparison.firstCounts[index]!) return [];
      if (newCaseState(head, trials) !== "another reply") return [];
      const repeats = firstWants(index, "head", head, head.length);
      const trial = head.length + 1;
      return repeats.length > 0
        ? repeats
        : [{ index, side: "head", trial, isNew: true, round: trial }];
    });
  });
}

function trialsOfNew(cases: readonly RuleCase[], { prompts }: RuleSettings): number {
  return trialsToPass(cases.filter(mustPassOf).length, prompts);
}

/** A case whose base is broken, for example with a retired model, is like a new one. */
function mustPassOf(each: RuleCase): boolean {
  return each.mustPass || hasBrokenBase(each);
}

function decisionOf(
  cases: readonly RuleCase[],
  { firstCounts, suspects, suite }: SideComparison,
  settings: RuleSettings,
): PromptDecision {
  const trials = trialsOfNew(cases, settings);
  const decide = (each: RuleCase, index: number): CaseDecision => {
    const state = suspects.get(index);
    if (state === "regressed" || state === "flipped") return state;
    if (mustPassOf(each) && newCaseState(each.head, trials) === "never passed")
      return "never passed";
    return state === "open" ? "suspect" : "clear";
  };
  return {
    cases: cases.map((each, index) => ({
      decision: decide(each, index),
      firstTrials: firstCounts[index]!,
      hasBrokenBase: hasBrokenBase(each),
    })),
    suite,
  };
}

/** The calls of a prompt in which every reply passes. */
export function leastAsks(cases: readonly RuleCase[], settings: RuleSettings): Ask[] {
  const passed = { outcome: "passed", isRepeat: false, isCached: false } as const;
  const made = cases.map((each) => ({ ...each, head: [...each.head], base: [...each.base] }));
  const all: Ask[] = [];
  for (;;) {
    const step = nextStep(made, settings);
    if ("decision" in step) return all;
    all.push(...step.asks);
    for (const { cases: indexes, side } of step.asks)
      for (const index of indexes) made[index]![side].push(passed);
  }
}

/** The most that a prompt needs, without replies that are asked for twice. */
interface MostReplies {
  readonly calls: number;
  /** A call has a trial for each case that shares it. */
  readonly trials: number;
}

/** The calls and the trials of a prompt that needs all replies. */
export function mostReplies(cases: readonly RuleCase[], settings: RuleSettings): MostReplies {
  const { firstCounts } = compareSides(cases, unitsOf(cases), settings);
  const pairs = suspectLooks.at(-1)!;
  const toPass = trialsToPass(cases.length, settings.prompts);
  const calls = new Map<string, number>();
  let trials = 0;
  const add = (request: string, count: number): void => {
    calls.set(request, Math.max(calls.get(request) ?? 0, count));
    trials += count;
  };
  for (const [index, { requests, isCompared, mustPass }] of cases.entries()) {
    const first = firstCounts[index]!;
    const alone = mustPass ? Math.max(first, toPass) : first;
    add(`head ${requests.head}`, isCompared ? first + Math.max(pairs, toPass) : alone);
    if (isCompared) add(`base ${requests.base}`, first + pairs);
  }
  return { calls: [...calls.values()].reduce((sum, count) => sum + count, 0), trials };
}
