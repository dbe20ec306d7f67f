// Writes reports.
import { writeFileSync } from "node:fs";
import { Failure } from "../engine/model/failure.ts";
import { writeProblem } from "./file-problems.ts";

/** Writes a text to a path, whose folder must exist. Throws a Failure. */
export function writeReport(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new Failure(
      "failed",
      "report",
      `Cannot write the report ${path}: ${writeProblem(path, error)}.`,
    );
  }
}
