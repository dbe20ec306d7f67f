// The gate: whether the results of a run block the change, and the exit code.
import { groupBy } from "../model/collections.ts";
import type { Address } from "../model/resource.ts";
import type { CaseResult } from "./case-result.ts";
import { isPass, isUnmeasured } from "./compare.ts";
import { tolerance } from "./statistics.ts";

/**
 * `regressions`: confirmed regressions block, and failing cases without a base · `all`: every case
 * that fails blocks · `report`: as `regressions`, or as `all` without a base, but the exit code is
 * 0.
 */
export type Gate = "regressions" | "all" | "report";

export interface GateSettings {
  readonly gate: Gate;
  /** Whether the run has a base. */
  readonly hasBase: boolean;
  /** The smallest score of each prompt, from 0 to 1. */
  readonly minScore?: number | undefined;
}

export interface GateResult {
  /**
   * `failed`: the gate blocks · `incomplete`: nothing blocks, but a case was not measured or not
   * run.
   */
  readonly verdict: "passed" | "failed" | "incomplete";
  /** 5: the gate blocks · 1: incomplete · 0 otherwise, and in place of 5 with `report`. */
  readonly exitCode: 0 | 1 | 5;
  /** The cases that block. */
  readonly blocking: readonly CaseResult[];
  /** The prompts whose score is too low. */
  readonly lowScores: readonly PromptScore[];
  /** The cases that were not measured or not run, or whose comparison lacks trials. */
  readonly open: readonly CaseResult[];
}

/** The score of a prompt: Σ(weight × passed) / Σ(weight) over its cases. */
export interface PromptScore {
  readonly prompt: Address;
  /** Over the measured cases; null if there are none with a weight. */
  readonly score: number | null;
  /** The score if all unmeasured cases pass. */
  readonly best: number | null;
}

/** The scores of all prompts with results, in the order of their first case. */
export function promptScores(results: readonly CaseResult[]): PromptScore[] {
  const counting = results.filter(({ informational }) => !informational);
  return [...groupBy(counting, ({ prompt }) => prompt)].map(([prompt, cases]) => {
    const passed = weightOf(cases.filter(({ verdict }) => isPass(verdict)));
    const open = weightOf(cases.filter(({ verdict }) => isUnmeasured(verdict)));
    const all = weightOf(cases);
    return {
      prompt,
      score: all - open > 0 ? passed / (all - open) : null,
      best: all > 0 ? (passed + open) / all : null,
    };
  });
}

/** Applies the gate to the results of all cases that were selected. */
export function applyGate(results: readonly CaseResult[], settings: GateSettings): GateResult {
  const { gate, minScore } = settings;
  const counting = results.filter(({ informational }) => !informational);
  const blocking = counting.filter((result) => blocks(result, settings));
  const lowScores = promptScores(results).filter(
    ({ best }) => minScore !== undefined && best !== null && best < minScore - tolerance,
  );
  const open = counting.filter(({ isOpen }) => isOpen);
  const isBlocked = blocking.length + lowScores.length > 0;
  const incompleteCode = open.length > 0 ? 1 : 0;
  return {
    verdict: isBlocked ? "failed" : open.length > 0 ? "incomplete" : "passed",
    exitCode: isBlocked && gate !== "report" ? 5 : incompleteCode,
    blocking,
    lowScores,
    open,
  };
}

function blocks({ verdict, comparison }: CaseResult, { gate, hasBase }: GateSettings): boolean {
  if (gate === "all" || (gate === "report" && !hasBase)) return verdict === "failed";
  if (comparison === "regressed") return true;
  return verdict === "failed" && (comparison === "new" || !hasBase);
}

function weightOf(results: readonly CaseResult[]): number {
  return results.reduce((sum, { weight }) => sum + weight, 0);
}
