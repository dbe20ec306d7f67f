// The rule of the gate, for the cases of one prompt: first trials, fresh trials for suspects, one vote
// per case for the suite, and up to five trials for a case that must pass. What blocks was measured
// on both sides in this run.
import {
  areMeasured,
  type ComparedCase,
  comparedCase,
  type FirstTrials,
  firstTrials,
  passesOf,
  type RuleCase,
  type RuleSettings,
  type RuleTrial,
} from "./rule-state.ts";
import { mostSuiteTrials, suiteState, type SuiteState, type SuiteVotes } from "./suite-rule.ts";
import { isSuspect, suspectPlan, type SuspectState, suspectState } from "./suspect-rule.ts";

/** A trial to make. */
export interface NextTrial {
  /** The index of the case. */
  readonly index: number;
  readonly side: "head" | "base";
  /** From 1. */
  readonly trial: number;
  /** Whether it decides, so that an old reply does not suffice. */
  readonly isFresh: boolean;
}

/**
 * `regressed`, `flipped`: confirmed · `never passed`: a case that must pass · `clear`: none of these,
 * or trials that decide could not be measured.
 */
export type CaseDecision = "regressed" | "flipped" | "never passed" | "clear";

/** What the rule says about a prompt of which no trial is missing. */
export interface PromptDecision {
  /** In the order of the cases. */
  readonly cases: readonly CaseDecision[];
  /** Undefined if the base did not run for all compared cases. */
  readonly suite: SuiteDecision | undefined;
}

export interface SuiteDecision extends SuiteVotes {
  readonly isWorse: boolean;
}

/** A case that must pass blocks if so many trials fail. */
const trialsToPass = 5;
/** With so many cases that fail on the head, the base runs for all: fewer are no evidence. */
const failingForSuite = 3;

/** The trials that can be made now, given those made so far; none if the prompt is decided. */
export function nextTrials(cases: readonly RuleCase[], settings: RuleSettings): NextTrial[] {
  const { wanted, first } = promptState(cases, settings);
  return cases.flatMap((each, index) =>
    (["head", "base"] as const).flatMap((side) =>
      numbersFrom(each[side].length + 1, wanted[index]![side]).map((trial) => {
        return {
          index,
          side,
          trial,
          isFresh: trial > (each.isCompared ? first.compared : first.others),
        };
      }),
    ),
  );
}

/** What the rule says when no trial is missing. */
export function decidePrompt(cases: readonly RuleCase[], settings: RuleSettings): PromptDecision {
  const { suspects, suite } = promptState(cases, settings);
  const decisionOf = (each: RuleCase, index: number): CaseDecision => {
    const state = suspects.get(index);
    if (state === "regressed" || state === "flipped") return state;
    return mustPassOf(each) && neverPassed(each) ? "never passed" : "clear";
  };
  return {
    cases: cases.map(decisionOf),
    suite: suite && { ...suite.votes, isWorse: suite.state === "worse" },
  };
}

/** The number of trials of a prompt that needs all of them. */
export function mostTrials(cases: readonly RuleCase[], { runs }: RuleSettings): number {
  const first = firstTrials(countCompared(cases), runs);
  const fresh = Math.max(mostSuiteTrials, suspectPlan(first.hasFew, 1).looks.at(-1)!);
  return cases.reduce((sum, { isCompared, mustPass }) => {
    if (isCompared) return sum + 2 * (first.compared + fresh);
    return sum + (mustPass ? Math.max(first.others, trialsToPass) : first.others);
  }, 0);
}

interface PromptState {
  readonly first: FirstTrials;
  /** How many trials of each side the cases need in all. */
  readonly wanted: readonly Wanted[];
  /** The suspects by the index of their case. */
  readonly suspects: ReadonlyMap<number, SuspectState>;
  readonly suite: SuiteState | undefined;
}

type Wanted = Record<NextTrial["side"], number>;

/**
 * Three phases; each begins when no trial of the one before is missing. `head`: the first trials of all
 * cases. `base`: those of the cases where the head failed, or of all. `fresh`: further trials of both
 * sides, which decide about the suite and the suspects.
 */
