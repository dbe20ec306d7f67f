// Reads and writes resources. Each read is one statement, which sees one state; each write is one
// transaction.
import { hasChanged } from "./has-changed.ts";
import { addDeletions } from "./deletion-operations.ts";
import { isPossibleText, type Operation, query, queryAll, type SqlRequest } from "./operation.ts";
import { linksOf, missingLinks, targetsOf } from "./resource-links.ts";
import { type ListRow, resourceOfRow, type ResourceRow } from "./resource-row.ts";
import type { Statements } from "./statements.ts";
import {
  type InsertOptions,
  type InsertOutcome,
  type ListPart,
  type ListQuery,
  maxExpiredPerWrite,
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
} from "./stored-resource.ts";
import { addVersion, isNewestVersion } from "./version-operations.ts";

/** Reads a part of a list. */
export function* listPart(
  statements: Statements,
  kind: string,
  { parentId, after = 0 }: ListQuery = {},
): Operation<ListPart> {
  const rows = yield* parentId === undefined
    ? query<ListRow>(statements.list, [kind, after])
    : query<ListRow>(statements.listChildren, [kind, after, parentId]);
  const found = new Map<string, StoredResource>();
  const resources: StoredResource[] = [];
  let last: ListRow | undefined;
  for (const row of rows) {
    const resource = resourceOfRow(row);
    found.set(resource.id, resource);
    if (!row.is_listed) continue;
    resources.push(resource);
    last = row;
  }
  return {
    resources,
    targets: targetsOf(resources, (key) => resourceWith(key, found)),
    ...(last?.has_more && { next: Number(last.seq) }),
  };
}

/** Reads a resource with its targets. */
export function* getSnapshot(
  statements: Statements,
  key: ResourceKey,
): Operation<ResourceSnapshot | undefined> {
  const found = yield* readReachable(statements, [key.id]);
  const resource = resourceWith(key, found);
  return (
    resource && { resource, targets: targetsOf([resource], (other) => resourceWith(other, found)) }
  );
}

/** Inserts a resource. A request that was executed before inserts nothing. */
export function* insertResource(
  statements: Statements,
  resource: StoredResource,
  { once, ...options }: InsertOptions = {},
): Operation<InsertOutcome> {
  if (!once) return yield* saveResource(statements, "insert", resource, options);
  const { requestId, bodyDigest, now, responseOf } = once;
  const expiredAt = now - responseLifetimeMs;
  const [stored] = yield* query<StoredResponse>(statements.response, [requestId, expiredAt]);
  if (stored) return { is: "repeated", ...stored };
  const outcome = yield* saveResource(statements, "insert", resource, options);
  if (outcome.is !== "done") return outcome;
  const response = responseOf(outcome.targets);
  yield* queryAll([
    { statement: statements.deleteExpiredResponses, values: [expiredAt, maxExpiredPerWrite] },
    { statement: statements.insertResponse, values: [requestId, bodyDigest, response, now] },
  ]);
  return outcome;
}

/** Inserts or overwrites a resource if its parent and references exist. */
export function* saveResource(
  statements: Statements,
  method: "insert" | "update",
  resource: StoredResource,
  { check, ...version }: WriteOptions = {},
): Operation<SaveOutcome> {
  const { id } = resource;
  const links = linksOf(resource).map((link) => link.id);
  const found = yield* readReachable(statements, method === "update" ? [id, ...links] : links);
  const current = method === "update" ? resourceWith(resource, found) : undefined;
  if (method === "update" && !current) return { is: "absent" };
  const targets = targetsOf([resource], (key) => resourceWith(key, found));
  check?.({ targets, ...(current && { current }) });
  const missing = missingLinks(resource, (link) => resourceWith(link, found) !== undefined);
  if (missing.length > 0) return { is: "dangling", missing };
  const writes = writesOf(statements, method, resource, current);
  if (!current || hasChanged(current, resource)) yield* addVersion(statements, id, version, writes);
  else {
    yield* queryAll(writes);
    if (!(yield* isNewestVersion(statements, resource))) yield* addVersion(statements, id, version);
  }
  return { is: "done", targets };
}

/** The statements that insert or overwrite a resource with its references. */
function writesOf(
  statements: Statements,
  method: "insert" | "update",
  { kind, id, parent, body, references }: StoredResource,
  current: StoredResource | undefined,
): SqlRequest[] {
  const values = [kind, id, parent?.kind ?? null, parent?.id ?? null, JSON.stringify(body)];
  const rows = references.map(({ field, to }, position) => [position, field, to.id]);
  return [
    { statement: statements[method], values },
    ...(current && current.references.length > 0
      ? [{ statement: statements.deleteReferences, values: [id] }]
      : []),
    ...(rows.length > 0
      ? [{ statement: statements.insertReferences, values: [id, JSON.stringify(rows)] }]
      : []),
  ];
}

/** Deletes a resource and its descendants of the cascading kinds, unless others refer to one. */
export function* removeResources(
  statements: Statements,
  key: ResourceKey,
  options: RemoveOptions = {},
): Operation<RemoveOutcome> {
  const { cascadingKinds = [], check } = options;
  const current = resourceWith(key, yield* readReachable(statements, [key.id]));
  if (!current) return { is: "absent" };
  check?.({ current, targets: new Map() });
  const values = [key.kind, key.id, JSON.stringify(cascadingKinds)] as const;
  const users = yield* query<ResourceRow>(statements.users, values);
  if (users.length > 0) return { is: "used", by: users.map(resourceOfRow) };
  yield* addDeletions(statements, values, options);
  yield* queryAll([
    { statement: statements.deleteReferencesOfDeleted, values },
    { statement: statements.delete, values },
  ]);
  return { is: "done" };
}

/** The resources with these ids and all that they refer to, by id. */
function* readReachable(statements: Statements, ids: readonly string[]): Operation<Targets> {
  if (ids.length === 0) return new Map();
  const possible = JSON.stringify(ids.filter(isPossibleText));
  const rows = yield* query<ResourceRow>(statements.reachable, [possible]);
  const resources = rows.map(resourceOfRow);
  return new Map(resources.map((resource) => [resource.id, resource]));
}

function resourceWith({ kind, id }: ResourceKey, found: Targets): StoredResource | undefined {
  const resource = found.get(id);
  return resource?.kind === kind ? resource : undefined;
}
