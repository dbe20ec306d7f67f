// Removes the temporary files that killed processes left beside definition files.
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { linkStatsOf, temporaryFileState } from "./atomic-file.ts";
import { tryOr } from "./paths.ts";

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
  // The command reports unreadable folders when it reads the definitions.
  for (const entry of tryOr([], () => readdirSync(folder, { withFileTypes: true }))) {
    const path = join(folder, entry.name);
    const state = entry.isFile() ? temporaryFileState(entry.name) : undefined;
    if (state === "ended" || (state === "running" && isOlder(path, before)))
      tryOr(undefined, () => rmSync(path, { force: true })); // without permission it stays
    const isSearched = entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name);
    if (depth === "all" && isSearched) removeFrom(path, depth, before);
  }
}

function isOlder(path: string, before: number): boolean {
  const stats = linkStatsOf(path);
  return stats !== undefined && stats.mtimeMs <= before;
}
