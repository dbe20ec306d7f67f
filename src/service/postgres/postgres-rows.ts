// Reads and writes resources in PostgreSQL. Each read is one statement, which sees one state; the
// caller makes the statements of a write one transaction, which begins with `beginWrite`.
import { hasChanged } from "../store/has-changed.ts";
import { linksOf, missingLinks, targetsOf } from "../store/resource-links.ts";
import type { Query } from "./postgres.ts";
import {
  deleteDeleted,
  deleteExpiredResponses,
  deleteReferences,
  deleteReferencesOfDeleted,
  insertReferences,
  insertResponse,
  insertRow,
  type ListRow,
  resourceOfRow,
  type ResourceRow,
  selectChildren,
  selectKind,
  selectReachable,
  selectResponse,
  selectUsers,
  updateRow,
} from "./postgres-statements.ts";
import { isNewestVersion, writeVersion } from "./postgres-versions.ts";
import {
  type InsertOptions,
  type InsertOutcome,
  type ListPart,
  type ListQuery,
  maxExpiredPerWrite,
  maxPartBytes,
  type RemoveOptions,
  type RemoveOutcome,
  type ResourceKey,
  type ResourceSnapshot,
  responseLifetimeMs,
  type SaveOutcome,
  type StoredResource,
  type StoredResponse,
  type Targets,
  type WriteOptions,
} from "../store/stored-resource.ts";

/** A part of a list has at most this number of resources. Each part looks at one more. */
const maxPartLength = 1_000;

/** Reads a part of a list. */
export async function readPart(
  query: Query,
  kind: string,
  { parentId, after = 0 }: ListQuery = {},
): Promise<ListPart> {
  if (parentId?.includes("\0")) return { resources: [], targets: new Map() };
  const values = [kind, after, maxPartLength, maxPartBytes];
  const rows = await (parentId === undefined
    ? query<ListRow>(selectKind, values)
    : query<ListRow>(selectChildren, [...values, parentId]));
  const listed = rows.filter(({ is_listed }) => is_listed);
  const resources = new Map(rows.map((row) => [row.id, resourceOfRow(row)]));
  const list = listed.map(({ id }) => resources.get(id)!);
  const last = listed.at(-1);
  return {
    resources: list,
    targets: targetsOf(list, (key) => resourceWith(key, resources)),
    ...(last?.has_more && { next: Number(last.seq) }),
  };
}

/** Reads a resource with its targets. */
export async function readSnapshot(
  query: Query,
  { kind, id }: ResourceKey,
): Promise<ResourceSnapshot | undefined> {
  const found = await readReachable(query, [id]);
  const resource = found.get(id);
  if (resource?.kind !== kind) return undefined;
  return { resource, targets: targetsOf([resource], (key) => resourceWith(key, found)) };
}

/** Inserts a resource. A request that was executed before inserts nothing. */
export async function insertResource(
  query: Query,
  resource: StoredResource,
  { once, ...options }: InsertOptions = {},
): Promise<InsertOutcome> {
  if (!once) return writeResource(query, "insert", resource, options);
  const { requestId, bodyDigest, now, responseOf } = once;
  const expiredAt = now - responseLifetimeMs;
  const [stored] = await query<StoredResponse>(selectResponse, [requestId, expiredAt]);
  if (stored) return { is: "repeated", ...stored };
  const outcome = await writeResource(query, "insert", resource, options);
  if (outcome.is !== "done") return outcome;
  await query(deleteExpiredResponses, [expiredAt, maxExpiredPerWrite]);
  await query(insertResponse, [requestId, bodyDigest, responseOf(outcome.targets), now]);
  return outcome;
}

/** Inserts or overwrites a resource if its parent and references exist. */
export async function writeResource(
  query: Query,
  method: "insert" | "update",
  resource: StoredResource,
  { check, ...version }: WriteOptions = {},
): Promise<SaveOutcome> {
  const { kind, id, parent, body, references } = resource;
  const found = await readReachable(query, [id, ...linksOf(resource).map((link) => link.id)]);
  const current = method === "update" ? resourceWith(resource, found) : undefined;
  if (method === "update" && !current) return { is: "absent" };
  const targets = targetsOf([resource], (key) => resourceWith(key, found));
  check?.({ targets, ...(current && { current }) });
  const missing = missingLinks(resource, (link) => resourceWith(link, found) !== undefined);
  if (missing.length > 0) return { is: "dangling", missing };
  const values = [kind, id, parent?.kind ?? null, parent?.id ?? null, JSON.stringify(body)];
  await query(method === "insert" ? insertRow : updateRow, values);
  if (method === "update") await query(deleteReferences, [id]);
  const fields = references.map(({ field }) => field);
  if (fields.length > 0)
    await query(insertReferences, [id, fields, references.map(({ to }) => to.id)]);
  const isStored = current && !hasChanged(current, resource);
  if (!isStored || !(await isNewestVersion(query, resource)))
    await writeVersion(query, id, version);
  return { is: "done", targets };
}

/** Deletes a resource and its descendants of the cascading kinds, unless others refer to one. */
export async function deleteResource(
  query: Query,
  key: ResourceKey,
  { cascadingKinds = [], check }: RemoveOptions = {},
): Promise<RemoveOutcome> {
  const current = resourceWith(key, await readReachable(query, [key.id]));
  if (!current) return { is: "absent" };
  check?.({ current, targets: new Map() });
  const values = [key.kind, key.id, cascadingKinds];
  const users = await query<ResourceRow>(selectUsers, values);
  if (users.length > 0) return { is: "used", by: users.map(resourceOfRow) };
  await query(deleteReferencesOfDeleted, values);
  await query(deleteDeleted, values);
  return { is: "done" };
}

/** The resources with these ids and all that they refer to, by id. No id contains a NUL character. */
async function readReachable(query: Query, ids: readonly string[]): Promise<Targets> {
  const possible = ids.filter((id) => !id.includes("\0"));
  const rows = await query<ResourceRow>(selectReachable, [possible]);
  return new Map(rows.map((row) => [row.id, resourceOfRow(row)]));
}

function resourceWith({ kind, id }: ResourceKey, found: Targets): StoredResource | undefined {
  const resource = found.get(id);
  return resource?.kind === kind ? resource : undefined;
}
