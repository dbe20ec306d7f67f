// Drafts to definitions: keys become addresses, references are checked, nothing is defined twice.
import { groupBy } from "./collect.ts";
import {
  type Diagnostic,
  didYouMean,
  error,
  lineOf,
  type Place,
  withArticle,
} from "./diagnostic.ts";
import type { Draft } from "./draft.ts";
import type { Json, JsonObject, Path } from "./json.ts";
import { childKinds, type Kind, type Kinds } from "./kind.ts";
import { type Address, addressOf, type Definition, nameOf } from "./resource.ts";
import type { Source } from "./source.ts";

export interface Resolved {
  readonly definitions: readonly Definition[];
  readonly diagnostics: readonly Diagnostic[];
  /** What stands behind each address. */
  readonly sources: ReadonlyMap<Address, Source>;
}

/** Gives every source its address and turns what it refers to into addresses. */
export function resolve(kinds: Kinds, sources: readonly Source[]): Resolved {
  const byRow = groupBy(sources, ({ draft }) => draft.row);
  const names = nameDrafts(kinds, byRow);
  const diagnostics = [...names.diagnostics, ...repeatedNames(names.byAddress)];
  const speaksOf = saidAbout(kinds, names.named);
  const definitions: Definition[] = [];
  for (const row of kinds)
    for (const source of inOrder(row, byRow.get(row) ?? [])) {
      const named = names.named.get(source.draft);
      if (!named) continue;
      const isExternal = source.draft.value["external"] === true;
      if (!isExternal) diagnostics.push(...unknownReferences(source.draft, names.byAddress));
      definitions.push(definitionOf(source, named, isExternal, speaksOf.get(named.address)));
    }
  return { definitions, diagnostics, sources: names.byAddress };
}

function definitionOf(
  { draft: { row, value }, body }: Source,
  { address, parent }: Named,
  external: boolean,
  speaksOf: readonly string[] = none,
): Definition {
  const { renamedFrom } = value;
  return {
    address,
    kind: row.kind,
    name: row.recognisedBy.by === "name" ? String(value["name"]) : undefined,
    parent,
    renamedFrom: renamedFrom ? ([renamedFrom].flat() as string[]) : none,
    spec: external ? {} : withAddresses(row, body),
    external,
    speaksOf,
  };
}

const none: readonly string[] = [];

interface Names {
  readonly named: ReadonlyMap<Draft, Named>;
  readonly byAddress: ReadonlyMap<Address, Source>;
  readonly diagnostics: readonly Diagnostic[];
}

interface Named {
  readonly address: Address;
  readonly parent: Address | undefined;
}

/** Parents before children, so that a child finds the address of what it stands in. */
function nameDrafts(kinds: Kinds, byRow: ReadonlyMap<Kind, readonly Source[]>): Names {
  const named = new Map<Draft, Named>();
  const byAddress = new Map<Address, Source>();
  const diagnostics: Diagnostic[] = [];
  const counted = new Map<Address, number>();
  for (const row of kinds)
    for (const source of inPlaceFirst(byRow.get(row) ?? [])) {
      const { draft } = source;
      const parent = parentOf(draft, named);
      if (row.parent && !parent) continue; // its parent is a duplicate that was reported
      if (parent && !byAddress.has(parent)) {
        diagnostics.push(
          unknown(draft, [row.parent!.field], row.parent!.kind, nameOf(parent), byAddress),
        );
        continue;
      }
      const number = (counted.get(parent ?? "") ?? 0) + 1;
      if (row.parent?.numbered) counted.set(parent!, number);
      const own = row.parent?.numbered ? number : (draft.value["key"] ?? draft.value["name"]);
      if (typeof own !== "string" && typeof own !== "number") continue; // a mistake that was reported
      if (row.parent && String(own).includes("/")) continue; // told by the schema
      if (row.recognisedBy.by === "name" && String(own).startsWith("id:")) {
        diagnostics.push(remoteForm(draft));
        continue;
      }
      const address = addressOf(row.kind, parent ? `${nameOf(parent)}/${own}` : own);
      const first = byAddress.get(address);
      if (first) diagnostics.push(duplicate(draft, first.draft, own));
      else {
        byAddress.set(address, source);
        named.set(draft, { address, parent });
      }
    }
  return { named, byAddress, diagnostics };
}

function inPlaceFirst(all: readonly Source[]): Source[] {
  return [...all.filter(({ draft }) => draft.within), ...all.filter(({ draft }) => !draft.within)];
}

/** Those of one kind by path and position; where a number names them, by number. */
function inOrder(row: Kind, own: readonly Source[]): readonly Source[] {
  return row.parent?.numbered ? inPlaceFirst(own) : own;
}

function parentOf(draft: Draft, named: ReadonlyMap<Draft, Named>): Address | undefined {
  if (!draft.row.parent) return undefined;
  if (draft.within) return named.get(draft.within)?.address;
  if (typeof draft.value[draft.row.parent.field] !== "string") return undefined; // told by the schema
  return addressOf(draft.row.parent.kind, String(draft.value[draft.row.parent.field]));
}

