// Values of a document to import. Importers read documents only through these functions, which
// record what is carried into definitions: every other field is listed, so none is lost silently.
import {
  isObject,
  type Json,
  type JsonObject,
  type Path,
  toPointer,
} from "../../engine/model/json.ts";

/** A document of a file to import. */
export interface SourceDocument {
  /** The path of the file, as the user wrote it. */
  readonly file: string;
  /** The name of the folder of the file; undefined for the one in the path. */
  readonly folder?: string;
  /** The text of the file, or of one line of JSON Lines. */
  readonly text: string;
  /** The number of lines of the file before the text. */
  readonly linesBefore: number;
  /** Position in the text, from 0. */
  readonly index: number;
  readonly value: Json;
  /** The text of another document that it was parsed from. */
  readonly within?: { readonly source: SourceDocument; readonly path: Path };
  /** The prompt of a text file, of which the value is the front matter. */
  readonly body?: TextBody;
}

/** The text of a file after its front matter. */
interface TextBody {
  /** The whole file, with LF line endings. */
  readonly file: string;
  /** Where the text begins in it. */
  readonly start: number;
  /** The path from the working directory, with `/`; the name of a file outside of it. */
  readonly path: string;
}

/** A value of a document; `value` is undefined if the field is absent. */
export interface SourceNode {
  readonly value: Json | undefined;
  readonly path: Path;
  readonly record: ImportRecord;
  /** Where the text begins in the file, if it is a part of the body of a text file. */
  readonly offset?: number;
}

interface ImportRecord {
  readonly source: SourceDocument;
  /** The pointers of carried values, with all that is in them. */
  readonly carried: Set<string>;
  /** Pointer → why the value is not carried. */
  readonly left: Map<string, string>;
  /** Pointer → the cases for which the value is not carried; none if it is carried for no case. */
  readonly leftCases: Map<string, Set<string>>;
  /** Pointer → what a value of another type must be: the reason if nothing else carries it. */
  readonly expected: Map<string, string>;
  /** Pointer → how the value is in definitions, if not as it is. */
  readonly changed: Map<string, LeftField>;
  /** The pointers of fields that the format knows: there, an empty list or object says nothing. */
  readonly known: Set<string>;
  /** The pointers of requests and parts of requests: applications send all that is in them. */
  readonly sent: Set<string>;
  /** The pointers of fields of requests that do not matter for replies. */
  readonly unsent: Set<string>;
}

/** A field that no definition has after the import. */
export interface LeftField {
  readonly source: SourceDocument;
  readonly path: Path;
  /** A sentence; undefined if definitions have no such field. */
  readonly reason?: string;
  /** The number of cases that do not have it; undefined if no definition has it. */
  readonly cases?: number;
  /** The place in a text file, if it is not a field of the front matter. */
  readonly offset?: number;
  /** Whether applications send it. */
  readonly isSent?: boolean;
}

/** The value of a whole document. */
export function rootOf(source: SourceDocument): SourceNode {
  const record: ImportRecord = {
    source,
    carried: new Set(),
    left: new Map(),
    leftCases: new Map(),
    expected: new Map(),
    changed: new Map(),
    known: new Set([""]),
    sent: new Set(),
    unsent: new Set(),
  };
  return { value: source.value, path: [], record };
}

/** The value of a field; for null, as for an absent field, the value is undefined. */
export function nodeAt(node: SourceNode, ...keys: Path): SourceNode {
  return keys.reduce<SourceNode>((parent, key) => {
    if (typeof key === "string" && !isObject(parent.value)) expect(parent, "an object");
    const found = childNode(parent, key);
    found.record.known.add(toPointer(found.path));
    return found;
  }, node);
}

/** The value of a field, which the importer does not look for. */
export function childNode({ value, path, record }: SourceNode, key: string | number): SourceNode {
  const isField = typeof value === "object" && value !== null && Object.hasOwn(value, key);
  const found = isField ? (value as JsonObject)[key] : undefined;
  return { value: found ?? undefined, path: [...path, key], record };
}

/** The items of a list; none of another value. */
export function itemsOf(node: SourceNode): SourceNode[] {
  if (Array.isArray(node.value)) return node.value.map((_item, index) => nodeAt(node, index));
  expect(node, "a list");
  return [];
}

/** The fields of an object; none of another value. */
export function fieldsOf(node: SourceNode): [name: string, field: SourceNode][] {
  if (isObject(node.value))
    return Object.keys(node.value).map((key) => [key, childNode(node, key)]);
  expect(node, "an object");
  return [];
}

