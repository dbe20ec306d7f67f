// The edits of a value (RFC 6902), with fast-json-patch.
import jsonPatch, { type Operation } from "fast-json-patch";
import {
  isObject,
  isOrdered,
  type Json,
  type JsonObject,
  keepsOrder,
  type Path,
  toPointer,
  valueAt,
} from "../model/json.ts";

/**
 * The edits that make the second value of the first. RFC 6902 has no edit for the order of keys: where it
 * counts and changes, the whole object is replaced.
 */
export function valueEdits(before: JsonObject, after: JsonObject): Operation[] {
  const replaced = reorderedObjects(before, after, []);
  const pointers = replaced.map(toPointer);
  const isReplaced = ({ path }: Operation): boolean =>
    pointers.some((pointer) => path.startsWith(`${pointer}/`));
  return [
    ...jsonPatch.compare(before, after).filter((edit) => !isReplaced(edit)),
    ...replaced.map((path): Operation => {
      return { op: "replace", path: toPointer(path), value: valueAt(after, path) };
    }),
  ];
}

/** The paths of the objects whose order of keys counts and changes. They are in no list. */
function reorderedObjects(
  before: Json | undefined,
  after: Json | undefined,
  path: Path,
): readonly Path[] {
  if (!isObject(before) || !isObject(after)) return [];
  if (isOrdered(before) || isOrdered(after)) return keepsOrder(before, after) ? [] : [path];
  return Object.keys(before).flatMap((key) =>
    reorderedObjects(before[key], valueAt(after, [key]), [...path, key]),
  );
}
