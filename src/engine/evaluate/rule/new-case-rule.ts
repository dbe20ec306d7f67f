// A case without a base blocks if it never passes. It stops at its first pass.
import { isPending, type RuleTrial } from "./rule-state.ts";

/** A case that passes at least so often must not be blocked by chance. */
const leastPassRate = 0.6;
/** The chance that one of the cases is, over all prompts. */
const mostFalse = 0.02;

/** After so many failures without a pass, a case blocks. */
export function trialsToPass(cases: number, prompts: number): number {
  const shares = Math.max(1, cases * prompts);
  return Math.ceil(Math.log(mostFalse / shares) / Math.log(1 - leastPassRate));
}

/** `never passed`: it blocks · `clear`: it passed, or could not be measured · else what it needs. */
export type NewCaseState = "never passed" | "clear" | "another reply";

/** The state of a case that must pass, by its replies on the head. Only those of this run count. */
export function newCaseState(head: readonly RuleTrial[], trials: number): NewCaseState {
  if (head.some(isPending)) return "another reply";
  if (!head.every(isFailed)) return "clear";
  const ofThisRun = head.filter(({ isCached }) => !isCached).length;
  return ofThisRun >= trials ? "never passed" : "another reply";
}

function isFailed({ outcome, ownOutcome = outcome }: RuleTrial): boolean {
  return ownOutcome === "failed";
}
