// An edit of a document, and the edits of lists and of plain JSON in it.
import { canonicalJson, isObject, jsonEquals, type Json, type Path } from "../model/json.ts";
import { diffLists, type InsertedItems } from "./list-diff.ts";

/** An edit of a document, or of a file that it includes. */
export type DocumentEdit =
  | { readonly edit: "set"; readonly path: Path; readonly value: Json }
  /**
   * Removes a key, or the document at the empty path. If that is impossible and there is a value,
   * the key gets the value instead.
   */
  | { readonly edit: "remove"; readonly path: Path; readonly value?: Json }
  /**
   * Removes items of the list at the path and inserts others; indexes are those before the edit.
   */
  | {
      readonly edit: "list";
      readonly path: Path;
      readonly removed: readonly number[];
      readonly inserted: readonly InsertedItems[];
    }
  /** Several edits inside the value at the path. If one is impossible, the whole value is set. */
  | {
      readonly edit: "nested";
      readonly path: Path;
      readonly edits: readonly DocumentEdit[];
      readonly value: Json;
    }
  /** Replaces the text of the file that is included at the path. */
  | { readonly edit: "include"; readonly path: Path; readonly text: string }
  /** Replaces the value of the file of data that is included at the path. */
  | {
      readonly edit: "data";
      readonly path: Path;
      readonly value: Json;
      /** Whether the order of its keys counts. */
      readonly isOrdered: boolean;
    }
  /** The text at the path is in parts with files. It stays as it is, although it differs. */
  | { readonly edit: "keep"; readonly path: Path };

export type Edits = readonly DocumentEdit[];

/** Edits inside plain JSON that leave equal keys and items untouched. */
export function jsonEdits(written: Json, observed: Json, path: Path): Edits | undefined {
  const edits = nestedJsonEdits(written, observed, path);
  const isWhole = edits.length === 1 && edits[0]!.path.length === path.length;
  return isWhole || includesFile(written)
    ? undefined
    : [{ edit: "nested", path, edits, value: observed }];
}

function nestedJsonEdits(written: Json, observed: Json, path: Path): Edits {
  if (jsonEquals(written, observed)) return [];
  if (Array.isArray(written) && Array.isArray(observed) && written.length * observed.length > 0)
    return listEdits({ defined: written, observed }, observed, path, (old, now) =>
      nestedJsonEdits(written[old] as Json, observed[now] as Json, [...path, old]),
    )!;
  const isKept = (key: string): boolean => isObject(observed) && Object.hasOwn(observed, key);
  if (!isObject(written) || !isObject(observed) || !Object.keys(written).some(isKept))
    return [{ edit: "set", path, value: observed }];
  const removed = Object.keys(written).filter((key) => !isKept(key));
  return [
    ...removed.map((key): DocumentEdit => ({ edit: "remove", path: [...path, key] })),
    ...Object.entries(observed).flatMap(([key, value]): Edits =>
      Object.hasOwn(written, key)
        ? nestedJsonEdits(written[key]!, value, [...path, key])
        : [{ edit: "set", path: [...path, key], value }],
    ),
  ];
}

/** `values`: the observed items as a file has them. `change`: the edits of an item in place. */
export function listEdits(
  { defined, observed }: { readonly defined: readonly Json[]; readonly observed: readonly Json[] },
  values: readonly Json[],
  path: Path,
  change: (old: number, now: number) => Edits | undefined,
): Edits | undefined {
  const [old, now] = [defined.map(canonicalJson), observed.map(canonicalJson)];
  const { changed, removed, inserted } = diffLists(old, now, values);
  const list: DocumentEdit[] =
    removed.length + inserted.length > 0 ? [{ edit: "list", path, removed, inserted }] : [];
  return joinedEdits([...changed.map((indexes) => change(...indexes)), list]);
}

/** All edits; undefined if a part cannot be edited. */
export function joinedEdits(all: readonly (Edits | undefined)[]): Edits | undefined {
  return all.every((edits) => edits !== undefined) ? all.flat() : undefined;
}

/** Whether a value is `{ file }`, perhaps with more. */
export function isInclude(written: Json): boolean {
  return isObject(written) && typeof written["file"] === "string";
}

/** Whether a value, or one in it, is included from a file. */
export function includesFile(written: Json): boolean {
  if (Array.isArray(written)) return written.some(includesFile);
  return isInclude(written) || (isObject(written) && Object.values(written).some(includesFile));
}
