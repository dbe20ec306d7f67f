// Files that a command makes: new ones only, and never outside the project.
import { existsSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Failure } from "../engine/failure.ts";
import { isInside } from "./inside.ts";

/** Writes files that are not there yet, their folders too; `path` is relative to the root. */
export function writeNew(
  root: string,
  files: readonly { readonly path: string; readonly text: string }[],
): void {
  mkdirSync(root, { recursive: true });
  const realRoot = realpathSync.native(root);
  for (const { path, text } of files) {
    const folder = dirname(join(realRoot, path));
    if (!isInside(realRoot, realpathSync.native(nearestAbove(folder))))
      throw new Failure(
        "refused",
        "outside",
        `${path} would lie outside the project: a folder on the way is a link.`,
      );
    mkdirSync(folder, { recursive: true });
    try {
      writeFileSync(join(realRoot, path), text, { flag: "wx" });
    } catch (error) {
      throw new Failure(
        "failed",
        "not-written",
        `${path} cannot be written: ${(error as Error).message}.`,
        "What was written before it is there; run the same command again for the rest.",
      );
    }
  }
}

function nearestAbove(folder: string): string {
  return existsSync(folder) ? folder : nearestAbove(dirname(folder));
}
