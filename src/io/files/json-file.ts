// JSON files of promptctl itself, readable by their owner only.
import { readFileSync } from "node:fs";
import { writeFileAtomically } from "./atomic-file.ts";

/** The list in a file; undefined if the file is missing, damaged or cannot be read. */
export function readJsonList(path: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Throws errors of the file system. */
export function writeJson(path: string, value: unknown): void {
  writeFileAtomically(path, `${JSON.stringify(value, null, 2)}\n`, 0o600);
}
