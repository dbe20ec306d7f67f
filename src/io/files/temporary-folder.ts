// Temporary folders of promptctl: `promptctl-PURPOSE-PID-RANDOM` in the folder of the system for temporary files.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ownProcessId } from "./process-id.ts";

/** Creates a folder that only its owner can read. Whoever creates it, removes it. */
export function createTemporaryFolder(purpose: "index" | "source" | "bundle"): string {
  return mkdtempSync(join(tmpdir(), `promptctl-${purpose}-${ownProcessId}-`));
}

/** The id of the process that created the temporary folder with a name; undefined for another name. */
export function creatorOfFolder(name: string): number | undefined {
  const [, processId] = /^promptctl-(?:index|source|bundle)-(\d+)-\w{6}$/.exec(name) ?? [];
  return processId === undefined ? undefined : Number(processId);
}
