// The versions of a resource in the store, and their columns, which are those of both databases.
import { readOrigin } from "../../engine/history/origin-header.ts";
import { parseJson } from "../../engine/model/json.ts";
import type { Origin } from "../../engine/model/origin.ts";

/** Who made a write, as far as it is known. */
export interface Writer {
  /** The name of its API key. */
  readonly keyName?: string | undefined;
  readonly origin?: Origin | undefined;
}

/** The state of a resource after a write that changed it. */
export interface StoredVersion extends Writer {
  /** Counts from 1 for each resource. No number is used twice. */
  readonly number: number;
  /**
   * The time of the write, in milliseconds since 1970. Absent if it is unknown: the resource was
   * written before the store had versions.
   */
  readonly writtenAt?: number;
  /** The size of the body as UTF-8. */
  readonly bytes: number;
}

/** A row of the versions of a resource. PostgreSQL returns a bigint as text. */
export interface VersionRow {
  readonly number: number;
  readonly written_at: number | string | null;
  readonly bytes: number;
  readonly key_name: string | null;
  readonly origin: string | null;
}

/** The version in a row. */
export function versionOfRow(row: VersionRow): StoredVersion {
  const { number, written_at, bytes, key_name: keyName } = row;
  const origin = row.origin === null ? undefined : readOrigin(parseJson(row.origin));
  return {
    number,
    ...(written_at !== null && { writtenAt: Number(written_at) }),
    bytes,
    ...(keyName !== null && { keyName }),
    ...(origin && { origin }),
  };
}

/** The columns of a version that say who wrote it: key name and origin. */
export function writerColumns({ keyName, origin }: Writer = {}): [string | null, string | null] {
  return [keyName ?? null, origin ? JSON.stringify(origin) : null];
}

/** What a list says of a resource beside its content. */
export interface ResourceSummary extends Pick<StoredVersion, "writtenAt" | "keyName"> {
  readonly id: string;
  /** How many children of a kind it has. */
  readonly children: number;
}

/** The row of a summary. PostgreSQL returns a bigint as text. */
export interface SummaryRow extends Pick<VersionRow, "written_at" | "key_name"> {
  readonly id: string;
  readonly children: number | string;
}

/** The summary in a row. */
export function summaryOfRow({ id, written_at, key_name, children }: SummaryRow): ResourceSummary {
  return {
    id,
    ...(written_at !== null && { writtenAt: Number(written_at) }),
    ...(key_name !== null && { keyName: key_name }),
    children: Number(children),
  };
}

/** A resource has at most this number of versions: a write deletes older ones. */
export const maxVersions = 50;
