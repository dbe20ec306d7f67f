// What git says of a folder, where it is one of a repository and git is there.
import { execFileSync } from "node:child_process";

/** Files in it that differ from the last commit, or are not in git; undefined where git knows nothing of it. */
export function changedFiles(folder: string): readonly string[] | undefined {
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
