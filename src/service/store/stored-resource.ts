// The interface of the store: its resources, as plain data, and its operations. Each operation is one
// transaction that returns all that its response needs.
import type { JsonObject } from "../../engine/model/json.ts";
import type { DeletionQuery, StoredDeletion } from "./stored-deletion.ts";
import type { ResourceSummary, StoredVersion, Writer } from "./stored-version.ts";

/** Identifies a resource. */
export interface ResourceKey {
  readonly kind: string;
  readonly id: string;
}

export interface StoredResource {
  readonly kind: string;
  /** Unique across all kinds. */
  readonly id: string;
  readonly parent?: ResourceKey;
  /** The resource's fields without id, parent and references. */
  readonly body: JsonObject;
  /** In the order of the request body. */
  readonly references: readonly StoredReference[];
}

export interface StoredReference {
  readonly field: string;
  readonly to: ResourceKey;
}

/** The resources that others refer to, directly or through further references, by id. */
export type Targets = ReadonlyMap<string, StoredResource>;

/** A resource and its targets, of one state of the store. */
export interface ResourceSnapshot {
  readonly resource: StoredResource;
  readonly targets: Targets;
}

/** Which part of a list is read. */
export interface ListQuery {
  /** Only the children of this parent. */
  readonly parentId?: string;
  /** The `next` of the part before; absent for the first part. */
  readonly after?: number;
}

/** The part of a list that is read in one transaction: a whole short list, or part of a long one. */
export interface ListPart {
  /** In order of creation. */
  readonly resources: readonly StoredResource[];
  readonly targets: Targets;
  /** Absent if the list ends here. */
  readonly next?: number;
}

/** What a write finds in the store, in its own transaction. */
export interface WriteState {
  /** The stored resource with the same kind and id; absent for an insert. */
  readonly current?: StoredResource;
  /** The targets of the new resource that exist; none for a removal. */
  readonly targets: Targets;
}

/** Options of a write. */
export interface WriteOptions {
  /** Kept with the version, or the deletion, that the write adds. */
  readonly writer?: Writer;
  /** The time of the version, or the deletion, that the write adds. */
  readonly now?: number;
  /** Runs in the transaction before the write. If it throws, the write is rolled back. */
  readonly check?: (state: WriteState) => void;
}

export interface RemoveOptions extends WriteOptions {
  /** The kinds of descendants that are removed too. */
  readonly cascadingKinds?: readonly string[];
}

/** Identifies a request that is executed at most once within 24 hours. */
export interface RequestIdentity {
  readonly requestId: string;
  /** The digest of its body. */
  readonly bodyDigest: string;
  /** The time of the request, in milliseconds since 1970. */
  readonly now: number;
}

interface OnceRequest extends RequestIdentity {
  /** Returns the response body, which is stored. Runs in the transaction after the write. */
  responseOf(targets: Targets): string;
}

export interface InsertOptions extends WriteOptions {
  /** Absent: each call inserts. */
  readonly once?: OnceRequest;
}

/** The stored response of a request that was executed before; the store is unchanged. */
export interface StoredResponse {
  readonly bodyDigest: string;
  readonly response: string;
}

export type InsertOutcome = SaveOutcome | ({ readonly is: "repeated" } & StoredResponse);

/** How long the response of a request is stored, in milliseconds: 24 hours. */
export const responseLifetimeMs: number = 24 * 60 * 60 * 1000;

/** A request or session that is stored deletes at most this number of expired ones. */
export const maxExpiredPerWrite = 100;

/** The resource does not exist; the store is unchanged. */
interface Absent {
  readonly is: "absent";
}

/** The outcome of an insert or a replacement; every outcome except `done` left the store unchanged. */
export type SaveOutcome =
  | { readonly is: "done"; readonly targets: Targets }
  | Absent
  /** Parents and references that do not exist, without repeats. */
  | { readonly is: "dangling"; readonly missing: readonly ResourceKey[] };

/** The outcome of a removal; every outcome except `done` left the store unchanged. */
export type RemoveOutcome =
  | { readonly is: "done" }
  | Absent
  /** Other resources refer to one that would be removed. */
  | { readonly is: "used"; readonly by: readonly StoredResource[] };

/** A login to the page. The session id and the API key are stored as digests only. */
export interface StoredSession {
  /** The SHA-256 of the session id. */
  readonly idDigest: string;
  /** The digest of the API key that opened the session. */
  readonly keyDigest: string;
  /** In milliseconds since 1970: from then on, the session is not found. */
  readonly expiresAt: number;
}

/** The connections to a database for one purpose. */
export interface PoolState {
  readonly pool: "read" | "write";
  readonly idle: number;
  readonly busy: number;
  /** Requests that wait for a connection. */
  readonly waiting: number;
}

export interface Store {
  list(kind: string, query?: ListQuery): Promise<ListPart>;
  get(kind: string, id: string): Promise<ResourceSnapshot | undefined>;
  insert(resource: StoredResource, options?: InsertOptions): Promise<InsertOutcome>;
  /** Overwrites the resource with the same kind and id; its position in lists does not change. */
  replace(resource: StoredResource, options?: WriteOptions): Promise<SaveOutcome>;
  /** Removes a resource and its descendants of the cascading kinds. */
  remove(kind: string, id: string, options?: RemoveOptions): Promise<RemoveOutcome>;
  /** Of the resources with these ids: their newest versions, and how many children of a kind they have. */
  summaries(ids: readonly string[], childKind: string): Promise<readonly ResourceSummary[]>;
  /** The versions of a resource, newest first; none if the resource does not exist. */
  versions(kind: string, id: string): Promise<readonly StoredVersion[]>;
  /**
   * The resource as it was in a version; undefined if there is no such version. It can refer to
   * resources that were deleted later.
   */
  getVersion(kind: string, id: string, number: number): Promise<StoredResource | undefined>;
  /** The deletions of a kind that are kept, newest first. */
  deletions(kind: string, query: DeletionQuery): Promise<readonly StoredDeletion[]>;
  /** The resource as it was when it was deleted. */
  getDeletion(kind: string, place: number): Promise<StoredResource | undefined>;
  /**
   * Stores a session, and deletes at most `maxExpiredPerWrite` sessions that are expired at `now`, in
   * milliseconds since 1970.
   */
  openSession(session: StoredSession, now: number): Promise<void>;
  /** The key digest of a session; undefined if there is none, or if it is expired at `now`. */
  findSession(idDigest: string, now: number): Promise<string | undefined>;
  /** Deletes a session, if there is one. */
  closeSession(idDigest: string): Promise<void>;
  /**
   * A text that changes with every write of a resource, by this store or by another process on its
   * data. With SQLite, it also changes with sessions, and each opening of the file has texts of its own.
   */
  version(): Promise<string>;
  /**
   * Rejects with a Failure if the resources cannot be read, or if the user of the database lacks a
   * privilege that writes need.
   */
  checkAccess(): Promise<void>;
  /** The current use of the connections; none for a file. */
  pools(): PoolState[];
  /** Every later call fails. */
  close(): Promise<void>;
}

/**
 * A part of a list ends after this many bytes of bodies, so that a long list needs little memory, and other
 * requests wait 10 ms for it.
 */
export const maxPartBytes: number = 1024 * 1024;
