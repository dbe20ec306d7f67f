// Splits a command as a POSIX shell does.
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";

/** Returns the words of a command after expansion. PATH is empty: a substituted command fails. */
export function shellWords(command: string): string[] {
  const script = `set -- ${command}\nprintf '%s\\0' "$@"`;
  const options = {
    encoding: "utf8",
    cwd: tmpdir(),
    env: { PATH: "/nowhere" },
    stdio: "pipe",
  } as const;
  return execFileSync("/bin/sh", ["-fc", script], options).split("\0").slice(0, -1);
}
