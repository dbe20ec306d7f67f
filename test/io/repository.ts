// A git repository for a test, with an identity of its own and without the configuration of the user.
import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, rmSync } from "node:fs";
import { once } from "../../src/engine/model/collections.ts";
import { type Folder, folderOf } from "./folder.ts";

export interface TestRepository extends Folder {
  /** Runs git in the repository, or in a folder of it; returns its output. */
  git(words: readonly string[], folder?: string): string;
  /** Commits all files with these changes; returns the hash. A text of undefined deletes the file. */
  commit(files?: Readonly<Record<string, string | Uint8Array | undefined>>): string;
}

/** The environment of git in tests. */
export const gitEnv = {
  PATH: process.env["PATH"],
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "Test",
  GIT_AUTHOR_EMAIL: "test@example.com",
  GIT_COMMITTER_NAME: "Test",
  GIT_COMMITTER_EMAIL: "test@example.com",
  GIT_AUTHOR_DATE: "2026-01-01T00:00:00Z",
  GIT_COMMITTER_DATE: "2026-01-01T00:00:00Z",
};

/** Runs git in a folder. Clones of local folders are allowed. */
export function runTestGit(words: readonly string[], cwd: string): string {
  const settings = ["-c", "protocol.file.allow=always", "-c", "init.defaultBranch=main"];
  const options = { cwd, env: gitEnv, encoding: "utf8", stdio: "pipe" } as const;
  return execFileSync("git", [...settings, ...words], options).trim();
}

/**
 * Runs a shell script, which calls git several times, in a folder; returns its output. For Node.js, to
 * start a process takes longer than git runs.
 */
export function runGitScript(script: string, cwd: string, input = ""): string {
  const options = { cwd, env: gitEnv, encoding: "utf8", stdio: "pipe", input } as const;
  return execFileSync("sh", ["-ec", script], options).trim();
}

/** The words of a script that commit all files. */
export const commitAll = "git add -A; git commit -q --allow-empty -m change";

/** An empty repository, made once by each worker: copying it is faster than to start git. */
const emptyRepository = once(() => {
  const folder = folderOf();
  runTestGit(["init", "-q", "--template="], folder.path);
  const user = "[user]\nname = Test\nemail = test@example.com\n";
  // Else each commit starts another git.
  appendFileSync(folder.at(".git/config"), `${user}[maintenance]\nauto = false\n`);
  process.once("exit", () => rmSync(folder.path, { recursive: true, force: true }));
  return folder.path;
});

/** Makes a folder a repository without commits. */
export function initialize(folder: string): void {
  cpSync(emptyRepository(), folder, { recursive: true });
}

/** The hash of the commit of HEAD, without starting git. */
function headOf(folder: Folder): string {
  const head = folder.read(".git/HEAD").trim();
  return head.startsWith("ref: ") ? folder.read(`.git/${head.slice(5)}`).trim() : head;
}

/** A new repository with the files in its first commit; without files, it has no commit. */
export function repositoryOf(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): TestRepository {
  const folder = folderOf();
  const git: TestRepository["git"] = (words, name = "") => runTestGit(words, folder.at(name));
  initialize(folder.path);
  const repository: TestRepository = {
    ...folder,
    git,
    commit: (changes = {}) => {
      for (const [name, content] of Object.entries(changes))
        if (content === undefined) rmSync(folder.at(name), { recursive: true });
        else folder.write(name, content);
      runGitScript(commitAll, folder.path);
      return headOf(folder);
    },
  };
  if (Object.keys(files).length > 0) repository.commit(files);
  return repository;
}

/** A path for `git fast-import`, which reads quotes, backslashes and line breaks as in C. */
function quotedPath(path: string): string {
  return /["\\\n]/.test(path)
    ? `"${path.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n")}"`
    : path;
}

/** The input of `git fast-import` with a commit for each map of files. */
function importStream(commits: readonly Readonly<Record<string, string>>[]): string {
  const stream = commits.map((files) => {
    const lines = Object.entries(files).map(([path, text]) => {
      const data = `data ${Buffer.byteLength(text)}\n${text}\n`;
      return `M 644 inline ${quotedPath(path)}\n${data}`;
    });
    const committer = "committer Test <test@example.com> 1767225600 +0000";
    return `commit refs/heads/main\n${committer}\ndata 6\nchange\ndeleteall\n${lines.join("")}`;
  });
  return stream.join("");
}

/** A new repository with a commit for each map of files, which has only these files. */
export function repositoryOfCommits(
  commits: readonly Readonly<Record<string, string>>[],
): TestRepository {
  const repository = repositoryOf();
  const script = "git fast-import --quiet; git reset -q --hard";
  runGitScript(script, repository.path, importStream(commits));
  return repository;
}

/**
 * Makes a folder a repository of two commits: in the first it had these files, in the second it has
 * its own. So apply --prune may delete what only the first one defines. `then`: words of a script.
 */
export function commitAfter(
  earlier: Readonly<Record<string, string>>,
  folder: string,
  then = "",
): void {
  initialize(folder);
  const script = `git fast-import --quiet; ${commitAll}; ${then}`;
  runGitScript(script, folder, importStream([earlier]));
}

/** Commits all files of a folder with a repository. */
export function commitChanges(folder: string): void {
  runGitScript(commitAll, folder);
}

/** The words of a script that make the commit before HEAD that of the remote branch main. */
export const mainBeforeHead = "git update-ref refs/remotes/origin/main HEAD~1";