function remoteForm(draft: Draft): Diagnostic {
  return error(
    "wrong-value",
    at(draft, ["name"]),
    "A name that begins with id: needs a key: addresses of that form are for what only the service has.",
    "Add a key, for example key: my-prompt.",
  );
}

function duplicate(draft: Draft, first: Draft, own: string | number): Diagnostic {
  const [field, other] = [ownField(draft), ownField(first)];
  const also = at(first, [other]);
  const found = error(
    `duplicate-${field}`,
    at(draft, [field]),
    `Another ${draft.row.kind} has the ${other} "${own}" already (${lineOf(also)}).`,
    draft.row.recognisedBy.by === "name"
      ? "Rename one, or give each a key of its own where the service really has both."
      : "Rename one.",
  );
  return { ...found, also };
}

/** The field that makes its address. */
function ownField(draft: Draft): "key" | "name" {
  return draft.value["key"] === undefined ? "name" : "key";
}

/** Names may repeat only where every holder of the name has its own key. */
function repeatedNames(byAddress: ReadonlyMap<Address, Source>): Diagnostic[] {
  const found: Diagnostic[] = [];
  const drafts = [...byAddress.values()].map((each) => each.draft);
  const byName = drafts.filter(({ row }) => row.recognisedBy.by === "name");
  if (byName.every(({ value }) => value["key"] === undefined)) return []; // addresses are names
  for (const all of groupBy(byName, nameKey).values()) {
    if (all.length === 1) continue;
    for (const draft of all.filter(({ value }) => value["key"] === undefined))
      found.push(
        repeated(
          draft,
          all.find((each) => each !== draft)!,
        ),
      );
  }
  return found;
}

function nameKey({ row, value }: Draft): string {
  return addressOf(row.kind, String(value["name"]));
}

function repeated(draft: Draft, other: Draft): Diagnostic {
  const also = at(other, ["name"]);
  const found = error(
    "duplicate-name",
    at(draft, ["name"]),
    `Another ${draft.row.kind} has the name "${String(draft.value["name"])}" too (${lineOf(also)}).`,
    "Rename one, or give each a key of its own where the service really has both.",
  );
  return { ...found, also };
}

/** For each parent, the kinds of children that some file says something about. */
function saidAbout(
  kinds: Kinds,
  named: ReadonlyMap<Draft, Named>,
): ReadonlyMap<Address, readonly string[]> {
  const spoken = new Map<Address, string[]>();
  const add = (parent: Address, kind: string): void => {
    const known = spoken.get(parent);
    if (!known) spoken.set(parent, [kind]);
    else if (!known.includes(kind)) known.push(kind);
  };
  named.forEach(({ address, parent }, { row, value }) => {
    for (const child of childKinds(kinds, row.kind))
      if (value[child.parent!.inPlace] !== undefined) add(address, child.kind);
    if (parent !== undefined) add(parent, row.kind);
  });
  return spoken;
}

function unknownReferences(draft: Draft, byAddress: ReadonlyMap<Address, Source>): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const { field, kind } of draft.row.references)
    for (const [index, key] of listOf(draft.value[field]).entries())
      if (typeof key === "string" && !byAddress.has(addressOf(kind, key)))
        found.push(unknown(draft, [field, index], kind, key, byAddress));
  return found;
}

/** What is no list is told by the schema. */
function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function unknown(
  draft: Draft,
  path: Path,
  kind: string,
  key: string,
  byAddress: ReadonlyMap<Address, Source>,
): Diagnostic {
  const known = [...byAddress].flatMap(([address, source]): [Address, Draft][] =>
    source.draft.row.kind === kind ? [[address, source.draft]] : [],
  );
  const names = known.map(([address]) => nameOf(address));
  const whole = names.find((name) => name.endsWith(`/${key}`)); // only its last part was written
  const guess = whole === undefined ? didYouMean(key, names) : `Did you mean "${whole}"?`;
  const meant = known.find(([address]) => guess?.includes(`"${nameOf(address)}"`))?.[1];
  const byName = known.find(
    ([, each]) => each.value["key"] !== undefined && each.value["name"] === key,
  );
  if (byName) {
    const [address, other] = byName;
    const also = at(other, ["key"]);
    const hint = `It is called by its key, "${nameOf(address)}" (${lineOf(also)}).`;
    return {
      ...error(`unknown-${kind}`, at(draft, path), `There is no ${kind} "${key}".`, hint),
      also,
    };
  }
  const none = known.length === 0 ? `No file defines ${withArticle(kind)}.` : undefined;
  const also = guess && meant ? at(meant, ["name"]) : undefined;
  const hint = guess && also ? guess.replace(/\?$/, ` (${lineOf(also)})?`) : none;
  const found = error(`unknown-${kind}`, at(draft, path), `There is no ${kind} "${key}".`, hint);
  return { ...found, ...(also && { also }) };
}

function withAddresses(row: Kind, body: JsonObject): JsonObject {
  if (row.references.length === 0) return body;
  const changed = { ...body };
  for (const { field, kind } of row.references)
    if (Array.isArray(body[field]))
      changed[field] = listOf(body[field]).map((key) => addressOf(kind, String(key)));
  return changed;
}

function at(draft: Draft, path: Path): Place {
  return draft.document.locate([...draft.path, ...path]);
}
