// Calls of the git command.

/** Files in a folder that differ from the last commit or are untracked; undefined without git or repository. */
export async function changedFiles(folder: string): Promise<readonly string[] | undefined> {
  const { execFileSync } = await import("node:child_process"); // only pull needs it
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
