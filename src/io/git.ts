// Calls of the git command.

/** Files in a folder that differ from the last commit or are untracked; undefined without git or repository. */
export async function changedFiles(folder: string): Promise<readonly string[] | undefined> {
  const { execFileSync } = await import("node:child_process"); // few commands need it
  try {
    const options = { cwd: folder, encoding: "utf8", stdio: "pipe" } as const;
    const status = execFileSync("git", ["status", "--porcelain", "-z", "--", "."], options);
    return status
      .split("\0")
      .filter((line) => line !== "")
      .map((line) => line.slice(3));
  } catch {
    return undefined;
  }
}

/**
 * Whether a commit contains the path, which may be deleted; `path` is absolute. False without git or
 * repository.
 */
export async function isCommitted(cwd: string, path: string): Promise<boolean> {
  const { execFileSync } = await import("node:child_process"); // few commands need it
  try {
    const words = ["--literal-pathspecs", "rev-list", "--max-count=1", "HEAD", "--", path];
    return execFileSync("git", words, { cwd, stdio: "pipe" }).length > 0;
  } catch {
    return false;
  }
}
