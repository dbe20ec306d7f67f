// The files a runner reads when a step is over. One that cannot be written, as on a full disk, must
// not cost what else there is to tell.
import { messageAnnotation } from "../views/annotations.ts";
import type { Runner } from "./runner.ts";

/** Appends to such a file; a warning names `what` where that cannot be done. */
export function appendRunnerFile(runner: Runner, path: string, text: string, what: string): void {
  try {
    runner.appendFile(path, text);
  } catch (error) {
    const message = `${what} could not be written: ${(error as Error).message}.`;
    runner.log(messageAnnotation("warning", { message }));
  }
}
