// The oracle for evaluations that changed so much that only the history of their definitions tells
// which they are. It imports nothing of src/engine or src/sync.

/** What a commit defines for a prompt: the names and the texts of the evaluations. */
export type PastEvaluations = readonly { readonly name: string; readonly text: string }[];

interface Observed {
  readonly text: string;
  readonly isEmpty: boolean;
}

/**
 * Pairs observed evaluations with the definitions that had their text, assertions included. The newest
 * commit in which any definition had the text decides: its definitions own the evaluation. It is
 * paired if exactly one of them is free. Newer commits come first, then smaller ids; each pair leaves
 * fewer definitions free, so that more evaluations may have exactly one owner. An empty evaluation has
 * no owner. `commits`: newest first; `observed`: by id.
 */
export function historyPairs<Desired extends { readonly name: string }, Remote extends Observed>(
  defined: readonly Desired[],
  observed: readonly Remote[],
  commits: readonly PastEvaluations[],
): (readonly [Desired, Remote])[] {
  const certain = commits.flatMap((commit, index) =>
    observed
      .filter(({ text, isEmpty }) => !isEmpty && newestWith(commits, text) === index)
      .flatMap((remote) => {
        const owners = ownersOf(commit, remote.text);
        const free = defined.filter(({ name }) => owners.includes(name));
        return free.length === 1 ? [[free[0]!, remote] as const] : [];
      }),
  );
  const [first] = certain;
  if (!first) return [];
  const restDefined = defined.filter((each) => each !== first[0]);
  const restObserved = observed.filter((each) => each !== first[1]);
  return [first, ...historyPairs(restDefined, restObserved, commits)];
}

/** The number of the newest commit that defines an evaluation with this text. */
function newestWith(commits: readonly PastEvaluations[], text: string): number {
  return commits.findIndex((commit) => ownersOf(commit, text).length > 0);
}

function ownersOf(commit: PastEvaluations, text: string): readonly string[] {
  return commit.filter((each) => each.text === text).map(({ name }) => name);
}
