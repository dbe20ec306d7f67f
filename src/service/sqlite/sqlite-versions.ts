// The versions of resources in a SQLite database. The caller makes each call one transaction.
import {
  maxVersions,
  type ResourceSummary,
  type StoredVersion,
  type SummaryRow,
  summaryOfRow,
  type VersionRow,
  versionOfRow,
  writerColumns,
} from "../store/stored-version.ts";
import { hasChanged } from "../store/has-changed.ts";
import { type Statements, toResource } from "./sqlite-statements.ts";
import {
  type ResourceKey,
  type StoredResource,
  type WriteOptions,
} from "../store/stored-resource.ts";

/** Stores the present state of a resource as its newest version, and deletes the oldest ones. */
export function insertVersion(
  statements: Statements,
  id: string,
  { now, writer }: Pick<WriteOptions, "now" | "writer">,
): void {
  const { insert, deleteOld } = statements.versions();
  insert.run(now ?? null, ...writerColumns(writer), id);
  deleteOld.run(id, id, maxVersions);
}

/**
 * Whether the newest version is this state. It is not if a program without versions, of before a
 * migration, wrote the resource.
 */
export function isNewestVersion(statements: Statements, resource: StoredResource): boolean {
  const { kind, id } = resource;
  const [newest] = statements.versions().selectNewest.all(kind, id).map(toResource);
  return newest !== undefined && !hasChanged(newest, resource);
}

/** The versions of a resource, newest first. */
export function selectVersions(statements: Statements, { kind, id }: ResourceKey): StoredVersion[] {
  return (statements.versions().selectAll.all(kind, id) as VersionRow[]).map(versionOfRow);
}

/** Of these resources: their newest versions, and how many children of a kind they have. */
export function selectSummaries(
  statements: Statements,
  ids: readonly string[],
  childKind: string,
): ResourceSummary[] {
  const rows = statements.versions().selectSummaries.all(childKind, JSON.stringify(ids));
  return (rows as SummaryRow[]).map(summaryOfRow);
}

/** The resource as it was in a version. */
export function selectVersion(
  statements: Statements,
  { kind, id }: ResourceKey,
  number: number,
): StoredResource | undefined {
  return statements.versions().selectOne.all(kind, id, number).map(toResource)[0];
}
