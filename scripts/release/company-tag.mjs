// Built commits in a company's own copy of the repository, on top of the commit that is checked out: the
// release tree under a tag, and the client package, which npm cannot install from a folder of a commit,
// under another. A merge that changes no file adds the first tag to the default branch. The clone stays as it is.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commitOf, git, tagOf, treeOf } from "./git.mjs";
import { defaultBranch, mergeOf } from "./merge.mjs";
import { packages } from "./npm.mjs";
import { writeTree } from "./tree.mjs";

/** With the settings of the user: their credentials push. */
const own = { own: true };

/** Builds and pushes the tags. Returns the commit, and what npm installs. Throws if it is refused. */
export function pushCompanyTag(root, { tag, remote, repository, built }) {
  const url = urlOf(root, remote);
  refuse(root, tag, remote);
  const name =
    repository || (/github\.com[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(url)?.[1] ?? "");
  const scratch = mkdtempSync(join(tmpdir(), "promptctl-release-"));
  try {
    const tree = join(scratch, "tree");
    writeTree(root, tree, { repository: name, version: tag.slice(1), built });
    const source = git(root, ["rev-parse", "HEAD"]);
    const maker = makerOf(root);
    const hash = treeOf(git(root, ["rev-parse", "--absolute-git-dir"]), tree);
    const tagged = (name, title, content) => {
      const commit = commitOf(
        root,
        content,
        [source],
        `${title}\n\nBuilt from ${source}.\n`,
        maker,
      );
      return { commit, refspec: `${tagOf(root, commit, name, title, maker)}:refs/tags/${name}` };
    };
    const version = tag.slice(1);
    const main = tagged(tag, `promptctl ${version}`, hash);
    const folder = `${hash}:${packages["promptctl-client"]}`;
    const content = git(root, ["rev-parse", folder]);
    const client = tagged(`client-${tag}`, `promptctl-client ${version}`, content);
    const leases = [tag, `client-${tag}`].map((name) => `--force-with-lease=refs/tags/${name}:`);
    const words = ["push", "--quiet", "--atomic", ...leases, "--", remote];
    git(root, [...words, main.refspec, client.refspec], own);
    const merged = merge(root, { remote, commit: main.commit, name: tag, by: maker });
    const specifier = ({ commit }) => `${npmUrl(url)}#${commit}`;
    return {
      ...merged,
      commit: main.commit,
      specifier: specifier(main),
      client: specifier(client),
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The default branch, and why it has refused the merge: it may take merge requests only. */
function merge(root, { remote, ...given }) {
  const branch = defaultBranch(root, remote, own);
  if (branch === undefined) return {};
  try {
    const { refspec, seen } = mergeOf(root, { remote, branch, ...given }, own);
    const lease = `--force-with-lease=refs/heads/${branch}:${seen}`;
    git(root, ["push", "--quiet", lease, "--", remote, refspec], own);
    return { branch };
  } catch (failure) {
    return { branch, refusal: failure.stderr || failure.message };
  }
}

function refuse(root, tag, remote) {
  const dirty = git(root, ["status", "--porcelain"]);
  if (dirty !== "") throw new Error(`The clone has changes that are not committed:\n${dirty}`);
  const there =
    git(root, ["tag", "--list", tag]) ||
    git(root, ["ls-remote", "--tags", "--", remote, `refs/tags/${tag}`], own);
  if (there !== "") throw new Error(`The tag ${tag} is there already. Take the next number.`);
  if (git(root, ["ls-remote", "--", remote, "HEAD"], own) === "")
    throw new Error(
      `The remote has no default branch, and npm cannot install from it. Push one first: git push ${remote} HEAD:refs/heads/main`,
    );
}

/** The URL of a remote, or the text itself. */
function urlOf(root, remote) {
  const remotes = git(root, ["remote"]).split("\n");
  return remotes.includes(remote) ? git(root, ["config", "--get", `remote.${remote}.url`]) : remote;
}

/** The name and the e-mail address with which the user commits. */
function makerOf(root) {
  const [, name, email] = /^(.*) <(.*)> /.exec(git(root, ["var", "GIT_COMMITTER_IDENT"], own));
  return { name, email };
}

/** What npm takes for the URL of a repository, without its password. */
function npmUrl(remote) {
  const [, login, path] = /^([\w.-]+@[\w.-]+):(?!\/\/)(.*)$/.exec(remote) ?? [];
  const url = new URL(login ? `ssh://${login}/${path}` : remote, "file://");
  url.password = "";
  if (url.protocol !== "ssh:") url.username = "";
  return `git+${url.href}`;
}
