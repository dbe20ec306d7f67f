// The entry that a deletion leaves.
import type { Writer } from "./stored-version.ts";

/** A resource that was deleted, without its content. */
export interface StoredDeletion extends Writer {
  /** Later deletions have higher ones. */
  readonly place: number;
  readonly id: string;
  /** The text in the field `name` of its body. */
  readonly name?: string;
  /** In milliseconds since 1970. */
  readonly deletedAt: number;
  /** The size of the body as UTF-8. */
  readonly bytes: number;
}

/** Which deletions are read. */
export interface DeletionQuery {
  /** The time of the request, in milliseconds since 1970. */
  readonly now: number;
  /** Only those of resources with this name. */
  readonly name?: string | undefined;
}

/** Each kind has at most this number of deletions: a deletion deletes older ones. */
export const maxDeletions = 1_000;

/** How long a deletion is kept, in milliseconds: 90 days. */
export const deletionLifetimeMs: number = 90 * 24 * 60 * 60 * 1000;
