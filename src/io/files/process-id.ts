// This process, its user, and whether another process still runs: for files that a killed process left.
import type { Stats } from "node:fs";
import { getuid, kill, pid } from "node:process";

/** The id of this process, in the names of what it creates for a moment. */
export const ownProcessId: number = pid;

/**
 * Whether the process that created something temporary has ended. A file with the id of this process is of
 * an earlier one: this one looks before it creates any.
 */
export function isEnded(processId: number): boolean {
  return processId === pid || !isRunning(processId);
}

/** Whether the user of this process owns a file. Windows has no user ids. */
export function isOfUser({ uid }: Stats): boolean {
  return !getuid || uid === getuid();
}

function isRunning(processId: number): boolean {
  try {
    return kill(processId, 0); // signal 0 only checks
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"; // a process of another user
  }
}