function promptState(cases: readonly RuleCase[], settings: RuleSettings): PromptState {
  const first = firstTrials(countCompared(cases), settings.runs);
  const wanted = cases.map((each): Wanted => {
    const isCompared = each.isCompared && settings.compare;
    return { head: trialsOnHead(each, first), base: isCompared ? first.compared : 0 };
  });
  const undecided = { first, wanted, suspects: new Map<number, SuspectState>(), suite: undefined };
  const compared = indexesOf(cases, ({ isCompared }) => isCompared);
  const lacksFirst = (side: NextTrial["side"], indexes: readonly number[]): boolean =>
    indexes.some((index) => cases[index]![side].length < first.compared);
  if (lacksFirst("head", compared)) return undecided;

  const { onBase, isSuiteMeasured } = casesOnBase(cases, compared, first, settings);
  for (const index of onBase) wanted[index]!.base = first.compared;
  if (lacksFirst("base", onBase)) return undecided;

  const sides = new Map(
    onBase
      .filter((index) => areMeasured(cases[index]!.base))
      .map((index) => [index, comparedCase(cases[index]!, first.compared)]),
  );
  const suite = suiteState([...sides.values()], settings.prompts);
  const suspects = suspectStates(sides, first, settings);
  // Suspects wait for the suite: if the prompt got worse, they need no trials of their own.
  for (const [index, each] of suite.state === "worse" ? [] : sides) {
    const fresh = trialsOf(typeof suite.state === "number" ? suite.state : suspects.get(index));
    for (const side of ["head", "base"] as const) {
      const old = cases[index]![side].length - each[side].fresh.length;
      wanted[index]![side] = Math.max(wanted[index]![side], fresh > 0 ? old + fresh : 0);
    }
  }
  return { first, wanted, suspects, suite: isSuiteMeasured ? suite : undefined };
}

/** The cases whose base runs, by index: those that failed on the head; all, if the suite is measured. */
function casesOnBase(
  cases: readonly RuleCase[],
  compared: readonly number[],
  first: FirstTrials,
  { compare }: RuleSettings,
): { readonly onBase: readonly number[]; readonly isSuiteMeasured: boolean } {
  const measured = compared.filter((index) => areMeasured(cases[index]!.head));
  const failing = measured.filter(
    (index) => passesOf(cases[index]!.head, first.compared) < first.compared,
  );
  const isSuiteMeasured = compare || failing.length >= failingForSuite;
  return { onBase: isSuiteMeasured ? measured : failing, isSuiteMeasured };
}

/** The states of the suspects, by the index of their case. */
function suspectStates(
  sides: ReadonlyMap<number, ComparedCase>,
  { hasFew }: FirstTrials,
  { prompts }: RuleSettings,
): Map<number, SuspectState> {
  const suspected = [...sides].filter(([, each]) => isSuspect(each));
  const plan = suspectPlan(hasFew, suspected.length * prompts);
  return new Map(suspected.map(([index, each]) => [index, suspectState(each, plan)]));
}

function trialsOf(state: SuspectState | SuiteState["state"] | undefined): number {
  return typeof state === "number" ? state : 0;
}

/** Its first trials, and if it must pass further ones up to the first pass. */
function trialsOnHead(each: RuleCase, first: FirstTrials): number {
  const made = each.head.length;
  const start = each.isCompared ? first.compared : first.others;
  if (!mustPassOf(each) || made < start || !each.head.every(isFailed)) return start;
  return Math.max(start, Math.min(made + 1, trialsToPass));
}

/** A case whose base cannot be measured, for example with a retired model, is like a new one. */
function mustPassOf({ mustPass, isCompared, base }: RuleCase): boolean {
  return mustPass || (isCompared && isUnmeasurable(base));
}

/** Whether trials were made and none could be measured. */
export function isUnmeasurable(trials: readonly Pick<RuleTrial, "outcome">[]): boolean {
  return trials.length > 0 && trials.every(({ outcome }) => outcome === "not measured");
}

function neverPassed({ head }: RuleCase): boolean {
  return head.length >= trialsToPass && head.every(isFailed);
}

function isFailed({ outcome, ownOutcome = outcome }: RuleTrial): boolean {
  return ownOutcome === "failed";
}

function countCompared(cases: readonly RuleCase[]): number {
  return cases.filter(({ isCompared }) => isCompared).length;
}

function indexesOf(cases: readonly RuleCase[], is: (each: RuleCase) => boolean): number[] {
  return cases.flatMap((each, index) => (is(each) ? [index] : []));
}

/** The whole numbers from one to another; none if it is less. */
function numbersFrom(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
