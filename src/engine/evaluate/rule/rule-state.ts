// What the rule of the gate knows about a prompt: the outcomes of the trials of its cases.
import type { TrialOutcome } from "../trials/trial.ts";

export interface RuleTrial {
  /** By the version of the evaluation that decides about a regression. */
  readonly outcome: TrialOutcome;
  /** By the version of the head, if that is another. */
  readonly ownOutcome?: TrialOutcome | undefined;
  /** Whether the reply counts as one of this run. Others only choose what is measured. */
  readonly isRecent: boolean;
  /** Equal for equal replies; needed for the cases of a steady prompt. */
  readonly reply?: string | undefined;
}

export interface RuleCase {
  readonly head: readonly RuleTrial[];
  readonly base: readonly RuleTrial[];
  /** Whether it is compared with the base. */
  readonly isCompared: boolean;
  /** Whether it blocks if it never passes on the head. */
  readonly mustPass: boolean;
  /** Whether the text repeats its reply: temperature 0 or a seed. */
  readonly isSteady: boolean;
}

export interface RuleSettings {
  /** The first trials of each case; with 1, those of few compared cases are 3. */
  readonly runs: number;
  /** Whether the base runs for all compared cases. */
  readonly compare: boolean;
  /** The number of prompts with compared cases, among which the error is divided. */
  readonly prompts: number;
}

/** A prompt with at most so many compared cases has few: each gets more trials. */
const fewCases = 10;
const firstTrialsOfFew = 3;

/** How many trials the cases of a prompt begin with. */
export interface FirstTrials {
  /** Whether the prompt has few compared cases. */
  readonly hasFew: boolean;
  /** The first trials of a compared case, on each side. */
  readonly compared: number;
  /** The first trials of other cases. */
  readonly others: number;
}

/** The first trials of the cases of a prompt, of which so many are compared. */
export function firstTrials(compared: number, runs: number): FirstTrials {
  const hasFew = compared <= fewCases;
  return { hasFew, compared: runs === 1 && hasFew ? firstTrialsOfFew : runs, others: runs };
}

/** The trials of one side of a case. */
export interface SideTrials {
  /** They choose what is measured; the rates that are shown are theirs. */
  readonly first: readonly RuleTrial[];
  /** They decide. */
  readonly fresh: readonly RuleTrial[];
}

/** The trials of a compared case, in two groups. */
export interface ComparedCase {
  readonly head: SideTrials;
  readonly base: SideTrials;
  readonly isSteady: boolean;
}

/** Divides the trials of a compared case. */
export function comparedCase({ head, base, isSteady }: RuleCase, first: number): ComparedCase {
  const side = (trials: readonly RuleTrial[]): SideTrials => ({
    first: trials.slice(0, first),
    fresh: trials.slice(first).filter(({ isRecent }) => isRecent),
  });
  return { head: side(head), base: side(base), isSteady };
}

/** Whether all trials have an outcome. */
export function areMeasured(trials: readonly RuleTrial[]): boolean {
  return trials.every(({ outcome }) => outcome === "passed" || outcome === "failed");
}

/** How many of the trials passed; with `count`, of the first ones. */
export function passesOf(trials: readonly RuleTrial[], count: number = trials.length): number {
  return trials.slice(0, count).filter(({ outcome }) => outcome === "passed").length;
}
