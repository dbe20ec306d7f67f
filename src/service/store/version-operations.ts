// Reads and writes the versions of resources.
import { hasChanged } from "./has-changed.ts";
import { type Operation, query, queryAll, type SqlRequest } from "./operation.ts";
import { resourceOfRow, type ResourceRow } from "./resource-row.ts";
import type { Statements } from "./statements.ts";
import type { ResourceKey, StoredResource, WriteOptions } from "./stored-resource.ts";
import {
  maxVersions,
  type ResourceSummary,
  type StoredVersion,
  summaryOfRow,
  type SummaryRow,
  versionOfRow,
  type VersionRow,
  writerColumns,
} from "./stored-version.ts";

/**
 * Stores the state of a resource after some writes as its newest version, and deletes the oldest ones.
 */
export function* addVersion(
  { insertVersion, deleteVersions }: Statements,
  id: string,
  { now, writer }: Pick<WriteOptions, "now" | "writer">,
  writes: readonly SqlRequest[] = [],
): Operation<void> {
  const values = [id, now ?? null, ...writerColumns(writer)];
  const rows = yield* queryAll([...writes, { statement: insertVersion, values }]);
  const [added] = rows.at(-1) as readonly { readonly number: number }[];
  const oldest = added!.number - maxVersions;
  if (oldest > 0) yield* query(deleteVersions, [id, oldest]);
}

/**
 * Whether the newest version is this state. It is not if a program without versions, of before a
 * migration, wrote the resource.
 */
export function* isNewestVersion(
  { newestVersion }: Statements,
  resource: StoredResource,
): Operation<boolean> {
  const rows = yield* query<ResourceRow>(newestVersion, [resource.kind, resource.id]);
  const [newest] = rows.map(resourceOfRow);
  return newest !== undefined && !hasChanged(newest, resource);
}

/** Of these resources: their newest versions, and how many children of a kind they have. */
export function* listSummaries(
  { summaries }: Statements,
  ids: readonly string[],
  childKind: string,
): Operation<ResourceSummary[]> {
  const rows = yield* query<SummaryRow>(summaries, [JSON.stringify(ids), childKind]);
  return rows.map(summaryOfRow);
}

/** The versions of a resource, newest first. */
export function* listStoredVersions(
  { versions }: Statements,
  { kind, id }: ResourceKey,
): Operation<StoredVersion[]> {
  return (yield* query<VersionRow>(versions, [kind, id])).map(versionOfRow);
}

/** The resource as it was in a version. */
export function* getStoredVersion(
  { version }: Statements,
  { kind, id }: ResourceKey,
  number: number,
): Operation<StoredResource | undefined> {
  const rows = yield* query<ResourceRow>(version, [kind, id, number]);
  return rows.map(resourceOfRow)[0];
}
