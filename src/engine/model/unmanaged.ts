// The remote resources that no file defines and that a plan leaves, each with the reason.
import type { Address } from "./resource.ts";

/**
 * Why a resource that no file defines stays. Before prune is asked for: `prune-off`, `unsupported`,
 * `undeclared`, `outside-scope`, `no-scope`, `keep`, `used`, `shared`. Because it does not belong to this
 * project, or that is not known: `other-project`, `never-defined`, `edited` on the service, `external`,
 * `in-head`, `written-by-others`, `history-unknown`.
 */
export type KeptCode =
  | "prune-off"
  | "unsupported"
  | "undeclared"
  | "outside-scope"
  | "no-scope"
  | "keep"
  | "used"
  | "shared"
  | "other-project"
  | "never-defined"
  | "edited"
  | "external"
  | "in-head"
  | "written-by-others"
  | "history-unknown";

/** The text is a clause without a full stop. */
export interface KeptReason {
  readonly code: KeptCode;
  readonly text: string;
}

/** The reason with a code and a text. */
export function kept(code: KeptCode, text: string): KeptReason {
  return { code, text };
}

/** A remote resource that no file defines and that the plan does not change. */
export interface Unmanaged {
  readonly kind: string;
  /** Its name on the service; empty for kinds without names. */
  readonly name: string;
  /** The address of its parent, if the parent is managed. */
  readonly parent?: Address;
  readonly id: string;
  readonly reason: KeptReason;
  /** The address of the resource that it duplicates: same name, equal content. */
  readonly duplicateOf?: Address;
  /** Whether apply --prune deletes this duplicate. */
  readonly deletedByPrune?: boolean;
  readonly similarTo?: SimilarDefinition;
}

/** A new definition that is similar to a remote resource, and why they are not matched. */
export interface SimilarDefinition {
  readonly address: Address;
  readonly reason: string;
}
