// Answers of the service to observed resources in normal form.
import { memo } from "../model/collections.ts";
import { Failure } from "../model/failure.ts";
import { canonicalJson, digestText, isObject, type Json, type JsonObject } from "../model/json.ts";
import type { Kind, Kinds } from "../model/kind.ts";
import { canonicalForm, type NormalizeNotes, normalizeObserved } from "../normalize/normalize.ts";
import { type Address, addressOf, type Observed } from "../model/resource.ts";

/** What the service holds: the answers of its list calls, by kind. Kinds that were not asked for are absent. */
export type ListResponses = ReadonlyMap<string, readonly JsonObject[]>;

/** The address of a remote thing by kind and id; undefined where no definition has it. */
export type AddressOfId = (kind: string, id: string) => Address | undefined;

/** One answer in normal form. Throws a Failure where it is not what the interface promises. */
export function observe(row: Kind, answer: JsonObject, addressOfId: AddressOfId): Observed {
  const id = text(row, answer, "id");
  const parentId = row.parent && text(row, answer, row.parent.idField);
  const notes: NormalizeNotes = { ignoredFields: leftOut(row) };
  const body = row.references.length > 0 ? withAddresses(row, answer, addressOfId) : answer;
  const spec = normalizeObserved(row.shape, body, notes) as JsonObject;
  return {
    kind: row.kind,
    id,
    name: row.identifiedBy.by === "name" ? text(row, answer, "name") : undefined,
    parentId,
    spec,
    unknownFields: notes.unknownFields ?? none,
    unknownValues: notes.unknownValues ?? none,
  };
}

const none: readonly string[] = [];

/** The fields of an answer that are no part of the body. */
const leftOut = memo((row: Kind) => ["id", row.parent?.idField]);

function withAddresses(row: Kind, answer: JsonObject, addressOfId: AddressOfId): JsonObject {
  const body: Record<string, Json> = { ...answer };
  for (const { field, kind, reads } of row.references)
    body[field] = idsIn(row, answer, field, reads).map(
      (each) => addressOfId(kind, each) ?? remoteAddress(kind, each),
    );
  return body;
}

/** The address of what only the service has. */
export function remoteAddress(kind: string, id: string, ...parents: readonly string[]): Address {
  return addressOf(kind, [...parents, `id:${id}`].join("/"));
}

/** Bodies do not change: each is looked at once. */
const contents = new WeakMap<JsonObject, string>();

/** Equal text exactly where the normal forms are equal. A body is of one kind only. */
export function contentDigest(row: Kind, spec: JsonObject): string {
  const known = contents.get(spec);
  if (known !== undefined) return known;
  const content = digestText(canonicalJson(canonicalForm(row.shape, spec)));
  contents.set(spec, content);
  return content;
}

/** The ids of this kind that answers of other kinds refer to or stand under. */
export function referencedIds(
  kinds: Kinds,
  answers: ListResponses,
  kind: string,
): ReadonlySet<string> {
  const used = new Set<string>();
  for (const row of kinds)
    for (const answer of answers.get(row.kind) ?? []) {
      for (const { field, kind: target, reads } of row.references)
        if (target === kind) for (const id of idsIn(row, answer, field, reads)) used.add(id);
      if (row.parent?.kind === kind) used.add(String(answer[row.parent.idField]));
    }
  return used;
}

/** The ids of the things an answer refers to. */
function idsIn(row: Kind, answer: JsonObject, field: string, reads: string): string[] {
  const items = answer[field];
  if (!Array.isArray(items)) throw unreadable(row, answer, `"${field}" is not a list`);
  return items.map((item: Json) => {
    const id = isObject(item) ? item[reads] : undefined;
    if (typeof id !== "string")
      throw unreadable(row, answer, `an item of "${field}" has no "${reads}"`);
    return id;
  });
}

function text(row: Kind, answer: JsonObject, field: string): string {
  const value = isObject(answer) ? answer[field] : undefined;
  if (typeof value !== "string" || value === "")
    throw unreadable(row, answer, `"${field}" is not text`);
  return value;
}

function unreadable(row: Kind, answer: JsonObject, what: string): Failure {
  const which = isObject(answer) && typeof answer["id"] === "string" ? ` ${answer["id"]}` : "";
  return new Failure(
    "failed",
    "unreadable-answer",
    `The service answered ${row.kind}${which} at ${row.path} in a form this version does not understand: ${what}.`,
    "Check that the base address is that of a prompt service, and that it speaks /sdk/v1.",
  );
}
