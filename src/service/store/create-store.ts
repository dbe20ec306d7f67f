// The store over a database that runs operations.
import { getDeleted, listDeletions } from "./deletion-operations.ts";
import type { Dialect } from "./dialect.ts";
import { type Operation, query } from "./operation.ts";
import {
  getSnapshot,
  insertResource,
  listPart,
  removeResources,
  saveResource,
} from "./resource-operations.ts";
import { type Statements, storeStatements } from "./statements.ts";
import { maxExpiredPerWrite, type Store, type StoredSession } from "./stored-resource.ts";
import { getStoredVersion, listStoredVersions, listSummaries } from "./version-operations.ts";

/** Runs operations. Each call makes its operation anew, because a run can be repeated. */
export interface OperationRunner {
  /** Each read is one statement. */
  read<Result>(operation: () => Operation<Result>): Promise<Result>;
  /** In one transaction, after the write before it. Only the outcome `done` has changed anything. */
  write<Outcome extends { readonly is: string }>(
    operation: () => Operation<Outcome>,
  ): Promise<Outcome>;
  /** In one transaction. */
  writeSession(operation: () => Operation<void>): Promise<void>;
}

/** What each database does in its own way. */
type OwnOperations = "version" | "checkAccess" | "pools" | "close";

/** The operations of a store that are the same for each database. */
export function createStore(
  dialect: Dialect,
  { read, write, writeSession }: OperationRunner,
): Omit<Store, OwnOperations> {
  const statements = storeStatements(dialect);
  return {
    list: (kind, given) => read(() => listPart(statements, kind, given)),
    get: (kind, id) => read(() => getSnapshot(statements, { kind, id })),
    insert: (resource, options) => write(() => insertResource(statements, resource, options)),
    replace: (resource, options) =>
      write(() => saveResource(statements, "update", resource, options)),
    remove: (kind, id, options) => write(() => removeResources(statements, { kind, id }, options)),
    summaries: (ids, childKind) => read(() => listSummaries(statements, ids, childKind)),
    versions: (kind, id) => read(() => listStoredVersions(statements, { kind, id })),
    getVersion: (kind, id, number) =>
      read(() => getStoredVersion(statements, { kind, id }, number)),
    deletions: (kind, given) => read(() => listDeletions(statements, kind, given)),
    getDeletion: (kind, place) => read(() => getDeleted(statements, kind, place)),
    openSession: (session, now) => writeSession(() => openSession(statements, session, now)),
    findSession: (idDigest, now) => read(() => findSession(statements, idDigest, now)),
    closeSession: (idDigest) => writeSession(() => closeSession(statements, idDigest)),
  };
}

function* openSession(
  { deleteExpiredSessions, insertSession }: Statements,
  { idDigest, keyDigest, expiresAt }: StoredSession,
  now: number,
): Operation<void> {
  yield* query(deleteExpiredSessions, [now, maxExpiredPerWrite]);
  yield* query(insertSession, [idDigest, keyDigest, expiresAt]);
}

function* findSession(
  { session }: Statements,
  idDigest: string,
  now: number,
): Operation<string | undefined> {
  const [found] = yield* query<{ key_digest: string }>(session, [idDigest, now]);
  return found?.key_digest;
}

function* closeSession({ deleteSession }: Statements, idDigest: string): Operation<void> {
  yield* query(deleteSession, [idDigest]);
}
