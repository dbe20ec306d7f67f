// Bundles a schema: copies the files that it refers to into its $defs.
import { type Json, type JsonObject, toPointer } from "../model/json.ts";
import { resolvePath } from "../text/relative-path.ts";

/** Schemas by their path in schemas/, without the suffix. */
export type SchemaTable = { readonly [path: string]: unknown };

/** The schema at a path of the table (`definition/tool`), with all schemas that it refers to. */
export function bundled(schemas: SchemaTable, root: string): JsonObject {
  const others = new Map<string, JsonObject>();
  const own = copy(root);
  const $defs = [...others].sort(([a], [b]) => (a < b ? -1 : 1));
  return $defs.length === 0
    ? own
    : { ...own, $defs: { ...(own["$defs"] as JsonObject), ...Object.fromEntries($defs) } };

  function copy(path: string): JsonObject {
    const text = JSON.stringify(schemas[path]);
    return JSON.parse(text, (key, value: Json) => {
      if (key === "x-form" || key === "tsType") return undefined;
      if (key === "$schema" && path !== root) return undefined;
      return key === "$ref" && typeof value === "string" ? localReference(value, path) : value;
    }) as JsonObject;
  }

  function localReference(reference: string, from: string): string {
    const [file = "", pointer = ""] = reference.split("#");
    const target = file === "" ? from : resolvePath(from, file.replace(/\.schema\.json$/, ""));
    if (target === root) return `#${pointer}`;
    if (!others.has(target)) {
      others.set(target, {}); // schemas can refer to each other
      others.set(target, copy(target));
    }
    return `#${toPointer(["$defs", target])}${pointer}`;
  }
}
