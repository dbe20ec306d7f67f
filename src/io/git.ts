// What git says of a folder, where it is one of a repository and git is there.

/** Files in it that differ from the last commit, or are not in git; undefined where git knows nothing of it. */
export async function changedFiles(folder: string): Promise<readonly string[] | undefined> {
  const { execFileSync } = await import("node:child_process"); // which only pull needs
  try {
    const options = { cwd: folder, encoding: "utf8", stdio: "pipe" } as const;
    const said = execFileSync("git", ["status", "--porcelain", "-z", "--", "."], options);
    return said
      .split("\0")
      .filter((line) => line !== "")
      .map((line) => line.slice(3));
  } catch {
    return undefined;
  }
}
