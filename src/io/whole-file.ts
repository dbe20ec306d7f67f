// Files that are written whole or not at all.
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Writes in a folder of its own beside the file, then puts that in its place. Throws where it cannot. */
export function writeWhole(path: string, text: string, mode: number): void {
  const folder = mkdtempSync(join(dirname(path), `.${basename(path)}-`));
  try {
    const made = join(folder, basename(path));
    writeFileSync(made, text, { mode, flush: true });
    renameSync(made, path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
