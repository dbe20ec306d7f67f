// A case of the rule with the outcomes of its trials as letters.
import type { RuleCase, RuleTrial } from "../../../../src/engine/evaluate/rule/rule-state.ts";

/** P passed, F failed, L without an outcome, for good. */
function trials(letters: string): RuleTrial[] {
  return [...letters].map((letter) => ({
    outcome: letter === "P" ? "passed" : letter === "F" ? "failed" : "not measured",
    cause: letter === "L" ? "other" : undefined,
    isRepeat: false,
    isCached: false,
  }));
}

/** A compared case whose requests have this number. */
export function scriptedCase(number: number, head: string, base = ""): RuleCase {
  return {
    requests: { head: `h${number}`, base: `b${number}` },
    head: trials(head),
    base: trials(base),
    isCompared: true,
    mustPass: false,
    isSteady: false,
  };
}
