// The URL of a PostgreSQL database: settings of the client, and messages without the password.
import { describe, expect, it } from "vitest";
import { messageWithHint } from "../../src/engine/model/failure.ts";
import { clientSettings, preparesStatements, publicUrl } from "../../src/service/postgres-url.ts";

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
    expect(clientSettings(base)["ssl"]).toBeUndefined();
  });

  it.each<[string, unknown]>([
    ["disable", false],
    ["require", { rejectUnauthorized: false }],
    ["verify-full", {}],
  ])("sslmode=%s", (mode, ssl) => {
    expect(clientSettings(`${base}?sslmode=${mode}`).ssl).toEqual(ssl);
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

it.each<[string, string]>([
  [
    "postgres://jo:SEC#RET@db/prompts",
    "The URL of --store is not valid.\nWrite postgres://USER@HOST:5432/DATABASE, with the password in PGPASSWORD. In a URL, percent-encode special characters of the password, for example @ as %40.",
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
    "The certificate file /none/ca.pem cannot be read: no such file or directory.\nCorrect its path in the URL of --store.",
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
