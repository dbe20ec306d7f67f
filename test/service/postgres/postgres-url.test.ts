// The URL of a PostgreSQL database: settings of the client, and messages without the password.
import { describe, expect, it } from "vitest";
import { messageWithHint } from "../../../src/engine/model/failure.ts";
import {
  clientSettings,
  preparesStatements,
  publicUrl,
  withSslMode,
} from "../../../src/service/postgres/postgres-url.ts";

const base = "postgres://jo:s%40fe@db.example.com:6432/prompts";

describe("settings", () => {
  it("user, password, host, port and database come from the URL", () => {
    expect(clientSettings(base)).toMatchObject({
      user: "jo",
      password: "s@fe",
      host: "db.example.com",
      port: 6432,
      database: "prompts",
    });
    expect(clientSettings(base).ssl).toBe(false);
  });

  it.each<[string, unknown]>([
    ["disable", false],
    ["require", { rejectUnauthorized: false }],
    ["verify-full", {}],
  ])("sslmode=%s", (mode, ssl) => {
    expect(clientSettings(`${base}?sslmode=${mode}`).ssl).toEqual(ssl);
  });

  it.each<[string, string | undefined, unknown]>([
    [base, "verify-full", {}],
    [`${base}?sslmode=disable`, "verify-full", false],
    [base, "", false],
    [base, undefined, false],
  ])("%s with PGSSLMODE=%s: the parameter counts more", (url, mode, ssl) => {
    expect(clientSettings(withSslMode(url, mode)).ssl).toEqual(ssl);
  });

  it("PGSSLMODE with another mode is wrong usage", () => {
    expect(() => withSslMode(base, "prefer")).toThrow("PGSSLMODE=prefer is not supported.");
  });

  it("a Unix socket is a percent-encoded host", () => {
    expect(clientSettings("postgres://jo@%2Frun%2Fpostgresql/prompts")).toMatchObject({
      user: "jo",
      host: "/run/postgresql",
      database: "prompts",
    });
  });

  it("prepare=false turns prepared statements off", () => {
    expect([base, `${base}?prepare=false`].map(preparesStatements)).toEqual([true, false]);
  });
});

it.each<[string, string]>([
  [`${base}?sslmode=verify-full`, "postgres://jo@db.example.com:6432/prompts"],
  ["postgresql://localhost/prompts", "postgresql://localhost/prompts"],
])("%s in a message: %s", (url, text) => {
  expect(publicUrl(url)).toBe(text);
});

const invalid =
  "The URL of the store is not valid.\nWrite postgres://USER@HOST:5432/DATABASE, with the password in PGPASSWORD. In a URL, percent-encode special characters of the password, for example @ as %40.";
const known =
  "Use only sslmode, sslrootcert, sslcert, sslkey, application_name and prepare. User and password are in front of the host.";

it.each<[string, string]>([
  ["postgres://jo:SEC#RET@db/prompts", invalid],
  ["postgres:/jo:SECRET@127.0.0.1:45422/prompts", invalid],
  ["postgres:jo:SECRET@127.0.0.1:45422/prompts", invalid],
  ["postgresql:/jo:SECRET@127.0.0.1:45422/prompts", invalid],
  ["postgres//jo:SECRET@127.0.0.1:45422/prompts", invalid],
  ["postgres://jo:12/SECRET@127.0.0.1:45422/prompts", invalid],
  ["postgres://jo:12?SECRET@127.0.0.1:45422/prompts", invalid],
  ["postgres://jo:12#SECRET@127.0.0.1:45422/prompts", invalid],
  ["postgres://jo:SEC/RET@127.0.0.1:45422/prompts", invalid],
  ["postgres://jo:S3CRET@t/p:w #%?\u00fc&=x@127.0.0.1:45422/prompts", invalid],
  ["postgres://jo:100%SECRET@db/prompts", invalid],
  ["postgres://jo%3ASECRET@db/prompts", invalid],
  ["postgres://jo@db/prompts?SECRET%21=1", invalid],
  [
    "postgres://jo@db/prompts?ssl_mode=verify-full",
    `The URL of the store has the unknown parameter ssl_mode.\n${known}`,
  ],
  [
    "postgres://jo@db/prompts?sslMode=verify-full",
    `The URL of the store has the unknown parameter sslMode.\n${known}`,
  ],
  [
    "postgres://jo@db/prompts?ssl=true",
    `The URL of the store has the unknown parameter ssl.\n${known}`,
  ],
  [
    "postgres://jo@db/prompts?password=SECRET",
    `The URL of the store has the unknown parameter password.\n${known}`,
  ],
  [
    "postgres://jo:SECRET@db/prompts?sslmode=disable&sslmode=verify-full",
    "The URL of the store has the parameter sslmode more than once.\nWrite each parameter once.",
  ],
  [
    "postgres://jo:SECRET@db/prompts?prepare=no",
    "The parameter prepare has an unknown value.\nWrite prepare=false or prepare=true.",
  ],
  [
    "postgres://jo:SECRET@db/prompts?sslrootcert=/none/ca.pem",
    "sslrootcert has no effect without TLS.\nAdd sslmode=verify-full to the URL of the store.",
  ],
  [
    "postgres://jo:SECRET@db/prompts?sslmode=disable&sslkey=/none/key.pem",
    "sslkey has no effect without TLS.\nAdd sslmode=verify-full to the URL of the store.",
  ],
  [
    "postgres://jo:SECRET@db/prompts?sslmode=verify-full&sslcert=/none/cert.pem",
    "sslcert and sslkey need each other.\nWrite both or none of them.",
  ],
  [
    `postgres://jo:SECRET@db/prompts?sslmode=verify-full&sslrootcert=${import.meta.filename}`,
    "The file of sslrootcert contains no certificate.\nName a file with certificates in PEM format.",
  ],
  [
    `postgres://jo:SECRET@db/prompts?sslmode=require&sslcert=${import.meta.filename}&sslkey=${import.meta.filename}`,
    "The files of sslcert and sslkey are not a certificate and its key.\nName files in PEM format. The key must not have a passphrase.",
  ],
  [
    "postgres://jo:SECRET@db/prompts?sslmode=prefer",
    "sslmode=prefer is not supported.\nUse one of disable, require, verify-ca, verify-full.",
  ],
  [
    "postgres://jo:SECRET@db/prompts?sslmode=verify-ca",
    "sslmode=verify-ca needs sslrootcert.\nAdd sslrootcert=FILE, or use verify-full.",
  ],
  [
    "postgres://jo:SECRET@db/prompts?sslmode=verify-full&sslrootcert=/none/ca.pem",
    "The certificate file /none/ca.pem cannot be read: no such file or directory.\nCorrect its path in the URL of the store.",
  ],
])("%s is wrong usage, without the password", (url, text) => {
  const failure = (() => {
    try {
      return clientSettings(url) as never;
    } catch (error) {
      return error as Error & { class: string };
    }
  })();
  expect([failure.class, messageWithHint(failure)]).toEqual(["usage", text]);
});
