// The addresses that exported resources get: keys and pins where the name does not identify a
// resource, titles for resources without a name.
import { groupBy } from "../model/collections.ts";
import { digestText } from "../text/digest.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { Kind, Kinds } from "../model/kind.ts";
import { type Address, addressOf, type Observed } from "../model/resource.ts";
import type { Shape } from "../model/shape.ts";
import { contentDigest, type ListResponses } from "../normalize/observe.ts";
import { shortTitle, type TitledContent } from "./titles.ts";

/** The resources and addresses that files define already. */
export interface KnownResources {
  /** The address of a defined resource; undefined if no file defines it. */
  addressOf(kind: string, id: string): Address | undefined;
  isTaken(address: Address): boolean;
  /** True for a resource that stays without a definition. No note names it. */
  isLeft(kind: string, id: string): boolean;
  /** True for a child to be exported although its parent is defined. */
  isWanted(kind: string, id: string): boolean;
  /** Of a duplicate of a defined resource: what the plan says about it (Unmanaged.reason). */
  duplicateReason(kind: string, id: string): string | undefined;
  /** The location of a definition with this name that has no key, so that the name is not free. */
  keylessDefinition(kind: string, name: string): string | undefined;
}

export interface ExportedNames {
  /** `kind/id` → address. */
  readonly addresses: ReadonlyMap<string, Address>;
  /** Address → id. */
  readonly pins: Readonly<Record<Address, string>>;
}

/**
 * Assigns addresses to named resources that no file defines; keys and pins where names are
 * ambiguous.
 */
export function assignNames(
  kinds: Kinds,
  responses: ListResponses,
  known: Pick<KnownResources, "addressOf" | "isTaken">,
): ExportedNames {
  const addresses = new Map<string, Address>();
  const pins: Record<Address, string> = {};
  for (const { kind, identifiedBy } of kinds) {
    if (identifiedBy.by !== "name") continue;
    const byName = groupBy(responses.get(kind) ?? [], ({ name }) => String(name));
    for (const [name, sameName] of byName) {
      const isAmbiguous = sameName.length > 1 || known.isTaken(addressOf(kind, name));
      for (const id of sameName.map((response) => String(response["id"]))) {
        if (known.addressOf(kind, id) !== undefined) continue;
        const isUnusable = isAmbiguous || name.startsWith("id:");
        const address = addressOf(kind, isUnusable ? keyFor(name, id) : name);
        addresses.set(addressOf(kind, id), address);
        if (isAmbiguous) pins[address] = id;
      }
    }
  }
  return { addresses, pins };
}

function keyFor(name: string, id: string): string {
  const title = shortTitle(name).replaceAll(" ", "-").toLowerCase() || "unnamed";
  return `${title}-${digestText(id).slice("sha256:".length, "sha256:".length + 8)}`;
}

/** A title from the first text of a resource, with a digest that distinguishes equal titles. */
export function titleOf(row: Kind, { spec }: Observed, body: JsonObject): TitledContent {
  const text = textsIn(row.shape, spec).find((candidate) => shortTitle(candidate) !== "") ?? "";
  return {
    title: shortTitle(text) || row.kind,
    digest: digestText(`${contentDigest(row, spec)}\n${JSON.stringify(body)}`),
  };
}

/** The texts of a value, in the order of its fields. */
function textsIn(shape: Shape, value: Json | undefined): string[] {
  if (shape.form === "text") return typeof value === "string" ? [value] : [];
  if (shape.form === "list" || shape.form === "content")
    return Array.isArray(value) ? value.flatMap((item: Json) => textsIn(shape.items, item)) : [];
  if (!isObject(value)) return [];
  switch (shape.form) {
    case "value":
      return Object.values(value).filter((item) => typeof item === "string");
    case "union": {
      const tag = String(value[shape.tag]);
      return Object.hasOwn(shape.cases, tag) ? textsIn(shape.cases[tag]!, value) : [];
    }
    case "object":
      return Object.entries(shape.fields).flatMap(([name, field]) =>
        textsIn(field.shape, value[name]),
      );
    default:
      return [];
  }
}
