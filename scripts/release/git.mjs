// The git calls of a release: without changes of a work tree, and without the user's settings unless a
// call asks for them; the token only in the environment of the call.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Who makes releases: the identity that GitHub gives its runs. */
const maker = {
  name: "github-actions[bot]",
  email: "41898282+github-actions[bot]@users.noreply.github.com",
};

/** What git prints, without the last line break; throws with its own words. `own`: with the user's settings. */
export function git(cwd, words, { env = {}, input = "", own = false } = {}) {
  return execFileSync("git", words, {
    cwd,
    env: { ...process.env, ...(own ? {} : impersonal), ...env },
    input,
    encoding: "utf8",
    stdio: ["pipe", "pipe", "pipe"],
  }).trimEnd();
}

const impersonal = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_TERMINAL_PROMPT: "0",
};

/** How git shows GITHUB_TOKEN to github.com: neither in its arguments nor in a file. */
export function credentials(token) {
  if (!token) return {};
  const basic = Buffer.from(`x-access-token:${token}`).toString("base64");
  return {
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "http.https://github.com/.extraheader",
    GIT_CONFIG_VALUE_0: `AUTHORIZATION: basic ${basic}`,
  };
}

/** Writes a folder into a repository as a tree; its hash. */
export function treeOf(gitDir, folder) {
  const scratch = mkdtempSync(join(tmpdir(), "promptctl-index-"));
  try {
    const env = { GIT_DIR: gitDir, GIT_WORK_TREE: folder, GIT_INDEX_FILE: join(scratch, "index") };
    const words = ["-c", "core.autocrlf=false", "-c", "core.fileMode=true", "add", "--all"];
    git(folder, [...words, "--force", "."], { env });
    return git(folder, ["write-tree"], { env });
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** The commit that a tag of the remote was built from: its parent. Also if main has newer commits. */
export function sourceOf(root, { tag, remote, env }) {
  git(root, ["fetch", "--quiet", "--no-tags", remote, `refs/tags/${tag}`], { env });
  return git(root, ["rev-parse", "FETCH_HEAD^{commit}^"]);
}

/** The commit of a tree, with the date of its first parent: the same one whenever and wherever it is made. */
export function commitOf(root, tree, parents, message, { name, email } = maker) {
  const date = git(root, ["show", "--no-patch", "--format=%ct +0000", parents[0]]);
  const env = {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    GIT_COMMITTER_DATE: date,
  };
  const words = parents.flatMap((parent) => ["-p", parent]);
  return git(root, ["commit-tree", tree, ...words], { env, input: message });
}

/** The object of an annotated tag, without a name yet; its hash. */
export function tagOf(root, commit, name, message, by = maker) {
  const seconds = git(root, ["show", "--no-patch", "--format=%ct", commit]);
  const head = `object ${commit}\ntype commit\ntag ${name}\n`;
  const tagger = `tagger ${by.name} <${by.email}> ${seconds} +0000\n`;
  return git(root, ["mktag"], { input: `${head}${tagger}\n${message}\n` });
}

/** The tags of a remote: name to the hash they hold, and `name^{}` to the commit behind it. */
export function remoteTags(root, remote, env) {
  const lines = git(root, ["ls-remote", "--tags", remote], { env }).split("\n").filter(Boolean);
  return new Map(
    lines.map((line) => {
      const [hash, ref] = line.split("\t");
      return [ref.replace("refs/tags/", ""), hash];
    }),
  );
}
