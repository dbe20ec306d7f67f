// The comparison of a prompt with its base: first replies choose what is measured, pairs decide.
import { pairWants, type Want } from "./asks.ts";
import { firstStage, type MeasuredCase } from "./first-replies.ts";
import {
  firstTrialsOf,
  hasOutcome,
  type PairedTrials,
  passesOf,
  type RuleCase,
  type RuleSettings,
} from "./rule-state.ts";
import { isSuspect, type SuspectState, suspectState } from "./suspect-rule.ts";
import { countVotes, isWorse, isWorthPairs, type SuiteVotes, voteLooks } from "./vote-rule.ts";

/** How far the comparison is. */
export interface SideComparison {
  /** The replies to ask for now; none if it is complete. */
  readonly wants: readonly Want[];
  /** How many first replies each case has. */
  readonly firstCounts: readonly number[];
  /** The suspects by the index of their case. */
  readonly suspects: ReadonlyMap<number, SuspectState>;
  /** Undefined unless the base answers for all compared cases. */
  readonly suite?: SuiteDecision | undefined;
}

/** What the votes say about a prompt. */
export interface SuiteDecision extends SuiteVotes {
  readonly isWorse: boolean;
}

/** The comparison by the replies so far. `units`: all units of the cases. */
export function compareSides(
  cases: readonly RuleCase[],
  units: readonly (readonly number[])[],
  settings: RuleSettings,
): SideComparison {
  const { wants, counts: firstCounts, isVote, measured } = firstStage(cases, units, settings);
  const asking = { wants, firstCounts, suspects: new Map<number, SuspectState>() };
  if (wants.length > 0) return asking;
  const withPairs = measured.map((unit) => unit.map((each) => pairedCase(cases, each)));
  const vote = isVote ? voteStage(withPairs, settings) : { wants: [] };
  if (vote.wants.length > 0) return { ...asking, wants: vote.wants };
  return { firstCounts, suite: vote.suite, ...suspectStage(withPairs.flat(), vote, settings) };
}

/** A compared case with the pairs that are measured, up to the first that is not. */
interface PairedCase extends MeasuredCase {
  readonly pairs: PairedTrials;
  readonly isSteady: boolean;
  /** What it lacks of so many pairs. */
  readonly lacks: (count: number) => Want[];
}

function pairedCase(cases: readonly RuleCase[], { index, first }: MeasuredCase): PairedCase {
  const { isSteady, ...sides } = cases[index]!;
  const count = first.head.length;
  const [head, base] = [sides.head.slice(count), sides.base.slice(count)];
  const missing = base.findIndex((trial, at) => !hasOutcome(trial) || !hasOutcome(head[at]!));
  return {
    index,
    first,
    pairs: firstTrialsOf({ head, base }, missing < 0 ? base.length : missing),
    isSteady,
    lacks: (most) => pairWants(index, sides, { first: count, count: most }),
  };
}

interface VoteStage {
  readonly wants: readonly Want[];
  readonly suite?: SuiteDecision;
}

/** Counts the votes over first replies, and if these say that the prompt may be worse, over pairs. */
function voteStage(units: readonly (readonly PairedCase[])[], settings: RuleSettings): VoteStage {
  let votes = countVotes(units.map((unit) => gainOf(unit.map(({ first }) => first))));
  if (isWorthPairs(votes))
    for (const look of voteLooks) {
      const wants = units.flat().flatMap(({ lacks }) => lacks(look));
      if (wants.length > 0) return { wants };
      const counted = units
        .map((unit) => unit.map(({ pairs }) => firstTrialsOf(pairs, look)))
        .map((unit) => unit.filter(({ head }) => head.length === look))
        .filter(({ length }) => length > 0);
      votes = countVotes(counted.map(gainOf));
      if (isWorse(votes, settings.prompts))
        return { wants: [], suite: { ...votes, isWorse: true } };
      if (!isWorthPairs(votes)) break;
    }
  return { wants: [], suite: { ...votes, isWorse: false } };
}

/** The states of the suspects. If the prompt got worse, they need no pairs of their own. */
function suspectStage(
  cases: readonly PairedCase[],
  { suite }: VoteStage,
  { prompts }: RuleSettings,
): Pick<SideComparison, "wants" | "suspects"> {
  const suspected = cases.filter(({ first }) => isSuspect(first));
  const shares = suspected.length * prompts;
  const wants: Want[] = [];
  const suspects = new Map<number, SuspectState>();
  for (const { index, pairs, isSteady, lacks } of suspected) {
    const state = suite?.isWorse ? "open" : suspectState(pairs, { isSteady, shares });
    const needed = typeof state === "number" ? lacks(state) : [];
    wants.push(...needed);
    suspects.set(index, typeof state === "number" && needed.length === 0 ? "open" : state);
  }
  return { wants, suspects };
}

/** How much more often the cases of a unit passed on the head. */
function gainOf(unit: readonly PairedTrials[]): number {
  return unit.reduce((sum, { head, base }) => sum + passesOf(head) - passesOf(base), 0);
}
