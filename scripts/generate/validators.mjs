// Compiles the schemas to validators with ajv: one module for each group of schemas that is loaded
// together. The .js files are built (`npm run build`), their declarations are committed.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";
import { build } from "esbuild";
import {
  banner,
  camelCase,
  documentNames,
  kindNames,
  outputFolder,
  root,
  schemas,
} from "./schemas.mjs";

const base = "https://promptctl.invalid/schemas/"; // resolves relative references; never fetched
const metaschema = "http://json-schema.org/draft-07/schema";
const isDefinition = (name) => name.startsWith("definition/") && name !== "definition/definition";

/** The schemas of each module, and the table by kind that it exports. */
const modules = {
  "definition-validators": {
    names: documentNames.filter((name) => name === "configuration" || isDefinition(name)),
    table: { name: "definitions", schemaOf: (kind) => `definition/${kind}` },
  },
  "wire-validators": {
    names: documentNames.filter((name) => name.startsWith("wire/")),
    table: { name: "bodies", schemaOf: (kind) => `wire/${kind}-body` },
  },
  "plan-validators": { names: ["plan"] },
  "json-schema-validator": { names: [] },
};

/** The names that a module exports, with the ids of their schemas. */
function exportsOf(module) {
  if (module === "json-schema-validator") return { jsonSchema: metaschema };
  return Object.fromEntries(
    modules[module].names.map((name) => [camelCase(name), `${base}${name}.schema.json`]),
  );
}

/** Writes the validators to src/generated. */
export async function writeValidators() {
  const ajv = createAjv();
  mkdirSync(outputFolder, { recursive: true });
  for (const [module, { table }] of Object.entries(modules)) {
    const code = await bundled(standaloneCode(ajv, exportsOf(module)));
    const rows = kindNames.map((kind) => `${kind}: ${table && camelCase(table.schemaOf(kind))}`);
    const tableCode = table ? `export const ${table.name} = { ${rows.join(", ")} };\n` : "";
    writeFileSync(join(outputFolder, `${module}.js`), banner + code + tableCode);
  }
}

/** The declarations of the validators, by file name. */
export function declarations() {
  return Object.fromEntries(
    Object.entries(modules).map(([module, { table }]) => [
      `${module}.d.ts`,
      [
        `${banner}import type { Validator } from "../engine/validate/compiled-schema.ts";\n\n`,
        ...Object.keys(exportsOf(module)).map((name) => `export const ${name}: Validator;\n`),
        table
          ? `\n/** These validators by kind. */\nexport const ${table.name}: { readonly [kind: string]: Validator };\n`
          : "",
      ].join(""),
    ]),
  );
}

function createAjv() {
  const ajv = new Ajv({
    allErrors: true,
    discriminator: true,
    strictTypes: false,
    allowUnionTypes: true,
    inlineRefs: false,
    keywords: ["x-form", "tsType"],
    code: { source: true, esm: true },
  });
  for (const [name, schema] of Object.entries(schemas))
    ajv.addSchema({ ...withoutDescriptions(schema), $id: `${base}${name}.schema.json` });
  return ajv;
}

/** Bundles ajv's helpers, which the code requires. */
async function bundled(code) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: { contents: code, resolveDir: root, loader: "js" },
    bundle: true,
    minifySyntax: true,
    format: "esm",
    write: false,
    legalComments: "none",
    logLevel: "error",
  });
  return outputFiles[0].text;
}

/** Removes keywords that only readers need, because validators contain their schemas. */
function withoutDescriptions(node, holdsNames = false) {
  if (Array.isArray(node)) return node.map((item) => withoutDescriptions(item));
  if (typeof node !== "object" || node === null) return node;
  const isKept = ([key]) =>
    holdsNames || !["title", "description", "examples", "x-form"].includes(key);
  return Object.fromEntries(
    Object.entries(node)
      .filter(isKept)
      .map(([key, value]) =>
        ["const", "enum", "default"].includes(key) && !holdsNames
          ? [key, value]
          : [key, withoutDescriptions(value, !holdsNames && ["properties", "$defs"].includes(key))],
      ),
  );
}
