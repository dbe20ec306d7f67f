// Whether prettier formats the files of a folder, so that it must leave the definitions to fmt.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isObject } from "../../engine/model/json.ts";
import { tryOr } from "../../io/files/paths.ts";

const names = /^(?:\.prettierrc(?:\..+)?|prettier\.config\.[cm]?[jt]s)$/;

/** Whether the folder has a configuration of prettier: a file of its own, or a field of package.json. */
export function hasPrettierConfiguration(folder: string): boolean {
  if (tryOr([], () => readdirSync(folder)).some((name) => names.test(name))) return true;
  const manifest = tryOr(undefined, (): unknown =>
    JSON.parse(readFileSync(join(folder, "package.json"), "utf8")),
  );
  return isObject(manifest) && "prettier" in manifest;
}
