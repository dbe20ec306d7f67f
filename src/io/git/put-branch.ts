// Makes a branch of commits that promptctl owns: a tip on HEAD, which merges commits on older bases. The
// branch is replaced only while its tip is the one that promptctl made. The same steps work on the
// objects of a clone (git-commits.ts) and through an API.
import { type Failure, refused } from "../../engine/model/failure.ts";
import { shortHash } from "../../engine/text/commit-hash.ts";

/** A file that a commit has and its parent does not have so; the path is that in the repository. */
export interface CommitFile {
  readonly path: string;
  readonly mode: string;
  /** Undefined if the commit deletes the file. */
  readonly content: string | undefined;
}

/** A commit to be made on an existing one. */
export interface NewCommit {
  readonly parent: string;
  readonly files: readonly CommitFile[];
  readonly message: string;
}

/** The commits of a branch. The tip merges the others. */
export interface NewBranch {
  readonly name: string;
  readonly bases: readonly NewCommit[];
  readonly tip: NewCommit;
}

/** A commit as git stores it. */
export interface StoredCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
}

/** Where commits and branches are. */
export interface CommitStore {
  read(commit: string): Promise<StoredCommit>;
  /** The tree of a commit with other files. Returns its hash. */
  writeTree(parent: string, files: readonly CommitFile[]): Promise<string>;
  writeCommit(commit: StoredCommit): Promise<string>;
  /** The commit of a branch; undefined if there is no such branch. */
  branch(name: string): Promise<string | undefined>;
  /** Throws a Failure if the branch is not at `before` any more, undefined for no branch. */
  setBranch(name: string, commit: string | undefined, before: string | undefined): Promise<void>;
}

export interface PutBranch {
  readonly state: "created" | "updated" | "unchanged";
  readonly commit: string;
}

/** Makes or replaces a branch. Throws a Failure if it exists and its tip is not one of ours. */
export async function putBranch(
  store: CommitStore,
  { name, bases, tip }: NewBranch,
): Promise<PutBranch> {
  const before = await store.branch(name);
  const existing = before === undefined ? undefined : await store.read(before);
  if (existing && !isOwnCommit(existing, name)) throw foreignBranch(name, before!);
  const made: StoredCommit[] = [];
  for (const { parent, files, message } of bases)
    made.push({ tree: await store.writeTree(parent, files), parents: [parent], message });
  const tree = await store.writeTree(tip.parent, tip.files);
  const message = `${tip.message}\n\n${trailers(name, tree)}\n`;
  if (existing && (await isSame(store, existing, { parent: tip.parent, message, bases: made })))
    return { state: "unchanged", commit: before! };
  const parents = [tip.parent];
  for (const each of made) parents.push(await store.writeCommit(each));
  const commit = await store.writeCommit({ tree, parents, message });
  await store.setBranch(name, commit, before);
  return { state: before === undefined ? "created" : "updated", commit };
}

/**
 * What a commit was made as. Whoever changes its files changes the tree. A branch that only has merged it,
 * for example `main` by a fast-forward, has another name.
 */
function trailers(branch: string, tree: string): string {
  return `Promptctl-Branch: ${branch}\nPromptctl-Tree: ${tree}`;
}

/** Whether promptctl made a commit as the tip of a branch, and nobody changed its files since. */
export function isOwnCommit({ tree, message }: StoredCommit, branch: string): boolean {
  return message.trimEnd().endsWith(`\n\n${trailers(branch, tree)}`);
}

interface Wanted {
  readonly parent: string;
  /** With the trailer. */
  readonly message: string;
  readonly bases: readonly StoredCommit[];
}

/** Whether a tip has the wanted content: commits differ in their dates at least. */
async function isSame(
  store: CommitStore,
  { parents: [first, ...others], message }: StoredCommit,
  wanted: Wanted,
): Promise<boolean> {
  const isSameTip = first === wanted.parent && message.trimEnd() === wanted.message.trimEnd();
  if (!isSameTip || others.length !== wanted.bases.length) return false;
  const bases = await Promise.all(others.map(store.read));
  return bases.every(
    ({ tree, parents }, index) =>
      tree === wanted.bases[index]!.tree && parents[0] === wanted.bases[index]!.parents[0],
  );
}

function foreignBranch(name: string, commit: string): Failure {
  return refused(
    "foreign-branch",
    `The branch ${name} exists, and promptctl did not make its last commit (${shortHash(commit)}) for this branch, or it was changed since. Nothing was written.`,
    "Name another branch, or delete or rename this one.",
  );
}

/** The failure for a branch that moved while its commits were made. */
export function movedBranch(name: string, reason: string): Failure {
  return refused(
    "branch-moved",
    `The branch ${name} was not changed: ${reason}`,
    "Run the same command again.",
  );
}
