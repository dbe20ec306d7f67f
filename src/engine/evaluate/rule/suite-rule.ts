// All compared cases of a prompt together: each has one vote, worse or better, and an exact sign test
// counts the votes.
import { type ComparedCase, passesOf, type SideTrials } from "./rule-state.ts";
import { signTest } from "./statistics.ts";

/** The largest p of the first trials with which the prompt got worse at once. */
const atOnce = 0.001;
/** The largest p of the first trials with which all cases are measured. */
const toMeasure = 0.2;
/** After so many fresh trials of each side, the largest p with which the prompt got worse. */
const suiteLooks = [
  { trials: 2, worse: 0.005 },
  { trials: 4, worse: 0.006 },
  { trials: 6, worse: 0.007 },
];
/** With a larger p at one of them, more trials are not worth their cost. */
const futile = 0.25;

/** The fresh trials of each side that a case needs at most for its votes. */
export const mostSuiteTrials: number = suiteLooks.at(-1)!.trials;

export interface SuiteVotes {
  readonly worse: number;
  readonly better: number;
  /** The sign test, one-sided: how probable so many votes for worse are if nothing changed. */
  readonly p: number;
}

/** `worse`: the prompt got worse · a number: the fresh trials of each side that all cases need. */
export interface SuiteState {
  readonly votes: SuiteVotes;
  readonly state: "worse" | "unchanged" | number;
}

/** The state of a prompt, by its cases that are measured on both sides. */
export function suiteState(cases: readonly ComparedCase[], prompts: number): SuiteState {
  let votes = votesOf(cases, ({ first }) => first);
  if (votes.p > toMeasure) return { votes, state: "unchanged" };
  if (votes.p <= atOnce / prompts && cases.every(isRecent)) return { votes, state: "worse" };
  for (const { trials, worse } of suiteLooks) {
    const isMade = ({ head, base }: ComparedCase): boolean =>
      head.fresh.length >= trials && base.fresh.length >= trials;
    if (!cases.every(isMade)) return { votes, state: trials };
    votes = votesOf(cases, ({ fresh }) => fresh.slice(0, trials));
    if (votes.p <= worse / prompts) return { votes, state: "worse" };
    if (votes.p > futile) break;
  }
  return { votes, state: "unchanged" };
}

function votesOf(
  cases: readonly ComparedCase[],
  trialsOf: (side: SideTrials) => SideTrials["first"],
): SuiteVotes {
  let [worse, better] = [0, 0];
  for (const { head, base } of cases) {
    const difference = passesOf(trialsOf(head)) - passesOf(trialsOf(base));
    if (difference < 0) worse++;
    if (difference > 0) better++;
  }
  return { worse, better, p: signTest(worse, better) };
}

/** Whether the first trials of both sides are of this run. */
function isRecent({ head, base }: ComparedCase): boolean {
  return [...head.first, ...base.first].every((trial) => trial.isRecent);
}
