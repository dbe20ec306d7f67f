// Drafts to definitions: keys become addresses, references are checked, nothing is defined twice.
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
      if (!isExternal) diagnostics.push(...unknownReferences(source.draft, names));
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
    name: row.identifiedBy.by === "name" ? String(value["name"]) : undefined,
    parent,
    renamedFrom: renamedFrom ? ([renamedFrom].flat() as string[]) : none,
    spec: external ? {} : mapReferences(row, body, (key, { kind }) => addressOf(kind, key)),
    external,
    managedChildKinds: speaksOf,
  };
}

const none: readonly string[] = [];

interface Names {
  readonly named: ReadonlyMap<Draft, Named>;
  readonly byAddress: ReadonlyMap<Address, Source>;
  /** Kinds of which one has no name, which was told: it may be what others ask for. */
  readonly nameless: ReadonlySet<string>;
  readonly diagnostics: readonly UnlocatedDiagnostic[];
}

interface Named {
  readonly address: Address;
  readonly parent: Address | undefined;
}

/** Parents before children, so that a child finds the address of what it stands in. */
function nameDrafts(kinds: Kinds, byRow: ReadonlyMap<Kind, readonly Source[]>): Names {
  const named = new Map<Draft, Named>();
  const byAddress = new Map<Address, Source>();
  const diagnostics: UnlocatedDiagnostic[] = [];
  const nameless = new Set<string>();
  const counted = new Map<Address, number>();
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
      const number = (counted.get(parent ?? "") ?? 0) + 1;
      if (row.parent?.numbered) counted.set(parent!, number);
      const own = row.parent?.numbered ? number : (draft.value["key"] ?? draft.value["name"]);
      if (typeof own !== "string" && typeof own !== "number") {
        nameless.add(row.kind); // a mistake that was reported
        continue;
      }
      if (row.parent && String(own).includes("/")) continue; // told by the schema
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

/** Names may repeat only where every holder of the name has its own key. */
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

/** What is no list is told by the schema. */
function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
