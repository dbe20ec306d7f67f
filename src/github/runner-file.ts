// The files a runner reads when a step is over. One that cannot be written, as on a full disk, must
// not cost what else there is to tell.
import { wordsAnnotation } from "../views/annotations.ts";
import type { Runner } from "./runner.ts";

/** Appends to such a file; a warning names `what` where that cannot be done. */
export function appendTo(runner: Runner, path: string, text: string, what: string): void {
  try {
    runner.append(path, text);
  } catch (error) {
    const message = `${what} could not be written: ${(error as Error).message}.`;
    runner.log(wordsAnnotation("warning", { message }));
  }
}
