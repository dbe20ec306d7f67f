// Temporary folders of promptctl: `promptctl-PURPOSE-PID-RANDOM` in the folder of the system for temporary files.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Failure, failed } from "../../engine/model/failure.ts";
import { writeProblem } from "./file-problems.ts";
import { ownProcessId } from "./process-id.ts";

/**
 * Creates a folder that only its owner can read. Whoever creates it, removes it. Throws a Failure if the folder
 * of the system takes none.
 */
export function createTemporaryFolder(purpose: "index" | "source" | "bundle"): string {
  const path = join(tmpdir(), `promptctl-${purpose}-${ownProcessId}-`);
  try {
    return mkdtempSync(path);
  } catch (error) {
    throw temporaryFailure(path, error);
  }
}

/** The failure for a file or folder for temporary files that cannot be written. */
export function temporaryFailure(path: string, problem: unknown): Failure {
  const what = `Temporary files cannot be written to ${tmpdir()}`;
  const hint = "Set TMPDIR to a folder with room, in which you may write.";
  return failed("wrong-temporary-folder", `${what}: ${writeProblem(path, problem)}.`, hint);
}

/** The id of the process that created the temporary folder with a name; undefined for another name. */
export function creatorOfFolder(name: string): number | undefined {
  const [, processId] = /^promptctl-(?:index|source|bundle)-(\d+)-\w{6}$/.exec(name) ?? [];
  return processId === undefined ? undefined : Number(processId);
}
