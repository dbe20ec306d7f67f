// Values of a document to import. Importers read documents only through these functions, which
// record what is carried into definitions: every other field is listed, so none is lost silently.
import {
  isObject,
  type Json,
  type JsonObject,
  type Path,
  toPointer,
} from "../engine/model/json.ts";

/** A document of a file to import. */
export interface SourceDocument {
  /** The path of the file, as the user wrote it. */
  readonly file: string;
  /** The text of the file, or of one line of JSON Lines. */
  readonly text: string;
  /** The number of lines of the file before the text. */
  readonly linesBefore: number;
  /** Position in the text, from 0. */
  readonly index: number;
  readonly value: Json;
  /** The text of another document that it was parsed from. */
  readonly within?: { readonly source: SourceDocument; readonly path: Path };
}

/** A value of a document; `value` is undefined if the field is absent. */
export interface SourceNode {
  readonly value: Json | undefined;
  readonly path: Path;
  readonly record: ImportRecord;
}

interface ImportRecord {
  readonly source: SourceDocument;
  /** The pointers of carried values, with all that is in them. */
  readonly carried: Set<string>;
  /** Pointer → why the value is not carried. */
  readonly left: Map<string, string>;
}

/** A field that no definition has after the import. */
export interface LeftField {
  readonly source: SourceDocument;
  readonly path: Path;
  /** A sentence; undefined if definitions have no such field. */
  readonly reason?: string;
}

/** The value of a whole document. */
export function rootOf(source: SourceDocument): SourceNode {
  const record: ImportRecord = { source, carried: new Set(), left: new Map() };
  return { value: source.value, path: [], record };
}

/** The value of a field; for null, as for an absent field, the value is undefined. */
export function at(node: SourceNode, ...keys: Path): SourceNode {
  return keys.reduce<SourceNode>((parent, key) => {
    const { value, path, record } = parent;
    const isField = typeof value === "object" && value !== null && Object.hasOwn(value, key);
    const found = isField ? (value as JsonObject)[key] : undefined;
    return { value: found ?? undefined, path: [...path, key], record };
  }, node);
}

/** The items of a list; none of another value. */
export function itemsOf(node: SourceNode): SourceNode[] {
  return Array.isArray(node.value) ? node.value.map((_item, index) => at(node, index)) : [];
}

/** The fields of an object; none of another value. */
export function fieldsOf(node: SourceNode): [name: string, field: SourceNode][] {
  return isObject(node.value) ? Object.keys(node.value).map((key) => [key, at(node, key)]) : [];
}

/** Marks a value as carried, with all that is in it, and returns it. */
export function carry({ value, path, record }: SourceNode): Json | undefined {
  if (value !== undefined) record.carried.add(toPointer(path));
  return value;
}

/** Whether the value itself is marked as carried. */
export function isCarried({ path, record }: SourceNode): boolean {
  return record.carried.has(toPointer(path));
}

/** The text, which is carried; undefined for another value. */
export function textAt(node: SourceNode, ...keys: Path): string | undefined {
  const field = at(node, ...keys);
  return typeof field.value === "string" ? (carry(field) as string) : undefined;
}

/** The number from `least` to `most`, which is carried; undefined for another value. */
export function numberAt(
  node: SourceNode,
  key: string,
  least: number = -Infinity,
  most: number = Infinity,
): number | undefined {
  const field = at(node, key);
  if (typeof field.value !== "number" || field.value < least || field.value > most)
    return undefined;
  return carry(field) as number;
}

/** True or false, which is carried; undefined for another value. */
export function booleanAt(node: SourceNode, key: string): boolean | undefined {
  const field = at(node, key);
  return typeof field.value === "boolean" ? (carry(field) as boolean) : undefined;
}

/** Whether the field has this value. If so, it is carried. */
export function isAt(node: SourceNode, key: string, value: Json): boolean {
  const field = at(node, key);
  if (field.value !== value) return false;
  carry(field);
  return true;
}

/** Lists a value as not carried. `reason` is a sentence. */
export function leave({ value, path, record }: SourceNode, reason: string): void {
  const pointer = toPointer(path);
  if (value !== undefined && !record.left.has(pointer)) record.left.set(pointer, reason);
}

/**
 * The fields that are not carried, in the order of the document. A value of which nothing is carried
 * is one field. Null and empty values are no fields.
 */
export function leftFields(root: SourceNode): LeftField[] {
  const { carried, left, source } = root.record;
  const touched = new Set([...carried, ...left.keys()].flatMap(ancestors));
  const visit = (value: Json, path: Path): LeftField[] => {
    const pointer = toPointer(path);
    const reason = left.get(pointer);
    if (reason !== undefined) return [{ source, path, reason }];
    if (carried.has(pointer) || isEmpty(value)) return [];
    if (!touched.has(pointer)) return [{ source, path }];
    return Object.entries(value as JsonObject).flatMap(([key, item]) =>
      visit(item, [...path, Array.isArray(value) ? Number(key) : key]),
    );
  };
  return visit(source.value, []);
}

/** `/a/b` → `["", "/a"]`. */
function ancestors(pointer: string): string[] {
  const keys = pointer.split("/").slice(0, -1);
  return keys.map((_key, index) => keys.slice(0, index + 1).join("/"));
}

function isEmpty(value: Json): boolean {
  if (value === null || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}
