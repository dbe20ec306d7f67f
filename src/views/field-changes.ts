// The differences between two versions of a resource: fields, list items, lines of text.
import { diffArrays } from "diff";
import { canonicalJson, isObject, type Json } from "../engine/model/json.ts";

/** One difference. `path` reads like `messages[0].content[1].text`; `pointer` is a JSON pointer. */
export type FieldChange =
  | { readonly type: "value"; readonly path: string; readonly before?: Json; readonly after?: Json }
  | {
      readonly type: "text";
      readonly path: string;
      readonly pointer: string;
      readonly before: string;
      readonly after: string;
    }
  | { readonly type: "added" | "removed"; readonly path: string; readonly item: Json }
  | {
      readonly type: "set";
      readonly path: string;
      readonly added: readonly string[];
      readonly removed: readonly string[];
    };

/** The fields whose lists are sets of references. */
export type SetFields = ReadonlySet<string>;

/** Every difference, in the order of the fields. */
export function fieldChanges(before: Json, after: Json, sets: SetFields): FieldChange[] {
  return compareValues(before, after, { path: "", pointer: "" }, sets);
}

interface Location {
  readonly path: string;
  readonly pointer: string;
}

function compareValues(
  before: Json | undefined,
  after: Json | undefined,
  location: Location,
  sets: SetFields,
): FieldChange[] {
  if (before !== undefined && after !== undefined && canonicalJson(before) === canonicalJson(after))
    return [];
  if (isObject(before) && isObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) =>
      compareValues(ownValue(before, key), ownValue(after, key), atKey(location, key), sets),
    );
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    if (sets.has(location.path))
      return [compareSets(before.map(String), after.map(String), location)];
    if ([...before, ...after].every(isObject)) return compareItems(before, after, location, sets);
  }
  const path = shortPath(location.path);
  if (typeof before === "string" && typeof after === "string" && isLong(before, after))
    return [{ type: "text", path, pointer: location.pointer, before, after }];
  return [
    {
      type: "value",
      path,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    },
  ];
}

function ownValue(object: { readonly [key: string]: Json }, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isLong(...texts: readonly string[]): boolean {
  return texts.some((text) => text.includes("\n") || text.length > 50);
}

function compareSets(
  before: readonly string[],
  after: readonly string[],
  { path }: Location,
): FieldChange {
  return {
    type: "set",
    path,
    added: after.filter((item) => !before.includes(item)),
    removed: before.filter((item) => !after.includes(item)),
  };
}

/** Aligns the items first, so that an inserted item does not change all items after it. */
function compareItems(
  before: readonly Json[],
  after: readonly Json[],
  location: Location,
  sets: SetFields,
): FieldChange[] {
  const changes: FieldChange[] = [];
  let oldIndex = 0;
  let newIndex = 0;
  /** Compares removed items with the items added in their place, in pairs. */
  const addChanges = (removed: number, added: number): void => {
    const pairs = Math.min(removed, added);
    for (let i = 0; i < pairs; i++) {
      const itemLocation = atIndex(location, newIndex + i);
      changes.push(...compareValues(before[oldIndex + i], after[newIndex + i], itemLocation, sets));
    }
    for (let i = oldIndex + pairs; i < oldIndex + removed; i++)
      changes.push({ type: "removed", path: atIndex(location, i).path, item: before[i]! });
    for (let i = newIndex + pairs; i < newIndex + added; i++)
      changes.push({ type: "added", path: atIndex(location, i).path, item: after[i]! });
    oldIndex += removed;
    newIndex += added;
  };
  let removed = 0; // waits for the items added in their place, which come next
  for (const run of diffArrays(before.map(canonicalJson), after.map(canonicalJson))) {
    const size = run.value.length;
    if (run.removed) {
      removed = size;
      continue;
    }
    addChanges(removed, run.added ? size : 0);
    removed = 0;
    if (run.added) continue;
    oldIndex += size;
    newIndex += size;
  }
  addChanges(removed, 0);
  return changes;
}

function atKey({ path, pointer }: Location, key: string): Location {
  const isPlain = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key);
  const separator = path === "" ? "" : ".";
  return {
    path: isPlain ? `${path}${separator}${key}` : `${path}[${JSON.stringify(key)}]`,
    pointer: `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`,
  };
}

function atIndex({ path, pointer }: Location, index: number): Location {
  return { path: `${path}[${index}]`, pointer: `${pointer}/${index}` };
}

/** Most messages are a single text: `messages[0]` is short for `messages[0].content[0].text`. */
function shortPath(path: string): string {
  return path.replace(/\.content\[0\]\.text$/, "");
}
