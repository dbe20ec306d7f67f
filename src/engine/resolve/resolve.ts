// Resolves drafts to definitions: assigns addresses, checks references and duplicates.
import { groupBy, memo } from "../model/collections.ts";
import type { UnlocatedDiagnostic } from "../model/diagnostic.ts";
import type { Draft } from "./draft.ts";
import type { Json } from "../model/json.ts";
import { childKinds, type Kind, type Kinds } from "../model/kind.ts";
import { mapReferences } from "../model/references.ts";
import { type Address, addressOf, type Definition, nameOf } from "../model/resource.ts";
import type { Source } from "./source.ts";
import {
  duplicate,
  keyOfOtherName,
  remoteForm,
  repeatedName,
  unknownName,
} from "./resolve-diagnostics.ts";

export interface Resolved {
  readonly definitions: readonly Definition[];
  readonly diagnostics: readonly UnlocatedDiagnostic[];
  /** The source of the definition with each address. */
  readonly sources: ReadonlyMap<Address, Source>;
}

/** Assigns an address to every source and resolves its references to addresses. */
export function resolve(kinds: Kinds, sources: readonly Source[]): Resolved {
  const byRow = groupBy(sources, ({ draft }) => draft.row);
  const rows = kinds.map((row) => ({ row, own: byRow.get(row) ?? [] }));
  const names = assignAddresses(rows.flatMap(({ own }) => inPlaceFirst(own)));
  const inOwnDocuments = [...names.named.keys()].filter(({ within }) => !within);
  const byParent = groupBy(inOwnDocuments, (draft) => names.named.get(draft)!.parent);
  const byName = groupByName(names.byAddress);
  const diagnostics = [...names.diagnostics, ...repeatedNames(byName), ...keysOfOtherNames(byName)];
  const childrenOf = memo((row: Kind) => childKinds(kinds, row.kind));
  const definitions: Definition[] = [];
  for (const source of rows.flatMap(({ row, own }) => inOrder(row, own))) {
    const named = names.named.get(source.draft);
    if (!named) continue;
    const managed = childrenOf(source.draft.row).filter(
      (child) =>
        source.draft.value[child.parent!.nestedField] !== undefined ||
        byParent.get(named.address)?.some(({ row }) => row.kind === child.kind),
    );
    const definition = definitionOf(source, named, managed);
    if (!definition.external) diagnostics.push(...unknownReferences(source.draft, names));
    definitions.push(definition);
  }
  return { definitions, diagnostics, sources: names.byAddress };
}

