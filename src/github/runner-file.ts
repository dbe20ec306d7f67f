// The files that the runner reads after a step. The run continues if one cannot be written, for
// example because the disk is full.
import { messageAnnotation } from "../views/annotations.ts";
import type { Runner } from "./runner.ts";

/** Appends to a file. If that fails, logs a warning that names the `description` of the file. */
export function appendRunnerFile(
  runner: Runner,
  path: string,
  text: string,
  description: string,
): void {
  try {
    runner.appendFile(path, text);
  } catch (error) {
    const message = `${description} could not be written: ${(error as Error).message}.`;
    runner.log(messageAnnotation("warning", { message }));
  }
}
