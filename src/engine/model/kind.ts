// The rows of the table of kinds. The engine receives the table (src/kinds.ts) as an argument and
// knows no kind by name: a new kind is one schema and one row. Only engine/rules names kinds.
import type { Extension } from "./extensions.ts";
import type { Path } from "./json.ts";
import type { Shape } from "./shape.ts";

/** One kind of resource, as data. `Name` is the type of the kind names in the table. */
export interface Kind<Name extends string = string> {
  /** The name of the kind in definitions and addresses. */
  readonly kind: Name;
  /** The plural, for messages. */
  readonly plural: string;
  /** The path of the collection on the service; empty for a kind that is never sent. */
  readonly path: string;
  /** How a remote resource is matched with a definition. */
  readonly identifiedBy: ByName | ByContent;
  /** The fields that refer to other resources. */
  readonly references: readonly ReferenceField<Name>[];
  readonly parent?: ParentRelation<Name>;
  /** `true`: the service has PUT. A capability: only then; without it a change is a replace. */
  readonly update: true | Capability;
  /** A list whose items are sent with an id that is derived from the address and the position. */
  readonly itemIds?: { readonly list: string; readonly field: string };
  /** Whether a write takes effect in applications at once. */
  readonly deploys?: true;
  /**
   * Whether it can be rendered and run with a model (POST to `<path>/<id>` and
   * `<path>/<id>/completion`).
   */
  readonly runs?: true;
  /** Whether it is a test of its parent, which runs; its children are the checks of the reply. */
  readonly tests?: true;
  /** The field with the JSON Schema of the arguments that a model may send. */
  readonly argumentsSchema?: string;
  /** Where the JSON Schema of the replies is in a body. */
  readonly replySchema?: Path;
  /** The field, a mapping, whose values environments can override. */
  readonly overridable?: string;
  /** A field that only services with an extension keep. */
  readonly extended?: { readonly path: Path; readonly by: Extension };
  /** The fields in the summary of a created or deleted resource: label → path in the body. */
  readonly summary: { readonly [label: string]: readonly string[] };
  /** The fields whose changes matter most to a reviewer, as patterns of paths, in this order. */
  readonly headlines?: readonly RegExp[];
  readonly shape: Shape;
}

/** Identified by the field `name`; pins decide where names are ambiguous. */
interface ByName {
  readonly by: "name";
}

/**
 * Without a name: matched under the matched parent by content. Resources with equal content are
 * paired first. The others are paired if at least `atLeast` of the `parts` are equal, those with
 * the most equal parts first. A part is a field of the body, or `children`: the multiset of the
 * contents of the child resources.
 */
export interface ByContent {
  readonly by: "content";
  readonly pair: { readonly parts: readonly string[]; readonly atLeast: number };
}

/** A field with references to resources of one kind. */
export interface ReferenceField<Name extends string = string> {
  /** The field of the definition: a list of keys. */
  readonly field: string;
  /** The kind of the resources it refers to. */
  readonly kind: Name;
  /** The property with the id in an item of a request body. */
  readonly requestIdField: string;
  /** The property with the id in an item of a response. */
  readonly responseIdField: string;
  /** Whether the embedded service rejects references to two resources with one name. */
  readonly distinctNames?: true;
}

/** How resources of a kind belong to resources of another kind. */
interface ParentRelation<Name extends string> {
  readonly kind: Name;
  /** The field with the key of the parent, in a definition in a document of its own. */
  readonly field: string;
  /** The field with the id of the parent, on the service. */
  readonly idField: string;
  /** The field of the parent's definition that can hold nested definitions of this kind. */
  readonly nestedField: string;
  /** Addressed by a number from 1 within the parent, instead of by `name`. */
  readonly numbered: boolean;
  /** It is defined in its parent only, never in a document of its own. */
  readonly nestedOnly?: true;
  /**
   * Children that the parent's definition does not list are deleted; a replaced parent gets new
   * ones.
   */
  readonly owned: boolean;
  /** Whether deleting the parent deletes it: always, or if the service has the capability. */
  readonly cascades: true | Capability;
}

/** Optional features of a service (`service` in promptctl.yaml). */
export type Capability = "evaluationUpdate" | "evaluationDeleteCascades";
export type Capabilities = { readonly [name in Capability]: boolean };

/** Whether the service supports a feature: always, or by the capability. */
export function isSupported(when: true | Capability, capabilities: Capabilities): boolean {
  return when === true || capabilities[when];
}

/** The table of kinds, in dependency order: parents and references come before their users. */
export type Kinds = readonly Kind[];

/** The row of a kind. Throws if the table has no such kind. */
export function kindNamed(kinds: Kinds, name: string): Kind {
  const row = kinds.find(({ kind }) => kind === name);
  if (!row) throw new Error(`Unknown kind: ${name}`);
  return row;
}

/** The rows of resources, in their order. A row counts its kind: it has the field `kind`. */
export function rowsOf(resources: readonly { readonly row: Kind }[]): Kind[] {
  return resources.map(({ row }) => row);
}

/** The path of the deleted resources of a kind, where the service announces the extension `deletions`. */
export function deletionsPath({ path }: Pick<Kind, "path">): string {
  return path.replace(/[^/]+$/, "deletions/$&");
}

/** The kinds whose parent is this kind, in the order of the table. */
export function childKinds(kinds: Kinds, parent: string): Kind[] {
  return kinds.filter((row) => row.parent?.kind === parent);
}

/** Whether resources of another kind refer to those of this kind. */
export function isReferredTo(kinds: Kinds, name: string): boolean {
  return kinds.some(({ references }) => references.some(({ kind }) => kind === name));
}

/** The kinds that can be defined in a document of their own. */
export function documentKinds(kinds: Kinds): Kinds {
  return kinds.filter(({ parent }) => !parent?.nestedOnly);
}

/** The row of the `kind` of a document; undefined if no document can have it. */
export function documentKind(kinds: Kinds, kind: unknown): Kind | undefined {
  return documentKinds(kinds).find((row) => row.kind === kind);
}
