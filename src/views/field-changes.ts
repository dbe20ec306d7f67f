// The differences between two versions of a resource: fields, list items, lines of text.
import { diffArrays } from "diff";
import {
  canonicalJson,
  isObject,
  type Json,
  type Path,
  toPointer,
  valueAt,
} from "../engine/model/json.ts";

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
  return compareValues(before, after, [], sets);
}

function compareValues(
  before: Json | undefined,
  after: Json | undefined,
  path: Path,
  sets: SetFields,
): FieldChange[] {
  if (before !== undefined && after !== undefined && canonicalJson(before) === canonicalJson(after))
    return [];
  if (isObject(before) && isObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) =>
      compareValues(valueAt(before, [key]), valueAt(after, [key]), [...path, key], sets),
    );
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    if (path.length === 1 && sets.has(String(path[0])))
      return [compareSets(before.map(String), after.map(String), pathText(path))];
    if ([...before, ...after].every(isObject)) return compareItems(before, after, path, sets);
  }
  const shown = shortPath(pathText(path));
  if (typeof before === "string" && typeof after === "string" && isLong(before, after))
    return [{ type: "text", path: shown, pointer: toPointer(path), before, after }];
  return [
    {
      type: "value",
      path: shown,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    },
  ];
}

function isLong(...texts: readonly string[]): boolean {
  return texts.some((text) => text.includes("\n") || text.length > 50);
}

function compareSets(
  before: readonly string[],
  after: readonly string[],
  path: string,
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
  path: Path,
  sets: SetFields,
): FieldChange[] {
  const changes: FieldChange[] = [];
  let oldIndex = 0;
  let newIndex = 0;
  /** Compares removed items with the items added in their place, in pairs. */
  const addChanges = (removed: number, added: number): void => {
    for (let i = 0; i < Math.max(removed, added); i++) {
      const [oldItem, newItem] = [before[oldIndex + i]!, after[newIndex + i]!];
      const newPath = [...path, newIndex + i];
      if (i >= added)
        changes.push({ type: "removed", path: pathText([...path, oldIndex + i]), item: oldItem });
      else if (i >= removed)
        changes.push({ type: "added", path: pathText(newPath), item: newItem });
      else changes.push(...compareValues(oldItem, newItem, newPath, sets));
    }
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

/** `messages[0].content[1].text`; keys that are not identifiers are quoted. */
function pathText(path: Path): string {
  return path
    .map((key, index) => {
      if (typeof key === "number") return `[${key}]`;
      const isPlain = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key);
      if (!isPlain) return `[${JSON.stringify(key)}]`;
      return index === 0 ? key : `.${key}`;
    })
    .join("");
}

/** Most messages are a single text: `messages[0]` is short for `messages[0].content[0].text`. */
function shortPath(path: string): string {
  return path.replace(/\.content\[0\]\.text$/, "");
}
