// The URL of a PostgreSQL database as settings of the client, and as a text without the password.
import type { PoolConfig } from "pg";
import { parse, toClientConfig } from "pg-connection-string";
import { Failure } from "../engine/model/failure.ts";
import { systemMessage } from "../engine/model/system-message.ts";

/** The modes of libpq that say whether the connection is encrypted. `prefer` and `allow` do not. */
const sslModes = ["disable", "require", "verify-ca", "verify-full"];

/** The settings of the client for a URL. Throws a Failure, without the password, if it is wrong. */
export function clientSettings(url: string): PoolConfig {
  const mode = validUrl(url).searchParams.get("sslmode");
  if (mode !== null && !sslModes.includes(mode))
    throw wrongUrl(`sslmode=${mode} is not supported.`, `Use one of ${sslModes.join(", ")}.`);
  try {
    return toClientConfig(parse(url, { useLibpqCompat: true }));
  } catch (error) {
    const { path } = error as NodeJS.ErrnoException;
    if (path !== undefined)
      throw wrongUrl(
        `The certificate file ${path} cannot be read: ${systemMessage(error)}.`,
        "Correct its path in the URL of --store.",
      );
    throw mode === "verify-ca"
      ? wrongUrl(
          "sslmode=verify-ca needs sslrootcert.",
          "Add sslrootcert=FILE, or use verify-full.",
        )
      : invalidUrl();
  }
}

/** False with `prepare=false`: some connection poolers cannot prepare statements. */
export function preparesStatements(url: string): boolean {
  return validUrl(url).searchParams.get("prepare") !== "false";
}

/** The URL without password and parameters, for messages. */
export function publicUrl(url: string): string {
  const { username, host, pathname, protocol } = validUrl(url);
  return `${protocol}//${username && `${username}@`}${host}${pathname}`;
}

function validUrl(url: string): URL {
  if (!URL.canParse(url)) throw invalidUrl();
  return new URL(url);
}

function invalidUrl(): Failure {
  return wrongUrl(
    "The URL of --store is not valid.",
    "Write postgres://USER@HOST:5432/DATABASE, with the password in PGPASSWORD. In a URL, percent-encode special characters of the password, for example @ as %40.",
  );
}

function wrongUrl(message: string, hint: string): Failure {
  return new Failure("usage", "wrong-store-url", message, hint);
}