/** Says what a value must be, unless the value is carried or listed for another reason. */
export function expect({ value, path, record }: SourceNode, what: string): void {
  const pointer = toPointer(path);
  if (value !== undefined && !record.expected.has(pointer))
    record.expected.set(pointer, `It must be ${what}.`);
}

/** Marks a value as carried, with all that is in it, and returns it. */
export function carry({ value, path, record }: SourceNode): Json | undefined {
  if (value !== undefined) record.carried.add(toPointer(path));
  return value;
}

/** Fields that are neither content nor a setting: they are not listed. */
export function ignoreFields(node: SourceNode, keys: readonly string[]): void {
  for (const key of keys) carry(nodeAt(node, key));
}

/** Marks a request or a part of one: what is not carried of it, applications send. */
export function markSent({ path, record }: SourceNode): void {
  record.sent.add(toPointer(path));
}

/** Marks a part of a request that does not matter for replies. */
export function markUnsent({ path, record }: SourceNode): void {
  record.unsent.add(toPointer(path));
}

/** Whether the value, which an importer may not have looked at, is listed as not carried. */
export function isLeft({ path, record }: SourceNode): boolean {
  return record.left.has(toPointer(path));
}

/** Whether an importer has looked for the field. */
export function isKnown({ path, record }: SourceNode): boolean {
  return record.known.has(toPointer(path));
}

/** Whether the value itself is marked as carried. */
export function isCarried({ path, record }: SourceNode): boolean {
  return record.carried.has(toPointer(path));
}

/** The text, which is carried; undefined for another value. */
export function textAt(node: SourceNode, ...keys: Path): string | undefined {
  const field = nodeAt(node, ...keys);
  if (typeof field.value === "string") return carry(field) as string;
  expect(field, "a text");
  return undefined;
}

/** The text, which is carried, unless it is empty: for names. */
export function nameAt(node: SourceNode, ...keys: Path): string | undefined {
  const name = textAt(node, ...keys);
  return name === "" ? undefined : name;
}

/** The number from `least` to `most`, which is carried; undefined for another value. */
export function numberAt(
  node: SourceNode,
  key: string,
  least: number = -Infinity,
  most: number = Infinity,
): number | undefined {
  const field = nodeAt(node, key);
  const { value } = field;
  if (typeof value === "number" && value >= least && value <= most) return carry(field) as number;
  expect(field, numberRange(least, most));
  return undefined;
}

function numberRange(least: number, most: number): string {
  if (least === -Infinity) return "a number";
  return most === Infinity ? `a number of ${least} or more` : `a number from ${least} to ${most}`;
}

/** True or false, which is carried; undefined for another value. */
export function booleanAt(node: SourceNode, key: string): boolean | undefined {
  const field = nodeAt(node, key);
  if (typeof field.value === "boolean") return carry(field) as boolean;
  expect(field, "true or false");
  return undefined;
}

/** The object, which is carried; undefined for another value. */
export function objectAt(node: SourceNode, key: string): JsonObject | undefined {
  const field = nodeAt(node, key);
  if (isObject(field.value)) return carry(field) as JsonObject;
  expect(field, "an object");
  return undefined;
}

/** Whether the field has this value. If so, it is carried. */
export function isAt(node: SourceNode, key: string, value: Json): boolean {
  const field = nodeAt(node, key);
  if (field.value !== value) return false;
  carry(field);
  return true;
}

/** Drops fields with their default value. With another value, the importer need not know them. */
export function ignoreDefaults(
  node: SourceNode,
  defaults: Readonly<Record<string, readonly Json[]>>,
): void {
  if (!isObject(node.value)) return;
  for (const [key, values] of Object.entries(defaults))
    if (values.includes(node.value[key]!)) carry(nodeAt(node, key));
}

/** Lists a value as not carried, unless it is empty text. `reason` is a sentence. */
export function leave({ value, path, record }: SourceNode, reason: string): void {
  const pointer = toPointer(path);
  const isGiven = value !== undefined && value !== "";
  if (isGiven && !record.left.has(pointer)) record.left.set(pointer, reason);
}

/** Lists a value that is carried, but not as it is. `reason` is a sentence; `index`: where in a text. */
export function noteChange(
  { path, record, offset }: SourceNode,
  reason: string,
  index: number = 0,
): void {
  const place = offset === undefined ? {} : { offset: offset + index };
  record.changed.set(toPointer(path), { source: record.source, path, reason, ...place });
}
