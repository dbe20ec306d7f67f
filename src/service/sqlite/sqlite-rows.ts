// Reads and writes resources in a SQLite database. The caller makes each call one transaction.
import { hasChanged } from "../store/has-changed.ts";
import { missingLinks, targetsOf } from "../store/resource-links.ts";
import { type Row, type Statements, toResource } from "./sqlite-statements.ts";
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
import { insertVersion, isNewestVersion } from "./sqlite-versions.ts";

/** Rows are read in groups of this size until the part of a list is full. */
const rowsPerGroup = 16;

/** Reads a part of a list. */
export function selectPart(
  statements: Statements,
  kind: string,
  { parentId, after = 0 }: ListQuery = {},
): ListPart {
  const resources: StoredResource[] = [];
  let next: number | undefined = after;
  for (let bytes = 0; next !== undefined && bytes < maxPartBytes;) {
    const rows: unknown[] =
      parentId === undefined
        ? statements.selectKind.all(kind, next, rowsPerGroup)
        : statements.selectChildren.all(kind, parentId, next, rowsPerGroup);
    if (rows.length < rowsPerGroup) next = undefined;
    for (const row of rows as Row[]) {
      resources.push(toResource(row));
      bytes += row.body.byteLength;
      if (next !== undefined) next = row.seq;
    }
  }
  const targets = selectTargets(statements, resources);
  return { resources, targets, ...(next !== undefined && { next }) };
}

/** Reads a resource with its targets. */
export function selectSnapshot(
  statements: Statements,
  key: ResourceKey,
): ResourceSnapshot | undefined {
  const resource = selectResource(statements, key);
  return resource && { resource, targets: selectTargets(statements, [resource]) };
}

function selectResource(
  statements: Statements,
  { kind, id }: ResourceKey,
): StoredResource | undefined {
  return statements.selectOne.all(kind, id).map(toResource)[0];
}

function selectTargets(statements: Statements, resources: readonly StoredResource[]): Targets {
  return targetsOf(resources, (key) => selectResource(statements, key));
}

/** Inserts a resource. A request that was executed before inserts nothing. */
export function insertRows(
  statements: Statements,
  resource: StoredResource,
  { once, ...options }: InsertOptions = {},
): InsertOutcome {
  if (!once) return saveRows(statements, "insert", resource, options);
  const { requestId, bodyDigest, now, responseOf } = once;
  const { select, insert, deleteExpired } = statements.responses();
  const expiredAt = now - responseLifetimeMs;
  const [stored] = select.all(requestId, expiredAt) as StoredResponse[];
  if (stored) return { is: "repeated", ...stored };
  const outcome = saveRows(statements, "insert", resource, options);
  if (outcome.is !== "done") return outcome;
  deleteExpired.run(expiredAt, maxExpiredPerWrite);
  insert.run(requestId, bodyDigest, responseOf(outcome.targets), now);
  return outcome;
}

/** Inserts or overwrites a resource if its parent and references exist. */
export function saveRows(
  statements: Statements,
  statement: "insert" | "update",
  resource: StoredResource,
  { check, ...version }: WriteOptions = {},
): SaveOutcome {
  const { id, kind, parent, body, references } = resource;
  const current = statement === "update" ? selectResource(statements, resource) : undefined;
  if (statement === "update" && !current) return { is: "absent" };
  const targets = selectTargets(statements, [resource]);
  check?.({ targets, ...(current && { current }) });
  const missing = missingLinks(
    resource,
    (key) => targets.get(key.id)?.kind === key.kind || !!selectResource(statements, key),
  );
  if (missing.length > 0) return { is: "dangling", missing };
  const parentColumns = [parent?.kind ?? null, parent?.id ?? null];
  statements[statement].run(...parentColumns, JSON.stringify(body), kind, id);
  statements.deleteReferences.run(id);
  for (const [position, { field, to }] of references.entries())
    statements.insertReference.run(id, position, field, to.id);
  const isStored = current && !hasChanged(current, resource);
  if (!isStored || !isNewestVersion(statements, resource)) insertVersion(statements, id, version);
  return { is: "done", targets };
}

/** Deletes a resource and its descendants of the cascading kinds, unless others refer to one. */
export function removeRows(
  statements: Statements,
  key: ResourceKey,
  { cascadingKinds = [], check }: RemoveOptions = {},
): RemoveOutcome {
  const current = selectResource(statements, key);
  if (!current) return { is: "absent" };
  check?.({ current, targets: new Map() });
  const parameters = [key.kind, key.id, JSON.stringify(cascadingKinds)];
  const users = statements.selectUsers.all(...parameters);
  if (users.length > 0) return { is: "used", by: users.map(toResource) };
  statements.delete.run(...parameters);
  return { is: "done" };
}
