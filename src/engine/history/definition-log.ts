// The history of one definition: its versions, and the state in the working tree.
import type { Address } from "../model/resource.ts";
import type { PastState } from "./family-state.ts";
import type { LineEnd } from "./line-commit.ts";
import { isSameState, type StateAt, type Version, versionsOf } from "./versions.ts";

export interface DefinitionLog {
  readonly address: Address;
  /** What the files have, if that differs from the newest commit. */
  readonly workingTree: PastState | undefined;
  readonly versions: readonly Version[];
  /** Why there are no older versions; `more` if they were not asked for. */
  readonly end: LineEnd | "more";
}

export interface LogSources {
  readonly address: Address;
  readonly states: readonly StateAt[];
  /** Undefined if older commits were not read. */
  readonly end: LineEnd | undefined;
  readonly inFiles: PastState;
  readonly limit: number;
}

/** Makes the log from the states of the commits, newest first. */
export function definitionLog({ address, states, end, inFiles, limit }: LogSources): DefinitionLog {
  const versions = versionsOf(states, end);
  const committed: PastState = states[0]?.state ?? { status: "absent" };
  return {
    address,
    workingTree: isSameState(inFiles, committed) ? undefined : inFiles,
    versions: versions.slice(0, limit),
    end: end === undefined || versions.length > limit ? "more" : end,
  };
}
