// The npm workspace that contains a folder.
import { readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { isObject, type Json } from "../../engine/model/json.ts";
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

/** A list, or for yarn an object with one. */
function workspacesOf(folder: string): string[] {
  const manifest = tryOr(null, () =>
    JSON.parse(readFileSync(join(folder, "package.json"), "utf8")),
  ) as Json;
  const field = isObject(manifest) ? manifest["workspaces"] : undefined;
  const patterns = isObject(field) ? field["packages"] : field;
  return Array.isArray(patterns) ? patterns.map(String) : [];
}

/** `packages/*`, `apps/**`, `./web/` */
function patternOf(pattern: string): RegExp {
  const plain = pattern.replace(/^\.\/|\/$/g, "").replace(/[\\^$.|?+()[\]{}]/g, "\\$&");
  return new RegExp(`^${plain.replace(/\*+/g, (stars) => (stars === "*" ? "[^/]*" : ".*"))}$`);
}
