// The store that a user names: a file, or the URL of a PostgreSQL database.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { failed } from "../../engine/model/failure.ts";
import { isFile } from "../../io/files/paths.ts";
import { checkLocation, isPostgresUrl } from "../../service/open-store.ts";
import { publicUrl, withSslMode } from "../../service/postgres/postgres-url.ts";
import type { CommandHost } from "../host/command-host.ts";

interface NamedLocation {
  readonly location: string;
  readonly password?: string | undefined;
  /** The path of the file, or the URL without the password. */
  readonly name: string;
}

/** Throws a Failure if it cannot be a store. `source`: the flag, argument or variable, for messages. */
export function storeAt(
  { cwd, env }: Pick<CommandHost, "cwd" | "env">,
  text: string,
  source: string,
): NamedLocation {
  const location = text.trim();
  checkLocation(location, source);
  if (isPostgresUrl(location)) {
    const { PGSSLMODE: mode, PGPASSWORD: password } = env;
    return { location: withSslMode(location, mode), password, name: publicUrl(location) };
  }
  const name = resolve(cwd, location);
  if (existsSync(name) && !isFile(name))
    throw failed(
      "store",
      `The store of ${source} is not a file: ${name}.`,
      "Name a file, or a PostgreSQL database.",
    );
  return { location: name, name };
}
