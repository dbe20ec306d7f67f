// Adds and reads the entries of deletions.
import { type Operation, query } from "./operation.ts";
import { parseColumn, resourceOfRow, type ResourceRow, type TextColumn } from "./resource-row.ts";
import type { Statements } from "./statements.ts";
import { deletionLifetimeMs, type DeletionQuery, type StoredDeletion } from "./stored-deletion.ts";
import { maxExpiredPerWrite, type RemoveOptions, type StoredResource } from "./stored-resource.ts";
import { writerColumns, writerOfRow } from "./stored-version.ts";

/**
 * Adds an entry for each resource that is about to be deleted, and deletes the oldest ones. `deleted`: the
 * values of the statement that deletes them.
 */
export function* addDeletions(
  statements: Statements,
  deleted: readonly [kind: string, id: string, cascadingKinds: string],
  { cascadingKinds = [], now = Date.now(), writer }: RemoveOptions,
): Operation<void> {
  yield* query(statements.insertDeletions, [...deleted, now, ...writerColumns(writer)]);
  for (const kind of [deleted[0], ...cascadingKinds])
    yield* query(statements.deleteMoreDeletions, [kind]);
  yield* query(statements.deleteExpiredDeletions, [now - deletionLifetimeMs, maxExpiredPerWrite]);
}

/** The deletions of a kind, newest first. */
export function* listDeletions(
  statements: Statements,
  kind: string,
  { now, name }: DeletionQuery,
): Operation<StoredDeletion[]> {
  const values = [kind, now - deletionLifetimeMs];
  const rows = yield* name === undefined
    ? query<DeletionRow>(statements.deletions, values)
    : query<DeletionRow>(statements.deletionsOfName, [...values, name]);
  return rows.map(deletionOfRow);
}

/** The resource as it was when it was deleted. */
export function* getDeleted(
  { deletion }: Statements,
  kind: string,
  place: number,
): Operation<StoredResource | undefined> {
  const rows = yield* query<ResourceRow>(deletion, [kind, place]);
  return rows.map(resourceOfRow)[0];
}

/** A row of the deletions. */
interface DeletionRow {
  readonly entry: TextColumn;
}

type DeletionColumns = readonly [
  place: number,
  id: string,
  name: string | null,
  deletedAt: number,
  bytes: number,
  keyName: string | null,
  origin: string | null,
  verifiedRun: string | null,
];

/** The deletion in a row. */
function deletionOfRow({ entry }: DeletionRow): StoredDeletion {
  const [place, id, name, deletedAt, bytes, key_name, origin, verified_run] =
    parseColumn<DeletionColumns>(entry);
  return {
    place,
    id,
    ...(name !== null && { name }),
    deletedAt,
    bytes,
    ...writerOfRow({ key_name, origin, verified_run }),
  };
}
