// Finds the files that define a resource: an index of the definition files of a commit, which follows
// the changes of a few files from commit to commit.
//
// A family is a resource without a parent (a tool, a prompt) with its descendants. Its definitions can
// be in several files.
import { groupBy } from "../model/collections.ts";
import { type Kinds, kindNamed } from "../model/kind.ts";
import { type Address, addressOf, nameOf } from "../model/resource.ts";
import type { Draft } from "../resolve/draft.ts";

export interface FamilyIndex {
  /** Sets the drafts of a file. Returns the families that it defined before or defines now. */
  set(this: void, path: string, drafts: readonly Draft[]): ReadonlySet<Address>;
  /** The drafts of a family, file by file. */
  drafts(this: void, family: Address): readonly Draft[];
  /** The families whose resource has this name on the service. */
  named(this: void, kind: string, name: string): ReadonlySet<Address>;
  /** The families whose resource had this name, by `renamedFrom`. */
  renamedFrom(this: void, kind: string, name: string): ReadonlySet<Address>;
}

/** The drafts of a file, by family. */
type DraftsOfFile = ReadonlyMap<Address, readonly Draft[]>;

/** Creates an index without files. */
export function createFamilyIndex(kinds: Kinds): FamilyIndex {
  const draftsByFile = new Map<string, DraftsOfFile>();
  const filesByFamily = createIndex();
  const filesByName = createIndex();
  const filesByEarlierName = createIndex();
  const indexes = [
    { index: filesByFamily, keysOf: (drafts: DraftsOfFile) => [...drafts.keys()] },
    { index: filesByName, keysOf: namesIn },
    { index: filesByEarlierName, keysOf: earlierNamesIn },
  ];
  const familiesIn = (index: Index, keysOf: typeof namesIn, key: string): ReadonlySet<Address> => {
    const families = [...index.get(key)].flatMap((path) => [...draftsByFile.get(path)!]);
    return new Set(
      families.filter((each) => keysOf([each]).includes(key)).map(([family]) => family),
    );
  };
  return {
    set: (path, drafts) => {
      const before: DraftsOfFile = draftsByFile.get(path) ?? new Map();
      const after = groupBy(drafts, (draft) => familyOf(kinds, draft));
      for (const { index, keysOf } of indexes) {
        for (const key of keysOf(before)) index.delete(key, path);
        for (const key of keysOf(after)) index.add(key, path);
      }
      draftsByFile.set(path, after);
      return new Set([...before.keys(), ...after.keys()]);
    },
    drafts: (family) =>
      [...filesByFamily.get(family)].sort().flatMap((path) => draftsByFile.get(path)!.get(family)!),
    named: (kind, name) => familiesIn(filesByName, namesIn, nameKey(kind, name)),
    renamedFrom: (kind, name) =>
      familiesIn(filesByEarlierName, earlierNamesIn, nameKey(kind, name)),
  };
}

/** The names of the resources without parents. */
function namesIn(families: Iterable<readonly [Address, readonly Draft[]]>): string[] {
  return topDrafts(families).map(({ row, value }) => nameKey(row.kind, String(value["name"])));
}

/** The earlier names of the resources without parents. */
function earlierNamesIn(families: Iterable<readonly [Address, readonly Draft[]]>): string[] {
  return topDrafts(families).flatMap(({ row, value: { renamedFrom = [] } }) =>
    [renamedFrom].flat().map((name) => nameKey(row.kind, String(name))),
  );
}

function topDrafts(families: Iterable<readonly [Address, readonly Draft[]]>): Draft[] {
  return [...families].flatMap(([, drafts]) => drafts.filter(({ row }) => !row.parent));
}

function nameKey(kind: string, name: string): string {
  return `${kind}/${name}`;
}

/** The family of a draft, by the key or name that it or its outermost parent has. */
function familyOf(kinds: Kinds, draft: Draft): Address {
  if (draft.within) return familyOf(kinds, draft.within);
  const { row, value } = draft;
  if (!row.parent) return addressOf(row.kind, String(value["key"] ?? value["name"]));
  return familyOfAddress(kinds, addressOf(row.parent.kind, String(value[row.parent.field])));
}

/** The family of a definition: the address of its outermost parent. */
export function familyOfAddress(kinds: Kinds, address: Address): Address {
  const row = kindNamed(kinds, address.slice(0, address.indexOf("/")));
  if (!row.parent) return address;
  const name = nameOf(address);
  return familyOfAddress(kinds, addressOf(row.parent.kind, name.slice(0, name.lastIndexOf("/"))));
}

interface Index {
  get(key: string): ReadonlySet<string>;
  add(key: string, value: string): void;
  delete(key: string, value: string): void;
}

/** Sets of strings by key. */
function createIndex(): Index {
  const sets = new Map<string, Set<string>>();
  return {
    get: (key) => sets.get(key) ?? new Set(),
    add: (key, value) => void sets.set(key, (sets.get(key) ?? new Set()).add(value)),
    delete: (key, value) => void sets.get(key)?.delete(value),
  };
}
