// What a plan depends on besides definitions and resources, by its origin. What git says is in
// match/match-context.ts (Evidence). A stage of the plan takes a Pick of what it reads.
import type { Capabilities } from "./kind.ts";
import type { JournalEntry } from "./replace-journal.ts";
import type { Address } from "./resource.ts";

/** What flags and promptctl.yaml say: the same for every service. */
export interface PlanPolicy {
  /** Address patterns of what is planned, or of what is not; at most one of the lists is not empty. */
  readonly target: readonly string[];
  readonly exclude: readonly string[];
  /** The addresses, and `kind/id`, of what a reviewed plan changes: nothing else is changed. */
  readonly reviewed?: ReadonlySet<Address> | undefined;
  /** Whether unmanaged resources are deleted. */
  readonly prune: boolean;
  /** Address patterns of the named resources that may be deleted. */
  readonly scope: readonly string[];
  /** Address patterns of resources that prune never deletes. */
  readonly keep: readonly string[];
  /** Whether the configuration has no scope, although CI is set. */
  readonly lacksScope: boolean;
  /** The highest share of a kind that one apply may delete, in percent. */
  readonly maxDeletePercent: number;
  /** Permits to delete more. */
  readonly allowMassDelete: boolean;
  /** What is done about resources that were changed on the service. */
  readonly conflicts: "warn" | "refuse";
  /** Address patterns whose resources may be overwritten. */
  readonly overwrite: readonly string[];
  /** Whether the plan names the definitions that HEAD has and the files do not; default: no. */
  readonly findsRemovals?: boolean;
  /** Whether a plan without prune says what prune would do with unmanaged resources; default: no. */
  readonly explainsUnmanaged?: boolean;
  /** Whether the plan is only compared, as by pull; default: no. */
  readonly isReadOnly?: boolean;
  readonly capabilities: Capabilities;
  /** The environment of promptctl.yaml that the service belongs to. `after`: the one that holds changes first. */
  readonly environment?: { readonly name: string; readonly after?: string } | undefined;
  /** The folder of the project in commands; undefined if it is around the current folder. */
  readonly directory?: string | undefined;
}

/** What promptctl.yaml and the replace journal know of one service. */
export interface ServiceFacts {
  /** As in pins. */
  readonly baseUrl: string;
  /** Address → id. */
  readonly pins: { readonly [address: Address]: string };
  /** The replace journal: replaces that started and may not have finished. */
  readonly journalEntries: readonly JournalEntry[];
}
