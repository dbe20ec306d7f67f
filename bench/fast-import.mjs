// Makes git repositories with thousands of commits in seconds: streams for `git fast-import`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { run } from "./runs.mjs";

/** Makes a repository in a new folder from a stream of texts, and checks out its branch `main`. */
export async function importRepository(path, stream) {
  mkdirSync(path);
  await run(["git", "init", "-q", path]);
  const git = spawn("git", ["-C", path, "fast-import", "--quiet"], {
    stdio: ["pipe", "inherit", "inherit"],
  });
  const done = once(git, "exit");
  for (const text of stream)
    if (!git.stdin.write(text)) await Promise.race([once(git.stdin, "drain"), done]);
  git.stdin.end();
  const [code] = await done;
  if (code !== 0) throw new Error(`git fast-import exited with ${code}`);
  await run(["git", "-C", path, "reset", "-q", "--hard", "main"]);
  return path;
}

/**
 * A commit with these changes, after the last one of its branch. `seconds`: its time; `merges`: another
 * branch that it merges, whose files are not taken over.
 */
export function commit(changes, { seconds, branch = "main", message = "change", merges }) {
  const head = `commit refs/heads/${branch}\ncommitter Bench <bench@example.com> ${seconds} +0000\n`;
  const merge = merges === undefined ? "" : `merge refs/heads/${merges}\n`;
  return `${head}${data(message)}${merge}${changes.join("")}`;
}

/** Writes a file. */
export const write = (path, text) => `M 644 inline ${path}\n${data(text)}`;

/** Moves a file. */
export const move = (from, to) => `R ${from} ${to}\n`;

function data(text) {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}
