// What a row of the table of kinds says. The engine gets the table as an argument (src/kinds.ts
// holds it) and knows no kind by name: a further kind is one schema and one row.
import { groupBy, memo } from "./collections.ts";
import type { Shape } from "./shape.ts";

/** One kind of resource, as data. Rows stand in dependency order: what is needed comes first. */
export interface Kind {
  /** The word in definitions and addresses. */
  readonly kind: string;
  /** The word for several, in messages. */
  readonly plural: string;
  /** The path of the collection on the service. */
  readonly path: string;
  /** How a remote thing is recognised as the defined one. */
  readonly identifiedBy: ByName | ByContent;
  /** Fields that name other resources. */
  readonly references: readonly Reference[];
  readonly parent?: Parent;
  /** `true`: PUT exists. Else the capability of the service that adds it; without it, replace. */
  readonly update: true | Capability;
  /** A list whose items are written with an id of our making (derived from address and position). */
  readonly stamp?: { readonly list: string; readonly field: string };
  /** Whether writing it changes what applications get at once. */
  readonly deploys: boolean;
  /** Whether it can be rendered and run with a model (endpoints 6 and 7 of the interface). */
  readonly runs: boolean;
  readonly shape: Shape;
}

/** Tools and prompts: the field `name` identifies, pins help where it does not. */
interface ByName {
  readonly by: "name";
}

/**
 * Things without a name, told apart under their parent by what they say. Equal ones match;
 * leftovers pair where at least so many of the parts are equal, most equal parts first
 * (`children` is the multiset of children).
 */
export interface ByContent {
  readonly by: "content";
  readonly pair: { readonly parts: readonly string[]; readonly atLeast: number };
}

interface Reference {
  /** The field of the definition: a list of keys. */
  readonly field: string;
  readonly kind: string;
  /** The name of the id in a written item, and in a read one. */
  readonly writes: string;
  readonly reads: string;
}

interface Parent {
  readonly kind: string;
  /** The field of a definition in a document of its own that names the parent's key. */
  readonly field: string;
  /** The field on the service that holds the parent's id. */
  readonly idField: string;
  /** The field of the parent's definition under which it may stand in place. */
  readonly inPlace: string;
  /** Named by a number from 1 in its parent, instead of by `name`. */
  readonly numbered: boolean;
  /** Belongs wholly to a matched parent: extra ones are deleted, a replaced parent gets new ones. */
  readonly owned: boolean;
  /** Whether deleting the parent deletes it: always, or where the service has the capability. */
  readonly cascades: true | Capability;
}

/** What a service may be able to do beyond the contract (the configuration's `service`). */
export type Capability = "evaluationUpdate" | "evaluationDeleteCascades";
export type Capabilities = { readonly [name in Capability]: boolean };

/** Whether something holds on this service: always, or by a capability it has. */
export function isSupported(when: true | Capability, capabilities: Capabilities): boolean {
  return when === true || capabilities[when];
}

export type Kinds = readonly Kind[];

export function kindNamed(kinds: Kinds, name: string): Kind {
  const row = kinds.find((each) => each.kind === name);
  if (!row) throw new Error(`no kind is called ${name}`);
  return row;
}

/** The kinds whose parent is this one. */
export function childKinds(kinds: Kinds, parent: string): readonly Kind[] {
  return byParent(kinds).get(parent) ?? none;
}

/** A table does not change: it is gone through once. */
const byParent = memo((kinds: Kinds) => groupBy(kinds, (each) => each.parent?.kind));
const none: readonly Kind[] = [];
