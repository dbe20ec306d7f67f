// What the errors of PostgreSQL and of its client become: when the store is opened, and later.
import { expect, it } from "vitest";
import { isFailure, messageWithHint } from "../../../src/engine/model/failure.ts";
import { openingFailure, databaseFailure } from "../../../src/service/postgres/postgres-failure.ts";

const url = "postgres://jo@db/prompts";
const errorOf = (message: string, fields: object = {}): Error =>
  Object.assign(new Error(message), fields);
const rejected = (code: string, message: string): Error =>
  errorOf(message, { code, severity: "ERROR", detail: "SECRET" });

it.each<[Error, string]>([
  [
    errorOf(
      "Hostname/IP does not match certificate's altnames: Host: db. is not in the cert's altnames",
      { code: "ERR_TLS_CERT_ALTNAME_INVALID" },
    ),
    "Hostname/IP does not match certificate's altnames: Host: db. is not in the cert's altnames.\nThe certificate is for another host: correct the host in the URL, or the certificate.",
  ],
  [
    errorOf("certificate has expired", { code: "CERT_HAS_EXPIRED" }),
    "certificate has expired.\nRenew the certificate of the server.",
  ],
  [
    errorOf("self-signed certificate", { code: "DEPTH_ZERO_SELF_SIGNED_CERT" }),
    "self-signed certificate.\nAdd the certificate of the server's authority to the URL: sslrootcert=FILE.",
  ],
  [
    errorOf("The server does not support SSL connections"),
    "the server does not support TLS.\nThe server has no TLS: remove sslmode from the URL, or enable TLS there.",
  ],
  [
    errorOf("SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string"),
    "the server asks for a password, and none is set.\nSet PGPASSWORD, or write the password in the URL.",
  ],
  [
    errorOf("Connection terminated due to connection timeout"),
    "connection timed out.\nCheck the host and the port, and that no firewall blocks the connection.",
  ],
  [
    rejected("42501", "permission denied for schema promptctl"),
    "permission denied for schema promptctl.\nGive the user the privileges on the schema promptctl and its tables: see docs/postgresql.md.",
  ],
  [
    rejected("42P07", 'relation "resources" already exists'),
    'relation "resources" already exists.\nThe schema promptctl contains tables of another program, or a part of a restored backup. Use an empty database.',
  ],
  [
    errorOf("connect ECONNREFUSED 127.0.0.1:1", { code: "ECONNREFUSED" }),
    "connection refused.\nCheck that PostgreSQL is running and that the host and the port are correct.",
  ],
])("when the store is opened: %s", (error, text) => {
  const failure = openingFailure(url, databaseFailure(url, error));
  expect(messageWithHint(failure)).toBe(`The store ${url} cannot be opened: ${text}`);
});

it.each<[Error, string]>([
  [
    rejected("42501", "permission denied for table resources"),
    `The store ${url} rejected a statement: permission denied for table resources (SQLSTATE 42501).`,
  ],
  [
    rejected("22P02", 'invalid input syntax for type bigint: "SECRET"'),
    `The store ${url} rejected a statement: a value is not valid (SQLSTATE 22P02).`,
  ],
  [
    rejected("53100", "could not extend file: No space left on device"),
    `The store ${url} cannot be used: could not extend file: No space left on device.\nFree some space on the disk and run the same command again.`,
  ],
  [
    rejected("57P01", "terminating connection due to administrator command"),
    `The store ${url} cannot be used: terminating connection due to administrator command.`,
  ],
])("while the store is used: %s", (error, text) => {
  expect(messageWithHint(databaseFailure(url, error) as never)).toBe(text);
});

it("a bug is no failure", () => {
  expect(isFailure(databaseFailure(url, new TypeError("x is not a function")))).toBe(false);
});
