// Removes what killed processes of the user left: temporary files beside those that they wrote, and
// temporary folders.
import { type Dirent, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { linkStatsOf, temporaryFileState } from "./atomic-file.ts";
import { isEnded, isOfUser } from "./process-id.ts";
import { tryOr } from "./paths.ts";
import { creatorOfFolder } from "./temporary-folder.ts";

/**
 * A write takes milliseconds: what is older belongs to a killed process, even if another process
 * has its id now, or if it ran on another machine.
 */
const maxAgeMs = 60_000;

/** Containers can share the folder for temporary files, and each counts its processes on its own. */
const minFolderAgeMs = 24 * 60 * 60_000;

/** Folders of a project in which promptctl writes, besides those of the definitions. */
const otherFolders = [".promptctl", ".github", ".vscode"];

/** Where a command writes; the paths are absolute. */
export interface WrittenFolders {
  /** The folder of the project. */
  readonly root: string;
  /** The folder of the definitions, relative to that of the project. */
  readonly definitions: string;
  /** The folder of a file that the user named. */
  readonly output?: string | undefined;
}

/**
 * Removes the temporary files and folders of the user whose processes have ended, and the files that were a
 * minute old or older at this time: from the folder of the project, from all folders of the definitions, from
 * that of the output; and the folders that were a day old, from the folder for temporary files. Links are
 * not followed, and what cannot be read or removed stays.
 */
export function removeLeftoverFiles(
  { root, definitions, output }: WrittenFolders,
  now: Date,
): void {
  const before = now.getTime() - maxAgeMs;
  removeFrom(root, "top", before);
  if (output !== undefined) removeFrom(output, "top", before);
  for (const name of new Set([definitions, ...otherFolders])) {
    const folder = join(root, name);
    if (linkStatsOf(folder)?.isDirectory()) removeFrom(folder, "all", before);
  }
  removeTemporaryFolders(now.getTime() - minFolderAgeMs);
}

function removeFrom(folder: string, depth: "top" | "all", before: number): void {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    const state = entry.isFile() ? temporaryFileState(entry.name) : undefined;
    if (state === "ended" || (state === "running" && isOlder(path, before))) removeOwn(path);
    const isSearched = entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name);
    if (depth === "all" && isSearched) removeFrom(path, depth, before);
  }
}

/** A folder can be in use for minutes, in a large repository: its age alone does not count. */
function removeTemporaryFolders(before: number): void {
  const folder = tmpdir();
  for (const entry of entriesOf(folder)) {
    const creator = entry.isDirectory() ? creatorOfFolder(entry.name) : undefined;
    if (creator === undefined || !isEnded(creator)) continue;
    const path = join(folder, entry.name);
    if (isOlder(path, before)) removeOwn(path);
  }
}

/** The command reports unreadable folders when it reads the definitions. */
function entriesOf(folder: string): Dirent[] {
  return tryOr([], () => readdirSync(folder, { withFileTypes: true }));
}

function removeOwn(path: string): void {
  const stats = linkStatsOf(path);
  if (!stats || !isOfUser(stats)) return;
  tryOr(undefined, () => rmSync(path, { recursive: true, force: true })); // without permission it stays
}

function isOlder(path: string, before: number): boolean {
  const stats = linkStatsOf(path);
  return stats !== undefined && stats.mtimeMs <= before;
}
