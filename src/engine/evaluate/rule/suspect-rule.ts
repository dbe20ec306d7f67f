// A suspect is a case whose first replies passed less often on the head than on the base. Whether it
// regressed is decided by pairs alone: the first replies made it a suspect.
import { firstTrialsOf, type PairedTrials, passesOf, type RuleTrial } from "./rule-state.ts";
import { fisherWorse, tolerance } from "./statistics.ts";

/** The numbers of pairs after which a suspect is judged. */
export const suspectLooks: readonly number[] = [4, 8, 12, 16, 20];
/** The largest p of Fisher's exact test that confirms a regression, divided among the suspects. */
const regressedP = 0.015;
/** A suspect passes less often by this share of the replies, and is cleared below it. */
const leastShare = 1 / 4;

/** Whether the first replies make a case a suspect. */
export function isSuspect(first: PairedTrials): boolean {
  return lossOf(first) >= Math.max(1, first.head.length * leastShare);
}

/**
 * `regressed`: confirmed · `flipped`: each side repeats its reply, which fails on the head and passes
 * on the base · `cleared`: not confirmed · `open`: neither after all pairs · a number: the pairs that
 * are needed.
 */
export type SuspectState = "regressed" | "flipped" | "cleared" | "open" | number;

/** Equal replies that end the measurement of a steady text. */
const equalReplies = 3;

/** The state of a suspect after these pairs. `shares`: the suspects among which the error is divided. */
export function suspectState(
  pairs: PairedTrials,
  { isSteady, shares }: { readonly isSteady: boolean; readonly shares: number },
): SuspectState {
  const made = pairs.head.length;
  if (isSteady && made < equalReplies) return equalReplies;
  if (isSteady && repeatsItself(pairs.head) && repeatsItself(pairs.base))
    return lossOf(firstTrialsOf(pairs, 1)) > 0 ? "flipped" : "cleared";
  for (const look of suspectLooks) {
    if (made < look) return look;
    const known = firstTrialsOf(pairs, look);
    if (isRegressed(known, shares)) return "regressed";
    if (lossOf(known) < look * leastShare) return "cleared";
  }
  return "open";
}

function isRegressed({ head, base }: PairedTrials, shares: number): boolean {
  const count = (side: readonly RuleTrial[]) => ({ passed: passesOf(side), measured: side.length });
  return fisherWorse(count(head), count(base)) <= (regressedP / shares) * (1 + tolerance);
}

/** How many fewer trials passed on the head. */
function lossOf({ head, base }: PairedTrials): number {
  return passesOf(base) - passesOf(head);
}

function repeatsItself(trials: readonly RuleTrial[]): boolean {
  return new Set(trials.slice(0, equalReplies).map(({ reply }) => reply)).size === 1;
}
