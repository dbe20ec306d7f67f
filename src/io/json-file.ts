// JSON files of promptctl itself, readable by their owner only.
import { readFileSync } from "node:fs";
import { writeFileAtomically } from "./atomic-file.ts";

/** The list in a file; empty if the file is missing or damaged. */
export function readJsonList(path: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** Throws errors of the file system. */
export function writeJson(path: string, value: unknown): void {
  writeFileAtomically(path, `${JSON.stringify(value, null, 2)}\n`, 0o600);
}
