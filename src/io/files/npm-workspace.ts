// The npm workspace that contains a folder.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { isObject, type Json, objectOf } from "../../engine/model/json.ts";
import { tryOr } from "./paths.ts";

/**
 * The folder above whose package.json has the folder among its `workspaces`: only there npm reads .npmrc and
 * has node_modules. Undefined if there is none.
 */
export function findWorkspaceRoot(folder: string): string | undefined {
  for (let top = folder; top !== dirname(top);) {
    top = dirname(top);
    const path = relative(top, folder).split(sep).join("/");
    if (workspacesOf(top).some((pattern) => patternOf(pattern).test(path))) return top;
  }
  return undefined;
}

/** Whether the package.json of a folder names a package, or its node_modules has it. */
export function hasPackage(folder: string, name: string): boolean {
  const manifest = manifestOf(folder);
  const fields = ["dependencies", "devDependencies", "optionalDependencies"];
  const isNamed = fields.some(
    (field) => isObject(manifest) && Object.hasOwn(objectOf(manifest[field]), name),
  );
  return isNamed || existsSync(join(folder, "node_modules", name));
}

function manifestOf(folder: string): Json {
  return tryOr(null, () => JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Json);
}

/** A list, or for yarn an object with one. */
function workspacesOf(folder: string): string[] {
  const manifest = manifestOf(folder);
  const field = isObject(manifest) ? manifest["workspaces"] : undefined;
  const patterns = isObject(field) ? field["packages"] : field;
  return Array.isArray(patterns) ? patterns.map(String) : [];
}

/** `packages/*`, `apps/**`, `./web/` */
function patternOf(pattern: string): RegExp {
  const plain = pattern.replace(/^\.\/|\/$/g, "").replace(/[\\^$.|?+()[\]{}]/g, "\\$&");
  return new RegExp(`^${plain.replace(/\*+/g, (stars) => (stars === "*" ? "[^/]*" : ".*"))}$`);
}
