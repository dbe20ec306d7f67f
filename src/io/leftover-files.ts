// Removes the temporary files that killed processes left beside definition files.
import { type Dirent, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { linkStatsOf } from "./atomic-file.ts";

/** As atomic-file.ts names them: `.name-UUID`. */
const temporaryFileName = /^\..+-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A write takes milliseconds: what is older belongs to a process that was killed. */
const minAgeMs = 60_000;

/**
 * Removes the temporary files that were a minute old or older at this time, from the folder of the
 * project and from all folders of the definitions. Links are not followed, and what cannot be read
 * or removed stays.
 */
export function removeLeftoverFiles(root: string, definitions: string, now: Date): void {
  const before = now.getTime() - minAgeMs;
  removeFrom(root, "top", before);
  const folder = join(root, definitions);
  if (linkStatsOf(folder)?.isDirectory()) removeFrom(folder, "all", before);
}

function removeFrom(folder: string, depth: "top" | "all", before: number): void {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isFile() && temporaryFileName.test(entry.name)) removeIfOld(path, before);
    const isSearched = entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name);
    if (depth === "all" && isSearched) removeFrom(path, depth, before);
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // the command reports unreadable folders when it reads the definitions
  }
}

function removeIfOld(path: string, before: number): void {
  try {
    const stats = linkStatsOf(path);
    if (stats && stats.mtimeMs <= before) rmSync(path, { force: true });
  } catch {
    // Without permission it stays. The work of the command does not depend on it.
  }
}
