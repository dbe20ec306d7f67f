// All compared cases of a prompt together: each unit has one vote, worse or better, and an exact sign test
// counts the votes.
import { signTest, tolerance } from "./statistics.ts";

/** With a larger p, the cases are not measured together, or no longer. */
const toMeasure = 0.3;
/** The largest p of pairs with which the prompt got worse, divided among the prompts. */
const worse = 0.01;
/** The numbers of pairs of each unit after which the votes are counted. */
export const voteLooks: readonly number[] = [1, 2, 4, 8];

export interface SuiteVotes {
  /** The units that passed less often, and more often, than on the base. */
  readonly worse: number;
  readonly better: number;
  /** The units that have votes: those measured on both sides. */
  readonly units: number;
  /** The sign test, one-sided: how probable so many votes for worse are if nothing changed. */
  readonly p: number;
}

/** The votes by how much more often each unit passed on the head than on the base. */
export function countVotes(differences: readonly number[]): SuiteVotes {
  const [lost, won] = [-1, 1].map(
    (sign) => differences.filter((difference) => Math.sign(difference) === sign).length,
  );
  return { worse: lost!, better: won!, units: differences.length, p: signTest(lost!, won!) };
}

/** Whether the votes are worth more pairs. First replies alone never block. */
export function isWorthPairs({ p }: SuiteVotes): boolean {
  return p <= toMeasure;
}

/** Whether the votes over pairs say that the prompt got worse. */
export function isWorse({ p }: SuiteVotes, prompts: number): boolean {
  return p <= (worse / prompts) * (1 + tolerance);
}
