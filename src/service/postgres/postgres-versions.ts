// The versions of resources in PostgreSQL.
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
import type { Query, Statement } from "./postgres.ts";
import { referencesOfResource, resourceOfRow, type ResourceRow } from "./postgres-statements.ts";
import {
  type ResourceKey,
  type StoredResource,
  type WriteOptions,
} from "../store/stored-resource.ts";

/** From id, time, number of versions, key name and origin: the present state of the resource is its next version. */
const insertVersion: Statement = {
  name: "insert-version",
  text: `WITH last AS (
      SELECT coalesce(max(number), 0) AS number FROM promptctl.versions WHERE resource_id = $1
    ), deleted AS (
      DELETE FROM promptctl.versions USING last
      WHERE resource_id = $1 AND versions.number <= last.number + 1 - $3::integer
    )
    INSERT INTO promptctl.versions
      (resource_id, number, written_at, key_name, origin,
        parent_kind, parent_id, body, resource_references)
    SELECT id, last.number + 1, $2::bigint, $4::text, $5::text, parent_kind, parent_id, body, ${referencesOfResource}
    FROM promptctl.resources, last WHERE id = $1`,
};

const selectVersions: Statement = {
  name: "versions",
  text: `SELECT number, written_at, key_name, origin, octet_length(versions.body) AS bytes
    FROM promptctl.versions JOIN promptctl.resources ON id = resource_id
    WHERE kind = $1 AND id = $2 ORDER BY number DESC`,
};

/** From ids and the kind of children. */
const selectSummaries: Statement = {
  name: "summaries",
  text: `SELECT id, written_at, key_name, (
      SELECT count(*) FROM promptctl.resources AS child
      WHERE child.parent_id = resources.id AND child.kind = $2
    ) AS children
    FROM promptctl.resources LEFT JOIN promptctl.versions ON resource_id = id
      AND number = (SELECT max(number) FROM promptctl.versions WHERE resource_id = id)
    WHERE id = ANY ($1::text[])`,
};

/** From kind and id: the resource as it was in its versions. */
const statesOfResource = `SELECT kind, id, versions.parent_kind, versions.parent_id, versions.body,
      resource_references AS references
    FROM promptctl.versions JOIN promptctl.resources ON id = resource_id
    WHERE kind = $1 AND id = $2`;

const selectVersion: Statement = {
  name: "version-of-resource",
  text: `${statesOfResource} AND number = $3::bigint`,
};

const selectNewest: Statement = {
  name: "newest-version",
  text: `${statesOfResource} ORDER BY number DESC LIMIT 1`,
};

/** Stores the present state of a resource as its newest version, and deletes the oldest ones. */
export async function writeVersion(
  query: Query,
  id: string,
  { now, writer }: Pick<WriteOptions, "now" | "writer">,
): Promise<void> {
  await query(insertVersion, [id, now ?? null, maxVersions, ...writerColumns(writer)]);
}

/**
 * Whether the newest version is this state. It is not if a program without versions, of before a
 * migration, wrote the resource.
 */
export async function isNewestVersion(query: Query, resource: StoredResource): Promise<boolean> {
  const rows = await query<ResourceRow>(selectNewest, [resource.kind, resource.id]);
  const [newest] = rows.map(resourceOfRow);
  return newest !== undefined && !hasChanged(newest, resource);
}

/** Of these resources: their newest versions, and how many children of a kind they have. */
export async function readSummaries(
  query: Query,
  ids: readonly string[],
  childKind: string,
): Promise<ResourceSummary[]> {
  return (await query<SummaryRow>(selectSummaries, [ids, childKind])).map(summaryOfRow);
}

/** The versions of a resource, newest first. */
export async function readVersions(
  query: Query,
  { kind, id }: ResourceKey,
): Promise<StoredVersion[]> {
  if (id.includes("\0")) return [];
  return (await query<VersionRow>(selectVersions, [kind, id])).map(versionOfRow);
}

/** The resource as it was in a version. */
export async function readVersion(
  query: Query,
  { kind, id }: ResourceKey,
  number: number,
): Promise<StoredResource | undefined> {
  if (id.includes("\0")) return undefined;
  const rows = await query<ResourceRow>(selectVersion, [kind, id, number]);
  return rows.map(resourceOfRow)[0];
}
