// The versions of a resource in the store, and their columns, which are those of both databases.
import { readOrigin, readVerifiedRun } from "../../engine/history/origin-header.ts";
import { type Json, parseJson } from "../../engine/model/json.ts";
import type { Origin, VerifiedRun } from "../../engine/model/origin.ts";

/** Who made a write, as far as it is known. */
export interface Writer {
  /** The name of its API key. */
  readonly keyName?: string | undefined;
  readonly origin?: Origin | undefined;
  /** The run that its token proves. */
  readonly verifiedRun?: VerifiedRun | undefined;
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
export interface VersionRow extends WriterRow {
  readonly number: number;
  readonly written_at: number | string | null;
  readonly bytes: number;
}

/** The columns that say who made a write. */
export interface WriterRow {
  readonly key_name: string | null;
  readonly origin: string | null;
  readonly verified_run: string | null;
}

/** The version in a row. */
export function versionOfRow(row: VersionRow): StoredVersion {
  const { number, written_at, bytes } = row;
  return {
    number,
    ...(written_at !== null && { writtenAt: Number(written_at) }),
    bytes,
    ...writerOfRow(row),
  };
}

/** The writer in a row. */
export function writerOfRow({ key_name: keyName, ...row }: WriterRow): Writer {
  const read = <Value>(text: string | null, of: (value: Json | undefined) => Value) =>
    text === null ? undefined : of(parseJson(text));
  const origin = read(row.origin, readOrigin);
  const verifiedRun = read(row.verified_run, readVerifiedRun);
  return {
    ...(keyName !== null && { keyName }),
    ...(origin && { origin }),
    ...(verifiedRun && { verifiedRun }),
  };
}

/** The columns that say who made a write, in the order of the statements: key name, origin, verified run. */
export function writerColumns({ keyName, origin, verifiedRun }: Writer = {}): (string | null)[] {
  const textOf = (value: object | undefined) => (value ? JSON.stringify(value) : null);
  return [keyName ?? null, textOf(origin), textOf(verifiedRun)];
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
