// What stands behind a definition: the draft it came from, with the files it includes.
import type { Draft } from "./draft.ts";
import type { Filled } from "./include.ts";

export interface Source {
  readonly draft: Draft;
  readonly filled: Filled;
}
