// JSON files: those of promptctl itself, readable by their owner only, and those of npm.
import { readFileSync } from "node:fs";
import { type Json, type JsonObject, objectOf, parseJson } from "../../engine/model/json.ts";
import { writeFileAtomically } from "./atomic-file.ts";
import { tryOr } from "./paths.ts";

/** The list in a file; undefined if the file is missing, damaged or cannot be read. */
export function readJsonList(path: string): readonly unknown[] | undefined {
  const value = readJson(path);
  return Array.isArray(value) ? value : undefined;
}

/** The object in a file; empty if the file is missing, damaged or cannot be read. */
export function readJsonObject(path: string): JsonObject {
  return objectOf(readJson(path));
}

/** The value in a file; undefined if the file is missing, damaged or cannot be read. */
export function readJson(path: string): Json | undefined {
  return parseJson(tryOr("", () => readFileSync(path, "utf8")));
}

/** Writes a file that only its owner can read. Throws errors of the file system. */
export function writeJson(path: string, value: unknown): void {
  writeFileAtomically(path, `${JSON.stringify(value, null, 2)}\n`, 0o600);
}
