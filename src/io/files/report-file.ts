// Writes reports.
import { accessSync, constants, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Failure } from "../../engine/model/failure.ts";
import { writeFailure } from "./file-problems.ts";
import { isFile, isFolder } from "./paths.ts";

/** Throws a Failure if a report cannot be written to a path. Creates nothing. */
export function checkReportPath(path: string): void {
  const folder = dirname(path);
  try {
    if (isFolder(path)) throw systemError("EISDIR");
    if (isFile(folder)) throw systemError("ENOTDIR");
    accessSync(isFile(path) ? path : folder, constants.W_OK);
  } catch (error) {
    throw reportFailure(path, error);
  }
}

function systemError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}

/** Writes a text to a path, whose folder must exist. Throws a Failure. */
export function writeReport(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw reportFailure(path, error);
  }
}

/** Makes a folder for reports, for its owner only. Throws a Failure, also if something has its path. */
export function makeReportFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    throw reportFailure(path, error);
  }
}

function reportFailure(path: string, error: unknown): Failure {
  return writeFailure("report", `Cannot write the report ${path}`, path, error);
}
