// Errors of PostgreSQL and of the connection to it, as Failures with what to do.
import { failed, type Failure, isFailure } from "../../engine/model/failure.ts";
import { systemMessage } from "../../engine/text/system-message.ts";
import {
  isFull,
  StatementRejected,
  storeFailure,
  StoreUnavailable,
} from "../store/store-failure.ts";

/** An error of the server, or of the connection to it. */
export interface PostgresError extends Error {
  /** SQLSTATE, five characters, or the code of a system error. */
  readonly code?: string;
  readonly severity?: string;
}

/**
 * Classes of SQLSTATE for conditions that end without a change to the service: connection,
 * read-only server, wrong login, missing database, rollback, resources, locks, shutdown, system
 * error. https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const passingConditions = /^(08|25|28|3D|40|53|55|57|58)...$/;

/** Whether a transaction with this error succeeds if it is repeated. */
export function isSerializationFailure(error: unknown): boolean {
  const { code } = error as PostgresError;
  return code === "40001" || code === "40P01";
}

/** Whether the server rejected a COMMIT, so that it is known that nothing was written. */
export function isRejection({ code, severity }: PostgresError): boolean {
  return severity === "ERROR" && code !== undefined && /^(23|40)/.test(code);
}

/** Errors of the database and of the connection as Failures; other errors are bugs. */
export function databaseFailure(store: string, error: PostgresError): Error {
  if (isFull(error)) return storeFailure(store, "used", error);
  if (isPassing(error)) return new StoreUnavailable(store, reasonOf(error));
  const { code, severity } = error;
  if (severity === undefined || code === undefined) return error;
  // The texts of class 22, data exceptions, quote the values of the statement.
  const reason = code.startsWith("22") ? "a value is not valid" : error.message;
  return new StatementRejected(store, reason, code);
}

function isPassing({ code, severity, name }: PostgresError): boolean {
  if (severity !== undefined)
    return passingConditions.test(String(code)) || severity === "FATAL" || severity === "PANIC";
  return name !== "TypeError" && name !== "RangeError"; // the client reports lost connections as Error
}

/** The Failure for an error when the store is opened. */
export function openingFailure(store: string, error: Error): Failure {
  const { reason = reasonOf(error) } = error as { readonly reason?: string };
  if (isFailure(error) && !("reason" in error)) return error;
  const message = `The store ${store} cannot be opened: ${reason}.`;
  return failed("store", message, openingHint(reason));
}

/** The text of an error; `SASL:` and the name of its step say nothing about the cause. */
function messageOf(error: PostgresError): string {
  return /client password must be/.test(error.message)
    ? "the server asks for a password, and none is set"
    : systemMessage(error);
}

/** The client's own messages that do not say what happened. */
const clientMessages: Readonly<Record<string, string>> = {
  "timeout exceeded when trying to connect": "no free connection in time",
  "Connection terminated due to connection timeout": "connection timed out",
  "Connection terminated unexpectedly": "the connection was closed",
  "Query read timeout": "no response in time",
  "The server does not support SSL connections": "the server does not support TLS",
};

/** The reason of an error, as the end of a sentence without its full stop. */
export function reasonOf(error: PostgresError): string {
  return clientMessages[error.message] ?? messageOf(error);
}

const hints: readonly (readonly [RegExp, string])[] = [
  [
    /no pg_hba.conf entry.*no encryption|SSL connection is required/i,
    "The server requires TLS: add ?sslmode=verify-full to the URL.",
  ],
  [
    /does not support TLS/,
    "The server has no TLS: remove sslmode from the URL, or enable TLS there.",
  ],
  [
    /certificate's altnames/,
    "The certificate is for another host: correct the host in the URL, or the certificate.",
  ],
  [/certificate has expired/, "Renew the certificate of the server."],
  [/certificate/, "Add the certificate of the server's authority to the URL: sslrootcert=FILE."],
  [/none is set/, "Set PGPASSWORD, or write the password in the URL."],
  [
    /password|role .* does not exist/,
    "Correct the user and the password in the URL, or set PGPASSWORD.",
  ],
  [/database ".*" does not exist/, "Create the database first, for example with createdb."],
  [
    /permission denied for database/,
    "Give the user the privilege CREATE on the database, or create the schema promptctl for the user: see docs/postgresql.md.",
  ],
  [
    /permission denied for|must be owner of/,
    "Give the user the privileges on the schema promptctl and its tables: see docs/postgresql.md.",
  ],
  [
    /^relation ".*" already exists/,
    "The schema promptctl contains tables of another program, or a part of a restored backup. Use an empty database.",
  ],
  [
    /^relation ".*" does not exist/,
    "Tables of the schema promptctl are missing: restore a backup into an empty database.",
  ],
  [/timed out|in time/, "Check the host and the port, and that no firewall blocks the connection."],
];

function openingHint(reason: string): string {
  const [, hint] = hints.find(([pattern]) => pattern.test(reason)) ?? [];
  return hint ?? "Check that PostgreSQL is running and that the host and the port are correct.";
}
