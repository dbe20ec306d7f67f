// What of a document is not carried into definitions, or not as it is.
import { type Json, type JsonObject, type Path, toPointer } from "../../engine/model/json.ts";
import { childNode, leave, type LeftField, type SourceNode } from "./source-node.ts";

/** The fields that are carried, but not as they are. */
export function changedFields({ record }: SourceNode): LeftField[] {
  return [...record.changed.values()];
}

/**
 * Lists a value as not carried for a case that does not have `what`. A value of the case itself is
 * listed as not carried.
 */
export function leaveForCase(node: SourceNode, row: SourceNode, what: string): void {
  const { record } = node;
  const isSameDocument = record === row.record;
  const [pointer, rowPointer] = [toPointer(node.path), toPointer(row.path)];
  const isOwn = isSameDocument && `${pointer}/`.startsWith(`${rowPointer}/`);
  const { file, linesBefore } = row.record.source;
  const name = fieldName(row.path);
  const other = name === "" ? `${file}:${linesBefore + 1}` : `${name} of ${file}`;
  const place = isSameDocument ? name : other;
  leave(node, isOwn ? `There is no ${what}.` : `There is no ${what} in ${place}.`);
  if (isOwn) return;
  const cases = record.leftCases.get(pointer) ?? new Set();
  record.leftCases.set(pointer, cases.add(`${file}:${linesBefore}${rowPointer}`));
}

/**
 * The fields that are not carried, in the order of the document. A value of which nothing is carried
 * is one field. Null and empty texts are no fields, and neither are empty lists and objects in
 * fields that the format knows.
 */
export function leftFields(root: SourceNode): LeftField[] {
  const { carried, left, leftCases, expected, known, source, sent, unsent } = root.record;
  const sentWithin = new Set([...sent].flatMap(ancestors));
  const sentAt = (pointer: string, isWhole = false): { readonly isSent?: boolean } => {
    const outer = [...ancestors(pointer), pointer];
    if (outer.some((each) => unsent.has(each))) return {};
    const isSent = outer.some((each) => sent.has(each)) || (isWhole && sentWithin.has(pointer));
    return isSent ? { isSent } : {};
  };
  const touched = new Set([...carried, ...left.keys(), ...expected.keys()].flatMap(ancestors));
  const visit = (value: Json, path: Path): LeftField[] => {
    const pointer = toPointer(path);
    const reason = left.get(pointer);
    const cases = leftCases.get(pointer)?.size;
    if (reason !== undefined)
      return [{ source, path, reason, ...(cases !== undefined && { cases }), ...sentAt(pointer) }];
    if (carried.has(pointer) || value === null || value === "") return [];
    const isEmpty =
      typeof value === "object" && Object.values(value).every((each) => each === null);
    if (isEmpty && known.has(pointer)) return [];
    const isFrontMatter = source.body !== undefined && path.length === 0;
    if (isEmpty || (!isFrontMatter && !touched.has(pointer)))
      return [{ source, path, ...reasonOf(expected.get(pointer)), ...sentAt(pointer, true) }];
    return Object.entries(value as JsonObject).flatMap(([key, item]) =>
      visit(item, [...path, Array.isArray(value) ? Number(key) : key]),
    );
  };
  return visit(source.value, []);
}

/** Why values in this one are not carried, where an importer gave a reason. */
export function reasonsIn({ value, path, record }: SourceNode): LeftField[] {
  const { source, left, expected, carried } = record;
  const pointer = toPointer(path);
  const reason = left.get(pointer);
  if (reason !== undefined) return [{ source, path, reason }];
  if (carried.has(pointer)) return [];
  const keys = typeof value === "object" ? Object.keys(value ?? {}) : [];
  const inside = keys.flatMap((key) =>
    reasonsIn(childNode({ value, path, record }, Array.isArray(value) ? Number(key) : key)),
  );
  const wrong = expected.get(pointer);
  return inside.length === 0 && wrong !== undefined ? [{ source, path, reason: wrong }] : inside;
}

/** The first reason in a value, which is then refused for it and no longer listed. */
export function takeReason(node: SourceNode): string | undefined {
  const [first] = reasonsIn(node);
  if (first) node.record.left.delete(toPointer(first.path));
  return first?.reason;
}

/** `messages[0].name` */
export function fieldName(path: Path): string {
  return path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`))
    .join("")
    .replace(/^\./, "");
}

/** `/a/b` → `["", "/a"]`. */
function ancestors(pointer: string): string[] {
  const keys = pointer.split("/").slice(0, -1);
  return keys.map((_key, index) => keys.slice(0, index + 1).join("/"));
}

function reasonOf(reason: string | undefined): { readonly reason?: string } {
  return reason === undefined ? {} : { reason };
}
