// A tag becomes reachable from the default branch by a merge that changes no file there. pre-commit autoupdate
// takes the newest tag that git describe finds from that branch, or else its newest commit, which is not built.
import { commitOf, git } from "./git.mjs";

/** What to push so that a branch of the remote contains a commit; undefined if it does. `given` is for git. */
export function mergeOf(root, { remote, branch, commit, name, by }, given) {
  const ref = `refs/heads/${branch}`;
  git(root, ["fetch", "--quiet", "--no-tags", "--", remote, ref], given);
  const seen = git(root, ["rev-parse", "FETCH_HEAD"]);
  if (isIn(root, commit, seen)) return undefined;
  const tree = git(root, ["rev-parse", `${seen}^{tree}`]);
  const message = `Merge ${name}, without a change of files\n\nFrom here, pre-commit autoupdate finds the tag.\n`;
  const merge = commitOf(root, tree, [seen, commit], message, by);
  return { refspec: `${merge}:${ref}`, seen };
}

/** Whether a commit is in the history of a revision, as far as this clone has both. */
export function isIn(root, commit, revision) {
  try {
    return git(root, ["rev-list", "--max-count=1", commit, "--not", revision]) === "";
  } catch {
    return false; // not fetched
  }
}

/** The branch of a remote that a clone checks out; undefined if there is none. */
export function defaultBranch(root, remote, given) {
  const lines = git(root, ["ls-remote", "--symref", "--", remote, "HEAD"], given);
  return /^ref: refs\/heads\/(.*)\tHEAD$/m.exec(lines)?.[1];
}
