// The oracle for what prune may delete where the service reports origins: commits, and who wrote each tool
// last. It imports nothing of src/.

export type Side = "a" | "b";

/** A commit. `states`: the texts of the tools, by `side/name`. */
export interface ModelCommit {
  readonly parents: readonly ModelCommit[];
  readonly states: ReadonlyMap<string, string>;
}

/** The last write of a tool; without a commit by hand. */
export interface Write {
  readonly text: string;
  readonly from?: { readonly side: Side; readonly commit: ModelCommit; readonly dirty: boolean };
}

/** What is known when a team prunes. */
interface PruneCase {
  readonly side: Side;
  readonly name: string;
  readonly head: ModelCommit;
  readonly write: Write;
  /** Whether the service reports versions. */
  readonly isReported: boolean;
}

function ancestors(commit: ModelCommit): ReadonlySet<ModelCommit> {
  const found = new Set([commit]);
  for (const each of found) for (const parent of each.parents) found.add(parent);
  return found;
}

function line(head: ModelCommit): ModelCommit[] {
  const [parent] = head.parents;
  return parent ? [head, ...line(parent)] : [head];
}

/** Whether prune may delete a tool that the team does not define any more. */
export function mayDelete({ side, name, head, write, isReported }: PruneCase): boolean {
  const key = `${side}/${name}`;
  const commits = line(head);
  if (!commits.some(({ states }) => states.get(key) === write.text)) return false;
  if (!isReported) return true;
  const { from } = write;
  if (from?.side !== side || !ancestors(head).has(from.commit)) return false;
  if (!from.dirty) return from.commit.states.get(key) === write.text;
  const last = commits.findIndex(({ states }) => states.has(key));
  return last === 0 || !ancestors(from.commit).has(commits[last - 1]!);
}

/** Whether prune must delete it: what it may delete, but for uncommitted files, which it may leave. */
export function mustDelete(given: PruneCase): boolean {
  const { head, name, side, write } = given;
  const other = side === "a" ? "b" : "a";
  return !head.states.has(`${other}/${name}`) && write.from?.dirty !== true && mayDelete(given);
}
