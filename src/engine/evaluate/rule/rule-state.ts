// What the rule of the gate knows about a prompt: the outcomes of the trials of its cases.
import type { TrialOutcome, UnmeasuredCause } from "../trials/trial.ts";

export interface RuleTrial {
  /** By the version of the evaluation that decides about a regression. */
  readonly outcome: TrialOutcome;
  /** By the version of the head, if that is another. */
  readonly ownOutcome?: TrialOutcome | undefined;
  /** Why one of them is not known. */
  readonly cause?: UnmeasuredCause | undefined;
  /** Whether the reply was asked for once more, because the first one could not be measured. */
  readonly isRepeat: boolean;
  /** Whether the reply is of an earlier run. */
  readonly isCached: boolean;
  /** Equal for equal replies; needed for the cases of a steady prompt. */
  readonly reply?: string | undefined;
}

export type RuleSide = "head" | "base";

export interface RuleCase {
  /** Equal for equal requests, on both sides. */
  readonly requests: { readonly head: string; readonly base?: string | undefined };
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
  /** The first replies of each case; with 1, the rule chooses up to 4 for compared cases. */
  readonly runs: number;
  /** Whether the base runs for all compared cases. */
  readonly compare: boolean;
  /** The number of prompts with cases that can block, among which the error is divided. */
  readonly prompts: number;
}

/** The replies of both sides of a case, as many on each side. */
export interface PairedTrials {
  readonly head: readonly RuleTrial[];
  readonly base: readonly RuleTrial[];
}

/** Whether a trial has an outcome. */
export function hasOutcome({ outcome }: Pick<RuleTrial, "outcome">): boolean {
  return outcome === "passed" || outcome === "failed";
}

/** Whether the reply of a trial must be asked for once more. */
export function isPending({ cause, isRepeat }: RuleTrial): boolean {
  return !isRepeat && (cause === "failed" || cause === "not whole");
}

/**
 * Whether the base cannot be measured for a reason of its own, which a change can repair: it has no whole
 * reply, or its version of the evaluation cannot judge any. The case is judged like a new one.
 */
export function hasBrokenBase({
  isCompared,
  head,
  base,
}: Pick<RuleCase, "isCompared" | RuleSide>): boolean {
  const hasNoReply = (trial: RuleTrial): boolean =>
    (trial.cause === "refused" || trial.cause === "not whole") && !isPending(trial);
  const cannotJudge = ({ cause, ownOutcome }: RuleTrial): boolean =>
    cause === "unfit" && (ownOutcome === "passed" || ownOutcome === "failed");
  const isEach = (trials: readonly RuleTrial[], is: (trial: RuleTrial) => boolean): boolean =>
    trials.length > 0 && trials.every((trial) => !hasOutcome(trial) && is(trial));
  return isCompared && (isEach(base, hasNoReply) || isEach(head, cannotJudge));
}

/** The first so many trials of each side. */
export function firstTrialsOf({ head, base }: PairedTrials, count: number): PairedTrials {
  return { head: head.slice(0, count), base: base.slice(0, count) };
}

/** How many of the trials passed. */
export function passesOf(trials: readonly RuleTrial[]): number {
  return trials.filter(({ outcome }) => outcome === "passed").length;
}
