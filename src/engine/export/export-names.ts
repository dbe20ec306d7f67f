// What definitions call the things of a service: addresses of what has a name, keys and pins where
// the name alone would not do, and titles of what has none.
import { groupBy } from "../model/collections.ts";
import { digestText, isObject, type Json, type JsonObject } from "../model/json.ts";
import type { Kind, Kinds } from "../model/kind.ts";
import { type ListResponses, contentDigest } from "../observe/observe.ts";
import { type Address, addressOf, type Observed } from "../model/resource.ts";
import type { Shape } from "../model/shape.ts";
import { type Namer, shortTitle } from "./titles.ts";

export interface Known {
  /** The address that files give to a thing. */
  known(kind: string, id: string): Address | undefined;
  /** Whether files use an address already. */
  isTaken(address: Address): boolean;
  /** Whether a thing is wanted that stands beneath something that files define. */
  isWanted(kind: string, id: string): boolean;
}

export interface Names {
  readonly addresses: ReadonlyMap<string, Address>;
  readonly keys: ReadonlyMap<Address, string>;
  readonly pins: Readonly<Record<Address, string>>;
}

/** Addresses of what has a name; a key and a pin where the name alone would not do. */
export function assignNames(
  kinds: Kinds,
  answers: ListResponses,
  { known, isTaken }: Pick<Known, "known" | "isTaken">,
): Names {
  const addresses = new Map<string, Address>();
  const keys = new Map<Address, string>();
  const pins: Record<Address, string> = {};
  for (const { kind, identifiedBy: recognisedBy } of kinds) {
    if (recognisedBy.by !== "name") continue;
    const named = (answers.get(kind) ?? []).map((each) => ({
      id: String(each["id"]),
      name: String(each["name"]),
    }));
    const used = new Set<Address>();
    for (const [name, all] of groupBy(named, (each) => each.name))
      for (const { id } of all) {
        if (known(kind, id) !== undefined) continue;
        const plain = addressOf(kind, name);
        const identifies = all.length === 1 && !name.startsWith("id:") && !isTaken(plain);
        const key = identifies ? undefined : keyFor(name, id);
        const address = addressOf(kind, key ?? name);
        addresses.set(addressOf(kind, id), address);
        used.add(address);
        if (key === undefined) continue;
        keys.set(address, key);
        if (all.length > 1 || isTaken(plain)) pins[address] = id;
      }
  }
  return { addresses, keys, pins };

  function keyFor(name: string, id: string): string {
    const title = shortTitle(name).replaceAll(" ", "-").toLowerCase() || "unnamed";
    return `${title}-${digestText(id).slice("sha256:".length, "sha256:".length + 8)}`;
  }
}

/** A title from what a thing says, and what tells it from others of the same title. */
export function titleOf(row: Kind, each: Observed, body: JsonObject): Namer {
  const text = textsIn(row.shape, each.spec).find((found) => shortTitle(found) !== "") ?? "";
  return {
    title: shortTitle(text) || row.kind,
    content: digestText(`${contentDigest(row, each.spec)}\n${JSON.stringify(body)}`),
  };
}

/** The texts of a thing, in the order of its fields. */
function textsIn(shape: Shape, value: Json | undefined): string[] {
  if (value === undefined) return [];
  switch (shape.form) {
    case "text":
      return typeof value === "string" ? [value] : [];
    case "value":
      return isObject(value)
        ? Object.values(value).flatMap((each) => (typeof each === "string" ? [each] : []))
        : [];
    case "base64":
    case "jsonText":
      return [];
    case "list":
    case "content":
      return Array.isArray(value) ? value.flatMap((each: Json) => textsIn(shape.items, each)) : [];
    case "union": {
      const tag = isObject(value) ? String(value[shape.tag]) : "";
      return Object.hasOwn(shape.cases, tag) ? textsIn(shape.cases[tag]!, value) : [];
    }
    case "object":
      return isObject(value)
        ? Object.entries(shape.fields).flatMap(([name, field]) => textsIn(field.shape, value[name]))
        : [];
  }
}
