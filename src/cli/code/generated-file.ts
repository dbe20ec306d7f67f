// What codegen generates, and from what.
import type { ConnectFlags } from "../connect/connect.ts";

export interface GeneratedFile {
  readonly text: string;
  /** What it contains, for the line about it. */
  readonly contents: readonly string[];
}

/** The flags that say where values and ids are from. */
export interface SourceFlags extends Omit<ConnectFlags, "env"> {
  /** Reads the ids from the services. */
  readonly ids?: boolean;
  /** The names of environments whose values are used. */
  readonly env?: readonly string[];
}
