// Resolves drafts to definitions: assigns addresses, checks references and duplicates.
import { groupBy } from "../model/collections.ts";
import type { UnlocatedDiagnostic } from "../model/diagnostic.ts";
import type { Draft } from "./draft.ts";
import type { Json } from "../model/json.ts";
import { childKinds, type Kind, type Kinds } from "../model/kind.ts";
import { mapReferences } from "../model/references.ts";
import { type Address, addressOf, type Definition, nameOf } from "../model/resource.ts";
import type { Source } from "./source.ts";
import { duplicate, remoteForm, repeatedName, unknownName } from "./resolve-diagnostics.ts";

export interface Resolved {
  readonly definitions: readonly Definition[];
  readonly diagnostics: readonly UnlocatedDiagnostic[];
  /** The source of the definition with each address. */
  readonly sources: ReadonlyMap<Address, Source>;
}

/** Assigns an address to every source and resolves its references to addresses. */
export function resolve(kinds: Kinds, sources: readonly Source[]): Resolved {
  const byRow = groupBy(sources, ({ draft }) => draft.row);
  const names = nameDrafts(kinds, byRow);
  const diagnostics = [...names.diagnostics, ...repeatedNames(names.byAddress)];
  const managedChildKinds = managedKinds(kinds, names.named);
  const definitions: Definition[] = [];
  for (const row of kinds)
    for (const source of inOrder(row, byRow.get(row) ?? [])) {
      const named = names.named.get(source.draft);
      if (!named) continue;
      const isExternal = source.draft.value["external"] === true;
      if (!isExternal) diagnostics.push(...unknownReferences(source.draft, names));
      definitions.push(
        definitionOf(source, named, isExternal, managedChildKinds.get(named.address)),
      );
    }
  return { definitions, diagnostics, sources: names.byAddress };
}

function definitionOf(
  { draft: { row, value }, body }: Source,
  { address, parent }: Named,
  external: boolean,
  managedChildKinds: readonly string[] = none,
): Definition {
  const { renamedFrom } = value;
  return {
    address,
    kind: row.kind,
    name: row.identifiedBy.by === "name" ? String(value["name"]) : undefined,
    parent,
    renamedFrom: renamedFrom ? ([renamedFrom].flat() as string[]) : none,
    spec: external ? {} : mapReferences(row, body, (key, { kind }) => addressOf(kind, key)),
    external,
    managedChildKinds,
  };
}

const none: readonly string[] = [];

interface Names {
  readonly named: ReadonlyMap<Draft, Named>;
  readonly byAddress: ReadonlyMap<Address, Source>;
  /** Kinds with a definition without a valid name: references to them may be correct. */
  readonly nameless: ReadonlySet<string>;
  readonly diagnostics: readonly UnlocatedDiagnostic[];
}

interface Named {
  readonly address: Address;
  readonly parent: Address | undefined;
}

/** Assigns the addresses, of parents before their children. */
function nameDrafts(kinds: Kinds, byRow: ReadonlyMap<Kind, readonly Source[]>): Names {
  const named = new Map<Draft, Named>();
  const byAddress = new Map<Address, Source>();
  const diagnostics: UnlocatedDiagnostic[] = [];
  const nameless = new Set<string>();
  const counts = new Map<Address, number>();
  for (const row of kinds)
    for (const source of inPlaceFirst(byRow.get(row) ?? [])) {
      const { draft } = source;
      const parent = parentOf(draft, named);
      if (row.parent && !parent) continue; // its parent is a duplicate that was reported
      if (parent && !byAddress.has(parent)) {
        const { field, kind } = row.parent!;
        if (!nameless.has(kind))
          diagnostics.push(unknownName(draft, [field], kind, nameOf(parent), byAddress));
        continue;
      }
      const own = ownName(draft, parent, counts);
      if (own === undefined) {
        nameless.add(row.kind); // the schema reports it
        continue;
      }
      if (row.parent && String(own).includes("/")) continue; // the schema reports it
      if (row.identifiedBy.by === "name" && String(own).startsWith("id:")) {
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
  return { named, byAddress, nameless, diagnostics };
}

/** The last part of an address: a number counted per parent, or the key or name; undefined if invalid. */
function ownName(
  { row, value }: Draft,
  parent: Address | undefined,
  counts: Map<Address, number>,
): string | number | undefined {
  if (parent !== undefined && row.parent?.numbered) {
    const number = (counts.get(parent) ?? 0) + 1;
    counts.set(parent, number);
    return number;
  }
  const own = value["key"] ?? value["name"];
  return typeof own === "string" || typeof own === "number" ? own : undefined;
}

function inPlaceFirst(all: readonly Source[]): Source[] {
  return [...all.filter(({ draft }) => draft.within), ...all.filter(({ draft }) => !draft.within)];
}

/** The sources of a kind in the order of the files; if they are numbered, by number. */
function inOrder(row: Kind, own: readonly Source[]): readonly Source[] {
  return row.parent?.numbered ? inPlaceFirst(own) : own;
}

function parentOf(draft: Draft, named: ReadonlyMap<Draft, Named>): Address | undefined {
  if (!draft.row.parent) return undefined;
  if (draft.within) return named.get(draft.within)?.address;
  if (typeof draft.value[draft.row.parent.field] !== "string") return undefined; // the schema reports it
  return addressOf(draft.row.parent.kind, String(draft.value[draft.row.parent.field]));
}

/** Names that are not unique. They are allowed only if every definition with the name has a key. */
function repeatedNames(byAddress: ReadonlyMap<Address, Source>): UnlocatedDiagnostic[] {
  const found: UnlocatedDiagnostic[] = [];
  const drafts = [...byAddress.values()].map((each) => each.draft);
  const byName = drafts.filter(({ row }) => row.identifiedBy.by === "name");
  if (byName.every(({ value }) => value["key"] === undefined)) return []; // addresses are names
  for (const all of groupBy(byName, nameKey).values()) {
    if (all.length === 1) continue;
    for (const draft of all.filter(({ value }) => value["key"] === undefined)) {
      const other = all.find((each) => each !== draft)!;
      found.push(repeatedName(draft, other));
    }
  }
  return found;
}

function nameKey({ row, value }: Draft): string {
  return addressOf(row.kind, String(value["name"]));
}

/** For each parent, the kinds of children that its files manage. */
function managedKinds(
  kinds: Kinds,
  named: ReadonlyMap<Draft, Named>,
): ReadonlyMap<Address, readonly string[]> {
  const managed = new Map<Address, string[]>();
  const add = (parent: Address, kind: string): void => {
    const known = managed.get(parent);
    if (!known) managed.set(parent, [kind]);
    else if (!known.includes(kind)) known.push(kind);
  };
  named.forEach(({ address, parent }, { row, value }) => {
    for (const child of childKinds(kinds, row.kind))
      if (value[child.parent!.inPlace] !== undefined) add(address, child.kind);
    if (parent !== undefined) add(parent, row.kind);
  });
  return managed;
}

function unknownReferences(draft: Draft, { byAddress, nameless }: Names): UnlocatedDiagnostic[] {
  const found: UnlocatedDiagnostic[] = [];
  for (const { field, kind } of draft.row.references) {
    if (nameless.has(kind)) continue;
    for (const [index, key] of listOf(draft.value[field]).entries())
      if (typeof key === "string" && !byAddress.has(addressOf(kind, key)))
        found.push(unknownName(draft, [field, index], kind, key, byAddress));
  }
  return found;
}

/** The value if it is a list. The schema reports other values. */
function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
