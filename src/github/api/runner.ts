// The process and the machine that the Action runs on, as an interface.
import { systemMessage } from "../../engine/text/system-message.ts";
import type { Json } from "../../engine/model/json.ts";
import type { EnvironmentVariables, Fetch, Sleep } from "../../engine/model/ports.ts";
import { messageAnnotation } from "../../views/text/annotations.ts";

export interface ActionRunner {
  readonly env: EnvironmentVariables;
  /** The version of promptctl. */
  readonly version: string;
  /** Writes to the log. Lines that begin with `::` are workflow commands. */
  log(text: string): void;
  /** Reads a JSON file; undefined if it cannot be read. */
  readJson(path: string): Json | undefined;
  /** Appends to a file, or creates it for its owner only. Throws if it cannot be written. */
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

/** The variables that name the files that the runner reads after the step. */
type RunnerFile = "GITHUB_OUTPUT" | "GITHUB_STEP_SUMMARY";

/** Appends to a file of the runner. If that fails, for example because the disk is full, logs a warning. */
export function appendRunnerFile(runner: ActionRunner, variable: RunnerFile, text: string): void {
  const path = runner.env[variable];
  if (!path) return;
  try {
    runner.appendFile(path, text);
  } catch (error) {
    const description = variable === "GITHUB_OUTPUT" ? "The outputs" : "The job summary";
    const message = `${description} could not be written: ${systemMessage(error)}.`;
    runner.log(messageAnnotation("warning", { message }));
  }
}
