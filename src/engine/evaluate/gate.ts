// The gate: whether the results of a run block the change, and the exit code.
import { groupBy } from "../model/collections.ts";
import type { Address } from "../model/resource.ts";
import type { CaseResult } from "./case-result.ts";
import type { UntestedPrompt } from "./cases/cases.ts";
import { isUnmeasured, passCount } from "./compare.ts";
import type { Loosening } from "./loosened.ts";
import type { SuiteDecision } from "./rule/compare-sides.ts";
import { tolerance } from "./rule/statistics.ts";

/**
 * `regressions`: confirmed regressions block, and cases without a base that never pass · `all`: other
 * cases that never pass, too · `report`: as `regressions`, but the exit code is 0.
 */
export type Gate = "regressions" | "all" | "report";

export interface GateSettings {
  readonly gate: Gate;
  /** The smallest score of each prompt, from 0 to 1. */
  readonly minScore?: number | undefined;
  /** The exit code is 0 in place of 1. */
  readonly allowUnmeasured?: boolean;
  /** Changed prompts without evaluations block. */
  readonly requireEvaluations?: boolean;
  /** `looser`: changes that certainly make tests easier block. */
  readonly failOn?: "looser" | undefined;
  /** No call is made. Replies of earlier runs do not block. */
  readonly cachedOnly?: boolean;
}

/** The result of a run, for the gate. */
export interface GateInput {
  /** The results of all cases that were selected. */
  readonly results: readonly CaseResult[];
  readonly suites: readonly PromptSuite[];
  readonly untested: readonly UntestedPrompt[];
  /** The changes of the tests that were selected. */
  readonly loosened: readonly Loosening[];
}

export interface GateResult {
  /**
   * `failed`: the gate blocks · `incomplete`: nothing blocks, but a case was not measured or not
   * run, or nothing at all was measured.
   */
  readonly verdict: "passed" | "failed" | "incomplete";
  /** 5: the gate blocks · 1: incomplete · 0 otherwise, and in place of 5 with `report`. */
  readonly exitCode: 0 | 1 | 5;
  /** The cases that block. */
  readonly blocking: readonly CaseResult[];
  /** The prompts whose cases together got worse. */
  readonly worsePrompts: readonly PromptSuite[];
  /** The prompts whose score is too low. */
  readonly lowScores: readonly PromptScore[];
  /** The cases that were not measured or not run, or whose comparison lacks trials. */
  readonly open: readonly CaseResult[];
  /** The changed prompts without evaluations that block. */
  readonly withoutEvaluations: readonly UntestedPrompt[];
  /** The changes of tests that block. */
  readonly looser: readonly Loosening[];
  /** The prompts whose evaluations were all removed, and new ones that can be such a prompt, renamed. */
  readonly unguarded: readonly UntestedPrompt[];
  /** Whether cases ran and none of them could say anything. */
  readonly measuredNothing: boolean;
  /** Whether only replies of earlier runs say that the change is worse. */
  readonly isUnconfirmed: boolean;
}

/** What the rule says about the cases of a prompt together. */
export interface PromptSuite extends SuiteDecision {
  readonly prompt: Address;
}

/**
 * The score of a prompt: Σ(weight × share of passed first trials) / Σ(weight). Cases that share replies
 * count as one, with the largest of their weights.
 */
export interface PromptScore {
  readonly prompt: Address;
  /** Over the measured trials; null if there are none with a weight. */
  readonly score: number | null;
  /** The score if all unmeasured trials pass. */
  readonly best: number | null;
}

/** The scores of all prompts with results, in the order of their first case. */
export function promptScores(results: readonly CaseResult[]): PromptScore[] {
  const counting = results.filter(({ informational }) => !informational);
  return [...groupBy(counting, ({ prompt }) => prompt)].map(([prompt, cases]) => {
    const shares = [...groupBy(cases, ({ requests }) => requests.head).values()].map(unitShare);
    const all = shares.reduce((sum, { weight }) => sum + weight, 0);
    const sum = (part: (share: Share) => number): number =>
      shares.reduce((total, share) => total + share.weight * part(share), 0);
    const open = sum((share) => share.open);
    return {
      prompt,
      score: all - open > tolerance ? sum((share) => share.passed) / (all - open) : null,
      best: all > 0 ? sum((share) => share.passed + share.open) / all : null,
    };
  });
}

interface Share {
  readonly weight: number;
  /** The shares of the first trials that passed, and that were not measured. */
  readonly passed: number;
  readonly open: number;
}

/** The share of cases that share replies: their mean by weight. */
function unitShare(cases: readonly CaseResult[]): Share {
  const shares = cases.map(shareOf);
  const total = shares.reduce((sum, { weight }) => sum + weight, 0);
  const mean = (part: (share: Share) => number): number =>
    total === 0 ? 0 : shares.reduce((sum, each) => sum + each.weight * part(each), 0) / total;
  return {
    weight: Math.max(...shares.map(({ weight }) => weight)),
    passed: mean(({ passed }) => passed),
    open: mean(({ open }) => open),
  };
}

function shareOf({ weight, trials, firstTrials }: CaseResult): Share {
  const first = trials.head.slice(0, firstTrials);
  const { passed, measured } = passCount(first.map(({ outcome }) => outcome));
  if (first.length === 0) return { weight, passed: 0, open: 1 };
  return { weight, passed: passed / first.length, open: 1 - measured / first.length };
}

/** Applies the gate to the results of all cases that were selected. */
export function applyGate(
  { results, suites, untested, loosened }: GateInput,
  settings: GateSettings,
): GateResult {
  const { gate, minScore, allowUnmeasured, requireEvaluations, failOn, cachedOnly } = settings;
  const counting = results.filter(({ informational }) => !informational);
  const blocking = results.filter(({ decision }) => blockingDecisions.has(decision));
  const worsePrompts = suites.filter(({ isWorse }) => isWorse);
  const lowScores = promptScores(results).filter(
    ({ best }) => minScore !== undefined && best !== null && best < minScore - tolerance,
  );
  const open = results.filter(({ isOpen }) => isOpen);
  const withoutEvaluations = requireEvaluations ? untested : [];
  const looser = failOn === "looser" ? loosened.filter((each) => each.looser) : [];
  const unguarded = untested.filter(
    ({ hadEvaluations, possibleOrigins }) => hadEvaluations || possibleOrigins.length > 0,
  );
  const measuredNothing =
    results.length > 0 && counting.every(({ verdict }) => isUnmeasured(verdict));
  const isWorse = [blocking, worsePrompts, lowScores].some(({ length }) => length > 0);
  const isUnconfirmed = isWorse && cachedOnly === true;
  const isBlocked = (isWorse && !isUnconfirmed) || withoutEvaluations.length + looser.length > 0;
  const isIncomplete = isUnconfirmed || measuredNothing || open.length + unguarded.length > 0;
  const incompleteCode = isIncomplete && !allowUnmeasured ? 1 : 0;
  return {
    verdict: isBlocked ? "failed" : isIncomplete ? "incomplete" : "passed",
    exitCode: isBlocked && gate !== "report" ? 5 : incompleteCode,
    blocking,
    worsePrompts,
    lowScores,
    open,
    withoutEvaluations,
    looser,
    unguarded,
    measuredNothing,
    isUnconfirmed,
  };
}

const blockingDecisions: ReadonlySet<CaseResult["decision"]> = new Set([
  "regressed",
  "flipped",
  "never passed",
]);
