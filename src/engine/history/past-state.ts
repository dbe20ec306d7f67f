// What a commit has of one definition.
import type { PastDefinition } from "./family-state.ts";

/** `unknown`: the files of the commit do not say it exactly. */
export type PastState =
  | { readonly status: "defined"; readonly definition: PastDefinition }
  | { readonly status: "absent" }
  | { readonly status: "unknown" };
