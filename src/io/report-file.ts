// Writes reports.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { Failure } from "../engine/model/failure.ts";
import { writeProblem } from "./file-problems.ts";

/** Writes a text to a path, and creates its folder. Throws a Failure. */
export function writeReport(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } catch (error) {
    throw new Failure(
      "failed",
      "report",
      `Cannot write the report ${path}: ${writeProblem(path, error)}.`,
    );
  }
}
