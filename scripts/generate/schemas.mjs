// The schemas of schemas/, for the scripts that generate code from them.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { deriveSchemas, readProviderFacts } from "./derived-schemas.mjs";

export const root = join(import.meta.dirname, "..", "..");
export const outputFolder = join(root, "src", "generated");
export const banner = "// Generated from schemas/ by `npm run generate`. Do not edit.\n";

/** The schemas by their path without suffix, for example `definition/tool`. */
export const schemas = Object.fromEntries(
  readdirSync(join(root, "schemas"), { recursive: true })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".schema.json"))
    .sort()
    .map((file) => [
      file.replace(".schema.json", ""),
      JSON.parse(readFileSync(join(root, "schemas", file), "utf8")),
    ]),
);

export const providerFacts = await readProviderFacts(root);

/** The texts of the schemas with derived parts, by path. */
export const derivedSchemas = deriveSchemas(schemas, providerFacts);

/** The schemas of whole documents; the others hold parts for references. */
export const documentNames = Object.keys(schemas).filter(
  (name) => !/(^|\/)(common|parts)$/.test(name),
);
/** The identifier of a schema: `definition/tool` → `definitionTool`. */
export const camelCase = (name) => name.replace(/[/-](\w)/g, (_, letter) => letter.toUpperCase());

/** The kinds that have a definition schema. */
export const kindNames = documentNames
  .filter((name) => name.startsWith("definition/") && name !== "definition/definition")
  .map((name) => name.replace("definition/", ""));
