// What a service holds, as an author would define it: a document for each thing that stands on its
// own, with all beneath it in place. Where files already define something, its key is kept.
import { groupBy } from "./collect.ts";
import { hintText } from "./hint.ts";
import { digestText, isObject, type Json, type JsonObject } from "./json.ts";
import { childKinds, type Kind, type Kinds } from "./kind.ts";
import { type Answers, contentOf, observe } from "./observe.ts";
import { type Address, addressOf, nameOf, type Observed } from "./resource.ts";
import type { Shape } from "./shape.ts";
import { type Namer, shortTitle, uniquely } from "./titles.ts";
import { unwritten } from "./unwritten.ts";

/** A thing as a document. */
export interface Authored {
  readonly row: Kind;
  readonly observed: Observed;
  /** What definitions call it. */
  readonly address: Address;
  readonly document: JsonObject;
}

export interface Author {
  readonly authored: readonly Authored[];
  /** Address → id, where a name does not say which thing is meant. */
  readonly pins: Readonly<Record<Address, string>>;
  /** What could not be said, and what was left out, in sentences. */
  readonly notes: readonly string[];
}

/** `known`: the address that files give to a thing; `isTaken`: whether files use an address already. */
export interface Known {
  known(kind: string, id: string): Address | undefined;
  isTaken(address: Address): boolean;
}

/** Everything that no file defines yet, as documents; `refused`: why some things cannot be said, by address. */
export function author(
  kinds: Kinds,
  answers: Answers,
  { known, isTaken }: Known,
  refused: ReadonlyMap<Address, string>,
): Author {
  const names = nameAll(kinds, answers, { known, isTaken });
  const addressOfId = (kind: string, id: string): Address | undefined =>
    known(kind, id) ?? names.addresses.get(addressOf(kind, id));
  const observed = new Map(
    kinds.map((row) => [
      row.kind,
      (answers.get(row.kind) ?? []).map((answer) => observe(row, answer, addressOfId)),
    ]),
  );
  const byParent = new Map(
    [...observed].map(([kind, all]) => [kind, groupBy(all, (each) => each.parentId)]),
  );
  const notes: string[] = [];
  const unsaid = new Set<Address>();
  const say = (row: Kind, each: Observed, address?: Address): JsonObject | undefined => {
    const what = `The ${row.kind} ${each.name === undefined ? "" : `"${each.name}" `}(id:${each.id})`;
    const why = refused.get(address ?? "") ?? whyUnsaid(row, each, unsaid);
    if (why !== undefined) {
      notes.push(hintText(`${what} is not written: ${why.replace(/\.$/, "")}.`));
      return undefined;
    }
    if (each.unknownFields.length > 0)
      notes.push(
        `${what} has fields this version does not know, which the files leave out: ${each.unknownFields.join(", ")}.`,
      );
    const spec = Object.fromEntries(
      Object.entries(each.spec).map(([field, value]): [string, Json] => [
        field,
        row.references.some((reference) => reference.field === field)
          ? (value as readonly string[]).map(nameOf)
          : value,
      ]),
    );
    return { ...(unwritten(row.shape, spec) as JsonObject), ...beneath(row, each) };
  };
  const beneath = (row: Kind, parent: Observed): JsonObject =>
    Object.fromEntries(
      childKinds(kinds, row.kind).flatMap((child): [string, Json][] => {
        const children = byParent.get(child.kind)?.get(parent.id) ?? [];
        const bodies = children.flatMap((each) => {
          const body = say(child, each);
          return body ? [{ each, body }] : [];
        });
        if (bodies.length === 0) return [];
        const titles = uniquely(bodies.map(({ each, body }) => titleOf(child, each, body)));
        const items = bodies.map(({ body }, index) =>
          child.parent!.numbered ? body : { name: titles[index]!, ...body },
        );
        return [[child.parent!.inPlace, items]];
      }),
    );
  const authored = kinds
    .filter((row) => !row.parent)
    .flatMap((row) =>
      observed.get(row.kind)!.flatMap((each): Authored[] => {
        if (known(row.kind, each.id) !== undefined) return [];
        const address = names.addresses.get(addressOf(row.kind, each.id))!;
        const body = say(row, each, address);
        if (!body) {
          unsaid.add(address);
          return [];
        }
        const key = names.keys.get(address);
        const document = { kind: row.kind, ...(key !== undefined && { key }), ...body };
        return [{ row, observed: each, address, document }];
      }),
    );
  const written = new Set(authored.map(({ address }) => address));
  const pins = Object.entries(names.pins).filter(([address]) => written.has(address));
  return { authored, pins: Object.fromEntries(pins), notes: [...notes, ...orphans()] };

  /** What stands beneath nothing that the service lists. */
  function orphans(): string[] {
    return kinds.flatMap((row) => {
      if (!row.parent) return [];
      const parents = new Set(observed.get(row.parent.kind)!.map(({ id }) => id));
      const all = observed.get(row.kind)!.filter(({ parentId }) => !parents.has(parentId!));
      const [first] = all;
      return first
        ? [
            `${all.length} ${all.length === 1 ? row.kind : row.plural} not written: what ${all.length === 1 ? "it belongs" : "they belong"} to is not there (id:${first.id}${all.length > 1 ? ", …" : ""}).`,
          ]
        : [];
    });
  }
}

/** Why definitions cannot say a thing; undefined where they can. */
function whyUnsaid(row: Kind, each: Observed, unsaid: ReadonlySet<Address>): string | undefined {
  if (each.foreign.length > 0)
    return `it holds values this version does not know (${each.foreign.join(", ")})`;
  for (const { field, kind } of row.references)
    for (const address of each.spec[field] as readonly Address[]) {
      if (nameOf(address).startsWith("id:"))
        return `it uses a ${kind} that is not there (${nameOf(address)})`;
      if (unsaid.has(address)) return `it uses ${address}, which is not written`;
    }
  return undefined;
}

interface Names {
  readonly addresses: ReadonlyMap<string, Address>;
  readonly keys: ReadonlyMap<Address, string>;
  readonly pins: Readonly<Record<Address, string>>;
}

/** Addresses of what has a name; a key and a pin where the name alone would not do. */
function nameAll(kinds: Kinds, answers: Answers, { known, isTaken }: Known): Names {
  const addresses = new Map<string, Address>();
  const keys = new Map<Address, string>();
  const pins: Record<Address, string> = {};
  for (const { kind, recognisedBy } of kinds) {
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
function titleOf(row: Kind, each: Observed, body: JsonObject): Namer {
  const text = textsIn(row.shape, each.spec).find((found) => shortTitle(found) !== "") ?? "";
  return {
    title: shortTitle(text) || row.kind,
    content: digestText(`${contentOf(row, each.spec)}\n${JSON.stringify(body)}`),
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
