// The first line of definition files that promptctl writes.
import { join } from "node:path";
import { relativePath } from "../host/command-host.ts";

/** The comment by which editors find the schema in the installed package. */
export function schemaComment(path: string, schema = "definition/definition"): string {
  const up = relativePath(join("/", path, ".."), "/") || ".";
  return `# yaml-language-server: $schema=${up}/node_modules/promptctl/schemas/${schema}.schema.json`;
}
