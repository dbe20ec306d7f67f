// Compiles the schemas to validators with ajv: one module for each group of schemas that is loaded
// together. The .js files are built (`npm run build`), their declarations are committed.
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";
import { build } from "esbuild";
import { bundledFiles } from "../third-party.mjs";
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
const isBody = (name) => /^wire\/.+-body$/.test(name);
const validatorByKind = (schemaOf) => kindNames.map((kind) => [kind, camelCase(schemaOf(kind))]);

/** Request bodies have two validators: see src/engine/validate/compiled-schema.ts. */
const bodyTable = documentNames.filter(isBody).map((name) => {
  const validator = camelCase(name);
  const body = name.replace(/^wire\/(.+)-body$/, "$1");
  return [body, `{ allMistakes: ${validator}, firstMistake: firstMistake.${validator} }`];
});

/** The schemas of each module, and the table that it exports. */
const modules = {
  "definition-validators": {
    names: documentNames.filter((name) => name === "configuration" || isDefinition(name)),
    table: {
      name: "definitions",
      type: "{ readonly [kind: string]: Validator }",
      description: "These validators by kind.",
      rows: validatorByKind((kind) => `definition/${kind}`),
    },
  },
  "first-mistake-validators": { names: documentNames.filter(isBody), isFirstMistake: true },
  "wire-validators": {
    names: documentNames.filter((name) => name.startsWith("wire/")),
    imports: 'import * as firstMistake from "./first-mistake-validators.js";\n',
    table: {
      name: "bodies",
      type: "{ readonly run: BodyValidator; readonly [kind: string]: BodyValidator }",
      imports: ["BodyValidator", "Validator"],
      description: "The validators of request bodies, by kind; `run` is the body of a run.",
      rows: bodyTable,
    },
  },
  "plan-validators": { names: ["plan"] },
  "test-result-validator": { names: ["test-result"] },
  "replies-validator": { names: ["replies"] },
  "json-schema-validator": { names: [] },
};

/** The names that a module exports, with the ids of their schemas. */
function exportsOf(module) {
  if (module === "json-schema-validator") return { jsonSchema: metaschema };
  return Object.fromEntries(
    modules[module].names.map((name) => [camelCase(name), `${base}${name}.schema.json`]),
  );
}

/** Writes the validators to src/generated. Returns the paths of the files in them. */
export async function writeValidators() {
  const inputs = [];
  mkdirSync(outputFolder, { recursive: true });
  for (const [module, { table, imports = "", isFirstMistake = false }] of Object.entries(modules)) {
    const source = standaloneCode(createAjv(isFirstMistake), exportsOf(module));
    const { code, metafile } = await bundled(source);
    inputs.push(...bundledFiles(metafile));
    const rows = table?.rows.map(([name, validator]) => `${name}: ${validator}`).join(", ");
    const tableCode = table ? `export const ${table.name} = { ${rows} };\n` : "";
    const path = join(outputFolder, `${module}.js`);
    const draft = `${path}.${process.pid}`; // the build and the check of generated files run at once
    writeFileSync(draft, banner + imports + code + tableCode);
    renameSync(draft, path);
  }
  return inputs;
}

/** The declarations of the validators, by file name. */
export function declarations() {
  return Object.fromEntries(
    Object.entries(modules).map(([module, { table }]) => [
      `${module}.d.ts`,
      [
        `${banner}import type { ${(table?.imports ?? ["Validator"]).join(", ")} } from "../engine/validate/compiled-schema.ts";\n\n`,
        ...Object.keys(exportsOf(module)).map((name) => `export const ${name}: Validator;\n`),
        table ? `\n/** ${table.description} */\nexport const ${table.name}: ${table.type};\n` : "",
      ].join(""),
    ]),
  );
}

function createAjv(isFirstMistake) {
  const ajv = new Ajv({
    allErrors: !isFirstMistake,
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
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    stdin: { contents: code, resolveDir: root, loader: "js" },
    bundle: true,
    minifySyntax: true,
    format: "esm",
    write: false,
    metafile: true,
    legalComments: "none",
    logLevel: "error",
  });
  return { code: outputFiles[0].text, metafile };
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
