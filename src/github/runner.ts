// What the Action may use of the process and of the machine it runs on: action.ts supplies it.
import type { Sleep } from "../engine/model/retry-policy.ts";
import type { Environment, Fetch } from "../engine/model/ports.ts";

export interface Runner {
  readonly env: Environment;
  /** Of this program. */
  readonly version: string;
  /** Writes to the log; lines that begin with `::` are commands to the runner. */
  log(text: string): void;
  /** The text of a file; undefined where it cannot be read. */
  readFile(path: string): string | undefined;
  /** Throws where it cannot be written. */
  appendFile(path: string, text: string): void;
  /** What is done before the process ends at once, in place of what was to be done before. */
  beforeExit(tell: () => void): void;
  fetch(): Promise<Fetch>;
  readonly sleep: Sleep;
  /** The time of day in milliseconds since 1970. */
  time(): number;
  /** A word that nobody could have guessed. */
  uniqueId(): string;
}
