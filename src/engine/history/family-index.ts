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
}

/** Creates an index without files. */
export function createFamilyIndex(kinds: Kinds): FamilyIndex {
  const draftsByFile = new Map<string, ReadonlyMap<Address, readonly Draft[]>>();
  const filesByFamily = createIndex();
  const filesByName = createIndex();
  return {
    set: (path, drafts) => {
      const before = draftsByFile.get(path) ?? new Map<Address, readonly Draft[]>();
      const after = groupBy(drafts, (draft) => familyOf(kinds, draft));
      for (const family of before.keys()) filesByFamily.delete(family, path);
      for (const name of namesIn(before)) filesByName.delete(name, path);
      for (const family of after.keys()) filesByFamily.add(family, path);
      for (const name of namesIn(after)) filesByName.add(name, path);
      draftsByFile.set(path, after);
      return new Set([...before.keys(), ...after.keys()]);
    },
    drafts: (family) =>
      [...filesByFamily.get(family)].sort().flatMap((path) => draftsByFile.get(path)!.get(family)!),
    named: (kind, name) => {
      const key = nameKey(kind, name);
      const families = [...filesByName.get(key)].flatMap((path) => [...draftsByFile.get(path)!]);
      return new Set(
        families.filter((each) => namesIn([each]).includes(key)).map(([family]) => family),
      );
    },
  };
}

/** The names of the resources without parents. */
function namesIn(families: Iterable<readonly [Address, readonly Draft[]]>): string[] {
  return [...families].flatMap(([, drafts]) =>
    drafts
      .filter(({ row }) => !row.parent)
      .map(({ row, value }) => nameKey(row.kind, String(value["name"]))),
  );
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
