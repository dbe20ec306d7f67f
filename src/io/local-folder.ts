// The folder `.promptctl/` of a project: what belongs to this machine only, kept out of git.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The path of a file in it; nothing is made. */
export function localPath(root: string, file: string): string {
  return join(root, ".promptctl", file);
}

/** The same, the folder made. */
export function prepareLocal(root: string, file: string): string {
  mkdirSync(join(root, ".promptctl"), { recursive: true });
  const ignore = localPath(root, ".gitignore");
  if (!existsSync(ignore)) writeFileSync(ignore, "*\n");
  return localPath(root, file);
}

const unfinishedName = "unfinished.json";

/** What was noted in the project; nothing where nothing was, or where it cannot be read. */
export function readNotes(root: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(readFileSync(localPath(root, unfinishedName), "utf8"));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** Writes the notes, whole or not at all. Throws where that is not possible. */
export function writeNotes(root: string, notes: readonly object[]): void {
  const path = prepareLocal(root, unfinishedName);
  writeFileSync(`${path}.new`, `${JSON.stringify(notes, null, 2)}\n`, { flush: true });
  renameSync(`${path}.new`, path);
}
