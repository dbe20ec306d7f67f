// A plan: plain data that lists the changes and the API calls they need. Views print it, apply
// executes it.
import type { Alert } from "./alert.ts";
import type { Diagnostic } from "./diagnostic.ts";
import type { Json, JsonObject } from "./json.ts";
import type { HeldVersion, HistoryExtent } from "./held-version.ts";
import type { Kind } from "./kind.ts";
import type { JournalEntry } from "./replace-journal.ts";
import { type Address, addressOf } from "./resource.ts";
import type { Unmanaged } from "./unmanaged.ts";

/** What a reviewer sees and counts: one per resource. */
export type Change = Create | Update | Replace | Delete;

interface ChangeBase {
  readonly address: Address;
  /** The row of its kind. Not part of plan documents. */
  readonly row: Kind;
  readonly parent?: Address;
  /**
   * Deletes that belong to this change and are not counted again: the assertions of a replaced
   * evaluation, all descendants of a deleted prompt.
   */
  readonly childDeletes: readonly Delete[];
  /**
   * Which version of its definition the service holds. An assertion has that of its evaluation.
   * Undefined for a create, and where no history was read.
   */
  readonly held?: HeldVersion;
  /** The values that the environment overrides. */
  readonly overridden?: OverridePlaces;
}

/** Where the values are that an environment overrides: `parameters.name` → `promptctl.yaml:7`. */
export type OverridePlaces = Readonly<Record<string, string>>;

export interface Create extends ChangeBase {
  readonly action: "create";
  /** The body to send; references are addresses. */
  readonly body: JsonObject;
}

export interface Update extends ChangeBase {
  readonly action: "update";
  readonly id: string;
  /** The observed and the desired canonical form. */
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly body: JsonObject;
  /** Unmanaged resources that refer to this one and stay. */
  readonly usedBy: readonly User[];
  /** The definitions that refer to this one; undefined without any, and in a saved plan. */
  readonly users?: readonly Pick<User, "kind">[];
  /** JSON pointers of remote fields that this version does not know; the call may remove them. */
  readonly unknownFields: readonly string[];
}

/** Something that refers to a resource. */
export interface User {
  readonly kind: string;
  /** Its name on the service; empty for kinds without names. */
  readonly name: string;
  readonly id: string;
}

/** Creates a new resource with new children, then deletes the old one. */
export interface Replace extends Omit<Update, "action"> {
  readonly action: "replace";
  /** The children of the new resource; not counted again. */
  readonly childCreates: readonly Create[];
}

export interface Delete extends ChangeBase {
  readonly action: "delete";
  readonly id: string;
  /** The name on the service; undefined for kinds without names. */
  readonly name?: string;
  readonly before: JsonObject;
  /**
   * `prune`: unmanaged · `duplicate` · `surplus`: not in the definition of its parent ·
   * `unfinished`: left by an interrupted apply · `parent`: its parent is deleted · `orphan`: its
   * parent does not exist.
   */
  readonly reason: "prune" | "duplicate" | "surplus" | "unfinished" | "parent" | "orphan";
  /** The address of the resource that stays: the other duplicate, or the replacement. */
  readonly supersededBy?: Address;
  /** Checked before the delete: this resource must not exist. The parent of an orphan. */
  readonly onlyIfMissing?: { readonly kind: string; readonly id: string };
  /** Whether the service deletes it together with its parent, so that it needs no call. */
  readonly cascades: boolean;
}

/** Whether a change deletes a resource because no file defines it. */
export function isPruned(change: Change): change is Delete {
  return change.action === "delete" && change.reason === "prune";
}

/** One API call, and the steps that must succeed before it. */
export interface Step {
  /** Unique in the plan: the verb and the address. */
  readonly id: string;
  readonly address: Address;
  readonly kind: string;
  readonly verb: "create" | "update" | "delete";
  /** Phases run in this order. The prune phase is skipped if any step failed. */
  readonly phase: "write" | "delete" | "prune";
  /** Ids of steps. */
  readonly needs: readonly string[];
  /** The step first checks that this resource does not exist. */
  readonly onlyIfMissing?: { readonly kind: string; readonly id: string };
  /** The id of the resource to update or delete. */
  readonly remoteId?: string;
  /** The ETag of that resource when the service was listed. Not part of plan documents. */
  readonly observedTag?: string;
  /** The body to send; references are addresses. */
  readonly body?: JsonObject;
  readonly parent?: Address;
}

