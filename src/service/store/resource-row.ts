// The resources in the rows of statements.
import type { JsonObject } from "../../engine/model/json.ts";
import { DamagedStore } from "./store-failure.ts";
import type { StoredReference, StoredResource } from "./stored-resource.ts";

/** A text; in SQLite as bytes: libsql aborts the process if a text is not valid UTF-8. */
export type TextColumn = string | ArrayBuffer;

export interface ResourceRow {
  readonly keys: TextColumn;
  readonly body: TextColumn;
}

/** A row of a list: one of its resources, or one that they refer to. */
export interface ListRow extends ResourceRow {
  /** PostgreSQL returns a bigint as text. */
  readonly seq: number | string;
  /** SQLite returns 0 or 1. */
  readonly is_listed: boolean | number;
  /** There are more resources than this part of the list has. */
  readonly has_more: boolean | number;
}

type Keys = readonly [
  kind: string,
  id: string,
  parentKind: string | null,
  parentId: string | null,
  references: readonly StoredReference[],
];

/** The resource in a row. Throws DamagedStore if it cannot be read. */
export function resourceOfRow({ keys, body }: ResourceRow): StoredResource {
  const [kind, id, parentKind, parentId, references] = parseColumn<Keys>(keys);
  return {
    kind,
    id,
    ...(parentKind && parentId && { parent: { kind: parentKind, id: parentId } }),
    body: parseColumn<JsonObject>(body),
    references,
  };
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The JSON in a column. Throws DamagedStore if it cannot be read. */
export function parseColumn<Value>(column: TextColumn): Value {
  try {
    return JSON.parse(typeof column === "string" ? column : utf8.decode(column)) as Value;
  } catch {
    throw new DamagedStore("a resource in it is not valid UTF-8 or JSON");
  }
}
