// The process and the machine that the Action runs on, as an interface.
import type { Sleep } from "../engine/model/retry-policy.ts";
import type { Environment, Fetch } from "../engine/model/ports.ts";
import { messageAnnotation } from "../views/annotations.ts";

export interface ActionRunner {
  readonly env: Environment;
  /** The version of promptctl. */
  readonly version: string;
  /** Writes to the log. Lines that begin with `::` are workflow commands. */
  log(text: string): void;
  /** The text of a file; undefined if it cannot be read. */
  readFile(path: string): string | undefined;
  /** Appends to a file; throws if it cannot be written. */
  appendFile(path: string, text: string): void;
  /** Sets the callback that runs before a cancelled process exits. Replaces the previous one. */
  beforeExit(report: () => void): void;
  fetch(): Promise<Fetch>;
  readonly sleep: Sleep;
  /** The current time in milliseconds since 1970. */
  time(): number;
  /** A random id that cannot be guessed. */
  uniqueId(): string;
}

/**
 * Appends to a file that the runner reads after the step. If that fails, for example because the disk
 * is full, logs a warning that names the `description` of the file.
 */
export function appendRunnerFile(
  runner: ActionRunner,
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