/** A field that the service stored with another value than it was sent; both in canonical form. */
export interface Altered {
  /** A JSON pointer. */
  readonly path: string;
  readonly sent?: Json;
  readonly kept?: Json;
}

/** A reason why a plan must not be applied. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  readonly addresses: readonly Address[];
}

/** A change that the environment of `after` does not permit yet. */
export interface UnpromotedChange {
  readonly change: Change;
  /**
   * `version`: the service of that environment does not hold the version of the files · `needs`: it
   * needs `other`, which waits too · `used`: `other`, which waits too, still uses the resource to
   * delete · `exists`: the service of that environment still has the resource to delete · `unknown`: its service
   * cannot be read.
   */
  readonly reason: "version" | "needs" | "used" | "exists" | "unknown";
  /** An address. */
  readonly other?: Address;
  /** The version that the service holds instead; undefined if it has no such resource. */
  readonly upstream?: HeldVersion;
}

/** What the environment that `after` names says about a plan. */
export interface Promotion {
  /** The name of that environment. */
  readonly after: string;
  /** Whether it is known what its service holds. */
  readonly isKnown: boolean;
  /** The changes that are not in the plan because of it. */
  readonly heldBack: readonly UnpromotedChange[];
  /** The changes that are in the plan nevertheless, with --allow-unpromoted. */
  readonly allowed: readonly UnpromotedChange[];
}

/** The changes that wait for another environment. */
export function heldBackIn({ promotion }: Pick<Plan, "promotion">): readonly UnpromotedChange[] {
  return promotion?.heldBack ?? [];
}

/** A definition that HEAD has and the files do not. */
export interface RemovedResource {
  /** Its address in HEAD. */
  readonly address: Address;
  /** Why prune leaves its resource also after the removal is committed; undefined if it deletes it. */
  readonly obstacle?: string;
}

export interface ChangeCounts {
  readonly create: number;
  readonly update: number;
  readonly replace: number;
  readonly delete: number;
  readonly keep: number;
}

export interface Plan {
  readonly baseUrl: string;
  /** The environment of promptctl.yaml that it is for. */
  readonly environment?: string | undefined;
  /** The folder of the project in commands; undefined if it is around the current folder. */
  readonly directory?: string | undefined;
  readonly definitionCount: number;
  readonly counts: ChangeCounts;
  /** In the order of the kind table, then of the files; deletes last. */
  readonly changes: readonly Change[];
  readonly steps: readonly Step[];
  readonly unmanaged: readonly Unmanaged[];
  readonly refusals: readonly Refusal[];
  /** Hints about ignored options and probable mistakes, one sentence each. */
  readonly notes: readonly string[];
  /** What a reviewer must not miss, in the order of the codes; undefined without any. */
  readonly alerts?: readonly Alert[];
  /** The names of resources without a definition, by address. */
  readonly names: { readonly [address: Address]: string };
  /** The warnings about the definitions that it creates, updates or replaces; undefined without any. */
  readonly warnings?: readonly Diagnostic[];
  /**
   * The definitions that HEAD has and the files do not, and whose resources are unmanaged and within the
   * scope; undefined without any.
   */
  readonly removed?: readonly RemovedResource[];
  /** Undefined if no history was read. */
  readonly history?: HistoryExtent;
  /** Undefined if the environment has no `after`, and for a plan without changes. */
  readonly promotion?: Promotion;
}

/** A plan with what applying it needs. */
export interface ExecutablePlan extends Plan {
  /** The name of every listed resource by `kind/id`. Resources that are not in it are newer. */
  readonly listed: { readonly [kindAndId: string]: string };
  /** The ids known before apply, by address. */
  readonly ids: { readonly [address: Address]: string };
  /** Entries of the replace journal that no later plan needs. Not part of plan documents. */
  readonly outdatedEntries?: readonly JournalEntry[];
}

/** The resources on the service that changes concern, as `kind/id`. */
export function changedResources(changes: readonly Change[]): Address[] {
  return changes.flatMap((change) =>
    "id" in change ? [addressOf(change.row.kind, change.id)] : [],
  );
}

/** A change, the creates of its children and the deletes of all its descendants. */
export function flattenChange(change: Change): Change[] {
  const creates = change.action === "replace" ? change.childCreates : [];
  return [change, ...creates, ...change.childDeletes.flatMap(flattenChange)];
}
