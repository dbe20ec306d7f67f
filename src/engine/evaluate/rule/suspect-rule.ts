// A suspect is a case whose first trials failed more often on the head than on the base. Whether it
// regressed is decided by fresh trials alone: the first ones made it a suspect.
import { suspectLooks } from "../../../generated/suspect-looks.ts";
import { type ComparedCase, passesOf, type RuleTrial } from "./rule-state.ts";
import { fisherWorse, tolerance } from "./statistics.ts";

/** The chance that an unchanged prompt has a suspect that is called regressed. */
const falseShare = 0.018;

/** How the suspects of a prompt are measured. */
export interface SuspectPlan {
  /** The numbers of fresh trials of each side after which a suspect is judged. */
  readonly looks: readonly number[];
  /** The largest p of Fisher's exact test that confirms a regression; 0: none does. */
  readonly threshold: number;
}

/** `shares`: the number of suspects among which the error is divided. */
export function suspectPlan(hasFew: boolean, shares: number): SuspectPlan {
  const size = hasFew ? "few" : "many";
  const { looks, rows } = suspectLooks[size];
  const row = rows.find(([, error]) => error <= falseShare / shares);
  return { looks, threshold: row?.[0] ?? 0 };
}

/** Whether the first trials make a case a suspect: more than a quarter of them differ. */
export function isSuspect({ head, base }: ComparedCase): boolean {
  const runs = base.first.length;
  return runs > 0 && passesOf(base.first) - passesOf(head.first) > runs / 4;
}

/**
 * `regressed`: confirmed · `flipped`: each side repeats its reply, which fails on the head and passes
 * on the base · `cleared`: not confirmed · a number: the fresh trials that each side needs.
 */
export type SuspectState = "regressed" | "flipped" | "cleared" | number;

/** Equal replies that end the measurement of a steady text. */
const equalReplies = 3;

/** The state of a suspect after its fresh trials. */
export function suspectState(each: ComparedCase, { looks, threshold }: SuspectPlan): SuspectState {
  const [head, base] = [each.head.fresh, each.base.fresh];
  const made = Math.min(head.length, base.length);
  if (each.isSteady && made < equalReplies) return equalReplies;
  if (each.isSteady && repeatsItself(head) && repeatsItself(base))
    return passesOf(head, 1) < passesOf(base, 1) ? "flipped" : "cleared";
  for (const look of looks) {
    const known = Math.min(look, made);
    const counts = { head: passesOf(head, known), base: passesOf(base, known), known };
    if (!canRegress(counts, looks, threshold)) return "cleared";
    if (made < look) return look;
    if (isRegressed(counts, threshold)) return "regressed";
  }
  return "cleared";
}

interface PassCounts {
  /** The trials that passed on each side. */
  readonly head: number;
  readonly base: number;
  /** The trials of each side. */
  readonly known: number;
}

function isRegressed({ head, base, known }: PassCounts, threshold: number): boolean {
  const p = fisherWorse({ passed: head, measured: known }, { passed: base, measured: known });
  return p <= threshold * (1 + tolerance);
}

/** Whether it would regress if all further trials fail on the head and pass on the base. */
function canRegress(counts: PassCounts, looks: readonly number[], threshold: number): boolean {
  const { head, base, known } = counts;
  return looks
    .filter((look) => look >= known)
    .some((look) => isRegressed({ head, base: base + look - known, known: look }, threshold));
}

function repeatsItself(trials: readonly RuleTrial[]): boolean {
  return new Set(trials.slice(0, equalReplies).map(({ reply }) => reply)).size === 1;
}
