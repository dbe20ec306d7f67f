// Removes the temporary files that killed processes left beside definition files.
import { type Dirent, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { linkStatsOf, temporaryFileState } from "./atomic-file.ts";

/**
 * A write takes milliseconds: what is older belongs to a killed process, even if another process
 * has its id now, or if it ran on another machine.
 */
const maxAgeMs = 60_000;

/**
 * Removes the temporary files of processes that have ended, and those that were a minute old or
 * older at this time, from the folder of the project and from all folders of the definitions. Links
 * are not followed, and what cannot be read or removed stays.
 */
export function removeLeftoverFiles(root: string, definitions: string, now: Date): void {
  const before = now.getTime() - maxAgeMs;
  removeFrom(root, "top", before);
  const folder = join(root, definitions);
  if (linkStatsOf(folder)?.isDirectory()) removeFrom(folder, "all", before);
}

function removeFrom(folder: string, depth: "top" | "all", before: number): void {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    const state = entry.isFile() ? temporaryFileState(entry.name) : undefined;
    if (state === "ended" || (state === "running" && isOlder(path, before))) remove(path);
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

function isOlder(path: string, before: number): boolean {
  const stats = linkStatsOf(path);
  return stats !== undefined && stats.mtimeMs <= before;
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Without permission it stays. The work of the command does not depend on it.
  }
}
