// The content of a resource in a form that is equal in commits and on the service if it means the same:
// references are the names on the service, and children without addresses of their own are included.
import { canonicalJson, type JsonObject, withoutKeys } from "../model/json.ts";
import { childKinds, type Kind, type Kinds } from "../model/kind.ts";
import { mapReferences } from "../model/references.ts";
import { type Address, addressOf, type Definition, kindOf } from "../model/resource.ts";
import { canonicalForm } from "./normalize.ts";

/** A resource, and its children that are numbered, such as the assertions of an evaluation. */
export interface ResourceWithChildren {
  readonly row: Kind;
  /** The body in normal form; references are addresses. */
  readonly spec: JsonObject;
  readonly children: readonly ResourceWithChildren[];
}

/** The kinds of numbered children. */
export function numberedChildKinds(kinds: Kinds, kind: string): Kind[] {
  return childKinds(kinds, kind).filter(({ parent }) => parent!.numbered);
}

/** The fields of comparable content without those of numbered children. */
export function withoutNumberedChildren(
  kinds: Kinds,
  kind: string,
  content: JsonObject,
): JsonObject {
  return withoutKeys(
    content,
    numberedChildKinds(kinds, kind).map(({ plural }) => plural),
  );
}

/** The address of the definition whose versions have a resource: numbered ones are part of their parent. */
export function versionedAddress({
  address,
  row,
  parent,
}: Pick<Definition, "address" | "row" | "parent">): Address {
  return row.parent?.numbered ? parent! : address;
}

/**
 * The comparable content. Numbered children are a list in the field with the plural of their kind.
 * `sentName`: the name on the service of the resource with an address.
 */
export function comparableContent(
  { row, spec, children }: ResourceWithChildren,
  sentName: (address: Address) => string | undefined,
): JsonObject {
  const named = mapReferences(row, spec, (address) =>
    addressOf(kindOf(address), sentName(address) ?? address),
  );
  const own = canonicalForm(row.shape, named);
  const contents = children.map((child) => ({
    field: child.row.plural,
    content: comparableContent(child, sentName),
  }));
  const fields = new Set(contents.map(({ field }) => field));
  return {
    ...own,
    ...Object.fromEntries(
      [...fields].map((field) => [
        field,
        contents
          .filter((each) => each.field === field)
          .map(({ content }) => content)
          .sort((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1)),
      ]),
    ),
  };
}