function definitionOf(
  { draft: { row, value }, body }: Source,
  { address, parent }: Named,
  managed: readonly Kind[],
): Definition {
  const external = value["external"] === true;
  return {
    address,
    row,
    name: row.identifiedBy.by === "name" ? String(value["name"]) : undefined,
    parent,
    renamedFrom:
      value["renamedFrom"] === undefined ? none : ([value["renamedFrom"]].flat() as string[]),
    spec: external ? {} : mapReferences(row, body, (key, { kind }) => addressOf(kind, key)),
    external,
    managedChildKinds: managed.length === 0 ? none : managed.map(({ kind }) => kind),
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

/** Assigns the addresses. `sources`: parents before their children. */
function assignAddresses(sources: readonly Source[]): Names {
  const named = new Map<Draft, Named>();
  const byAddress = new Map<Address, Source>();
  const nameless = new Set<string>();
  const counts = new Map<Address, number>();
  const diagnostics = sources.map(assignAddress).filter((each) => each !== undefined);
  return { named, byAddress, nameless, diagnostics };

  /** Returns the error if there is one that the schema does not report. */
  function assignAddress(source: Source): UnlocatedDiagnostic | undefined {
    const { draft } = source;
    const { row } = draft;
    const parent = parentOf(draft, named);
    if (row.parent && !parent) return withoutName(row); // the error of the parent is reported
    if (parent && !byAddress.has(parent)) {
      const { field, kind } = row.parent!;
      if (nameless.has(kind)) return withoutName(row);
      return unknownName(draft, [field], kind, nameOf(parent), byAddress);
    }
    const own = ownName(draft, parent, counts);
    if (own === undefined) nameless.add(row.kind);
    if (own === undefined || (row.parent && own.includes("/"))) return undefined;
    if (row.identifiedBy.by === "name" && own.startsWith("id:"))
      return draft.value["key"] === undefined ? remoteForm(draft) : undefined; // a key is a schema error
    const address = addressOf(row.kind, parent ? `${nameOf(parent)}/${own}` : own);
    const first = byAddress.get(address);
    if (first) return duplicate(draft, first.draft, own);
    byAddress.set(address, source);
    named.set(draft, { address, parent });
    return undefined;
  }

  function withoutName({ kind }: Kind): undefined {
    nameless.add(kind);
  }
}

/** The last part of an address: a number counted per parent, or the key or name; undefined if invalid. */
function ownName(
  { row, value }: Draft,
  parent: Address | undefined,
  counts: Map<Address, number>,
): string | undefined {
  if (parent !== undefined && row.parent?.numbered) {
    const number = (counts.get(parent) ?? 0) + 1;
    counts.set(parent, number);
    return String(number);
  }
  const own = value["key"] ?? value["name"];
  return typeof own === "string" || typeof own === "number" ? String(own) : undefined;
}

function inPlaceFirst(all: readonly Source[]): Source[] {
  return [...all.filter(({ draft }) => draft.within), ...all.filter(({ draft }) => !draft.within)];
}

/** The sources of a kind in the order of the files; if they are numbered, by number. */
function inOrder(row: Kind, own: readonly Source[]): readonly Source[] {
  return row.parent?.numbered ? inPlaceFirst(own) : own;
}

function parentOf({ row, value, within }: Draft, named: Names["named"]): Address | undefined {
  if (!row.parent) return undefined;
  if (within) return named.get(within)?.address;
  const name = value[row.parent.field];
  return typeof name === "string" ? addressOf(row.parent.kind, name) : undefined;
}

/** The drafts that the service identifies by their names, by kind and name. */
type DraftsByName = ReadonlyMap<string, readonly Draft[]>;

function groupByName(byAddress: Names["byAddress"]): DraftsByName {
  const byName = [...byAddress.values()]
    .map(({ draft }) => draft)
    .filter(({ row }) => row.identifiedBy.by === "name");
  return groupBy(byName, ({ row, value }) => addressOf(row.kind, String(value["name"])));
}

/** Keys that are names of other definitions: their addresses would be taken for those of the others. */
function keysOfOtherNames(byName: DraftsByName): UnlocatedDiagnostic[] {
  return [...byName.values()].flat().flatMap((draft) => {
    const { key, name } = draft.value;
    if (key === undefined || key === name) return [];
    const [other] = byName.get(addressOf(draft.row.kind, String(key))) ?? [];
    return other ? [keyOfOtherName(draft, other)] : [];
  });
}

/** Names that are not unique. They are allowed only if every definition with the name has a key. */
function repeatedNames(byName: DraftsByName): UnlocatedDiagnostic[] {
  return [...byName.values()]
    .filter((group) => group.length > 1)
    .flatMap((group) =>
      group
        .filter(({ value }) => value["key"] === undefined)
        .map((draft) =>
          repeatedName(
            draft,
            group.find((each) => each !== draft)!,
          ),
        ),
    );
}

function unknownReferences(draft: Draft, { byAddress, nameless }: Names): UnlocatedDiagnostic[] {
  return draft.row.references
    .filter(({ kind }) => !nameless.has(kind))
    .flatMap(({ field, kind }) => {
      const keys = draft.value[field];
      if (!Array.isArray(keys)) return []; // the schema reports it
      return keys.flatMap((key: Json, index) =>
        typeof key === "string" && !byAddress.has(addressOf(kind, key))
          ? [unknownName(draft, [field, index], kind, key, byAddress)]
          : [],
      );
    });
}
