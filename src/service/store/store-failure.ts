// Errors of the store's file, as Failures with its path and what to do.
import { failed, Failure, isFailure, isNamed } from "../../engine/model/failure.ts";
import { systemMessage } from "../../engine/text/system-message.ts";

/** The file contains something that this program cannot have written. */
export class DamagedStore extends Error {
  override readonly name = "DamagedStore";
}

/** Runs a function and throws errors of the file as a Failure. Other errors are bugs. */
export async function withStoreFailure<Result>(
  path: string,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw isFileError(error) ? storeFailure(path, "used", error) : error;
  }
}

/** The Failure for an error of the store's file. */
export function storeFailure(path: string, verb: "opened" | "used", error: unknown): Failure {
  if (isFailure(error)) return error;
  if (codeOf(error).startsWith("SQLITE_NOTADB"))
    return failed(
      "store",
      `The store ${path} is not a SQLite database.`,
      "Name the file of a store, or restore the store from a backup.",
    );
  const reason = systemMessage(error) || "unknown reason";
  if (isDamage(error))
    return failed(
      "store",
      `The store ${path} is damaged: ${reason}.`,
      "Restore it from a backup, or delete it and run apply to create it again.",
    );
  if (isBusy(error)) return new StoreUnavailable(path, reason, lockHint);
  return failed(
    isFull(error) ? "store-full" : "store",
    `The store ${path} cannot be ${verb}: ${reason}.`,
    diskHint(error),
  );
}

const lockHint =
  "Another program has locked the file. Close it or wait until it ends, then run the same command again.";

/** Whether an error comes from the file, its folder or its disk. */
export function isFileError(error: unknown): boolean {
  return (
    isNamed<DamagedStore>(error, "DamagedStore") ||
    /^(SQLITE_(CORRUPT|NOTADB|FULL|IOERR|CANTOPEN|READONLY|PERM|BUSY|NOMEM)|E[A-Z]+$)/.test(
      codeOf(error),
    )
  );
}

function isDamage(error: unknown): boolean {
  return isNamed<DamagedStore>(error, "DamagedStore") || codeOf(error).startsWith("SQLITE_CORRUPT");
}

/**
 * What to do about an error of the disk, by its code. SQLite reports some full disks as I/O errors.
 */
function diskHint(error: unknown): string | undefined {
  const code = codeOf(error);
  if (isFull(error)) return "Free some space on the disk and run the same command again.";
  if (code.startsWith("SQLITE_IOERR"))
    return "Check that the disk has free space and works, then run the same command again.";
  // libsql has no name for SQLITE_READONLY_DIRECTORY.
  if (/^(EACCES|EPERM|SQLITE_(READONLY|PERM)|UNKNOWN_SQLITE_ERROR_1544$)/.test(code))
    return "Check the owner and the permissions of the file and its folder.";
  return undefined;
}

/** Whether the disk of a file or of PostgreSQL (SQLSTATE 53100) is full. */
export function isFull(error: unknown): boolean {
  return /^(SQLITE_FULL|ENOSPC|EDQUOT|53100)/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return String((error as { readonly code?: unknown }).code);
}

/** The store cannot be used now, and nothing was written: the request can be sent again. */
export class StoreUnavailable extends Failure {
  /** As the end of a sentence without its full stop. */
  readonly reason: string;

  constructor(store: string, reason: string, hint?: string) {
    const message = `The store ${store} cannot be used: ${reason}.`;
    super("failed", "store-unavailable", message, hint);
    this.reason = reason;
  }
}

/** The database rejected a statement: a privilege or a table is missing. Repeating it is of no use. */
export class StatementRejected extends Failure {
  /** As the end of a sentence without its full stop. */
  readonly reason: string;

  constructor(store: string, reason: string, sqlState: string) {
    const message = `The store ${store} rejected a statement: ${reason} (SQLSTATE ${sqlState}).`;
    super("failed", "statement-rejected", message);
    this.reason = reason;
  }
}

/** The connection was lost after a write was sent: it may have been executed. */
export function storeResultUnknown(store: string, reason: string): Failure {
  return failed("store-result-unknown", `The store ${store} may have executed a write: ${reason}.`);
}

/** Recognizes a StoreUnavailable by its fields. */
export function isStoreUnavailable(error: unknown): error is StoreUnavailable {
  return isFailure(error) && error.code === "store-unavailable";
}

/** Recognizes the error of a write that may have been executed. */
export function isResultUnknown(error: unknown): boolean {
  return isFailure(error) && error.code === "store-result-unknown";
}

/** The store cannot be opened by this program. */
export function unusableStore(message: string, hint: string): Failure {
  return failed("store", message, hint);
}

/** Throws a Failure if the store has a later version than this program writes. */
export function refuseNewerStore(store: string, version: number, supported: number): void {
  if (version > supported)
    throw unusableStore(
      `The store ${store} was written by a newer promptctl (store version ${version}, supported up to ${supported}).`,
      "Update promptctl or use another store.",
    );
}

/** Throws a Failure unless a store that is copied has the tables of this version. */
export function refuseOtherVersion(store: string, isCurrent: boolean): void {
  if (!isCurrent)
    throw unusableStore(
      `The store ${store} is empty, or was written by an older promptctl.`,
      "Name another store. If it is older, start promptctl serve with it once, which migrates it.",
    );
}

/** Whether another connection has locked the file. */
export function isBusy(error: unknown): boolean {
  return codeOf(error).startsWith("SQLITE_BUSY");
}
