// The folder `.promptctl/` of a project: what belongs to this machine only, kept out of git.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
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
