// Files that are written whole or not at all.
import {
  linkSync,
  lstatSync,
  mkdtempSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

/** Writes in a folder of its own beside the file, then puts that in its place. Throws where it cannot. */
export function writeWhole(path: string, content: string | Uint8Array, mode: number): void {
  beside(path, content, mode, (made) => renameSync(made, path));
}

/** The same where nothing stands in that place; where something does, it stays. Gives whether it was written. */
export function writeNew(path: string, content: string | Uint8Array, mode: number): boolean {
  return beside(path, content, mode, (made) => {
    try {
      linkSync(made, path); // unlike a rename it never takes the place of anything
    } catch {
      if (statsOf(path)) return false;
      renameSync(made, path); // a file system without links
    }
    return true;
  });
}

/** What stands at a path, links not followed; undefined where nothing does. */
export function statsOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

function beside<Result>(
  path: string,
  content: string | Uint8Array,
  mode: number,
  place: (made: string) => Result,
): Result {
  const folder = mkdtempSync(join(dirname(path), `.${basename(path)}-`));
  try {
    const made = join(folder, basename(path));
    writeFileSync(made, content, { mode, flush: true });
    return place(made);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
