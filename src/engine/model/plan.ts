// The plan: plain data that says what would change and with which calls. Views print it,
// apply carries it out.
import type { Operation } from "fast-json-patch";
import type { Json, JsonObject } from "./json.ts";
import type { Address } from "./resource.ts";

/** What a reviewer sees and counts: one per resource. */
export type Change = Create | Update | Replace | Delete;

interface Changed {
  readonly address: Address;
  readonly kind: string;
  readonly parent?: Address;
  /** What is deleted with it and not counted again: old assertions of a replaced evaluation, all beneath a deleted prompt. */
  readonly childDeletes: readonly Delete[];
}
export interface Create extends Changed {
  readonly action: "create";
  /** What is written; references are addresses. */
  readonly body: JsonObject;
}
export interface Update extends Changed {
  readonly action: "update";
  readonly id: string;
  /** Both sides as they were compared. */
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** From before to after. */
  readonly edits: readonly Operation[];
  readonly body: JsonObject;
  /** What the service has, no file defines and uses it. */
  readonly usedBy: readonly User[];
  /** Pointers of fields the service keeps for it that this version does not know and the call may lose. */
  readonly unknownFields: readonly string[];
}

/** Something that refers to a resource. */
export interface User {
  readonly kind: string;
  /** Its name on the service; empty for kinds without names. */
  readonly name: string;
  readonly id: string;
}

/** A new one is made, with new children; then the old one goes. */
export interface Replace extends Omit<Update, "action"> {
  readonly action: "replace";
  /** The children made for the new one, not counted again. */
  readonly childCreates: readonly Create[];
}
export interface Delete extends Changed {
  readonly action: "delete";
  readonly id: string;
  /** The name on the service of a thing that no file defines. */
  readonly name?: string;
  readonly before: JsonObject;
  /** Why it goes: nothing defines it (only with prune), it is a second copy, its parent's definition lacks it, a replace was cut short before it went, it goes with its parent, or its parent is not there. */
  readonly reason: "prune" | "double" | "surplus" | "unfinished" | "parent" | "orphan";
  /** What it is a second copy of, or was replaced for. */
  readonly supersededBy?: Address;
  /** What must really be gone before it is deleted: the parent of an orphan. */
  readonly onlyIfMissing?: { readonly kind: string; readonly id: string };
  /** Goes by itself when its parent is deleted: no call. */
  readonly cascades: boolean;
}

/** One call, with what must be done before. */
export interface Step {
  /** Unique in the plan: the verb and the address. */
  readonly id: string;
  readonly address: Address;
  readonly kind: string;
  readonly verb: "create" | "update" | "delete";
  /** Phases follow one another: writes, then deletes, then prunes, which are left out once any step failed. */
  readonly phase: "write" | "delete" | "prune";
  readonly needs: readonly string[];
  /** Asked for first: carried out only where this is gone. */
  readonly onlyIfMissing?: { readonly kind: string; readonly id: string };
  /** The id on the service, of what is there already. */
  readonly remoteId?: string;
  /** What is written; references are addresses. */
  readonly body?: JsonObject;
  readonly parent?: Address;
}

/** A field the service keeps in another form than it was sent, both in normal form. */
export interface Altered {
  /** A JSON pointer. */
  readonly path: string;
  readonly sent?: Json;
  readonly kept?: Json;
}

/** Something the service has and apply leaves as it is. */
export interface Unmanaged {
  readonly kind: string;
  /** Its name on the service; empty for kinds without names. */
  readonly name: string;
  /** The address of the parent it stands under, where that is managed. */
  readonly parent?: Address;
  readonly id: string;
  readonly reason: string;
}

/** Why a plan is not carried out. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  readonly addresses: readonly Address[];
}

export interface Counts {
  readonly create: number;
  readonly update: number;
  readonly replace: number;
  readonly delete: number;
  readonly keep: number;
}

/** What the plan was made from. */
interface Basis {
  /** The digest of the definitions and settings: of what they say, not of how the files are laid out. */
  readonly definitions: string;
  /** The digest of every resource the plan touches or relies on, as it was observed; null where it was absent. */
  readonly states: { readonly [address: Address]: string | null };
}

export interface Plan {
  readonly baseUrl: string;
  /** How many definitions there are. */
  readonly definitionCount: number;
  readonly counts: Counts;
  /** In the order of the table of kinds and of the files, deletes last. */
  readonly changes: readonly Change[];
  readonly steps: readonly Step[];
  readonly unmanaged: readonly Unmanaged[];
  readonly refusals: readonly Refusal[];
  /** Sentences to pass on: what was asked for and not done, and what looks like a slip. */
  readonly notes: readonly string[];
  readonly basis: Basis;
  /** The names of what only the service has, by address: for readers. */
  readonly names: { readonly [address: Address]: string };
  /** Everything that was listed, as `kind/id`, with its name where it has one: whatever is there besides came later. */
  readonly listed: { readonly [thing: string]: string };
  /** Every id known before apply, by address: what steps refer to. */
  readonly ids: { readonly [address: Address]: string };
}
