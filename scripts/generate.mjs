// Makes src/generated from schemas/: validators, TypeScript types, shapes of the normal form,
// and the schemas themselves as a module. With --check it writes nothing and fails on a difference.
import { readFileSync, writeFileSync, mkdirSync, existsSync, readdirSync } from "node:fs";
import { join, posix } from "node:path";
import Ajv from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";
import { build } from "esbuild";
import { compile } from "json-schema-to-typescript";

const root = join(import.meta.dirname, "..");
const out = join(root, "src", "generated");
const base = "https://promptctl.invalid/schemas/"; // never fetched: only so that relative references resolve
const banner = "// Made from schemas/ by `npm run generate`. Do not edit.\n";

/** Schema path without the suffix, for example `definition/tool` → the schema. */
const schemas = Object.fromEntries(
  readdirSync(join(root, "schemas"), { recursive: true })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".schema.json"))
    .sort()
    .map((file) => [
      file.replace(".schema.json", ""),
      JSON.parse(readFileSync(join(root, "schemas", file), "utf8")),
    ]),
);

const validated = Object.keys(schemas).filter((name) => !/(^|\/)(common|parts)$/.test(name));
const camel = (name) => name.replace(/[/-](\w)/g, (_, letter) => letter.toUpperCase());

/** One module of validators for each who loads them: what people write, what the service speaks. */
const groups = {
  "definition-validators": validated.filter(
    (name) =>
      name === "configuration" ||
      (name.startsWith("definition/") && name !== "definition/definition"),
  ),
  "wire-validators": validated.filter((name) => name.startsWith("wire/")),
  "plan-validators": ["plan"],
};
const metaschema = "http://json-schema.org/draft-07/schema";

/** The kinds there are definitions of, and what the tables of their validators are called. */
const kindNames = validated
  .filter((name) => name.startsWith("definition/") && name !== "definition/definition")
  .map((name) => name.replace("definition/", ""));
const byKind = {
  "definition-validators": { suffix: "", table: "definitions" },
  "wire-validators": { suffix: "-body", table: "bodies" },
};

/** A schema without what only readers need: validators carry their schemas along. */
function bare(node, holdsNames = false) {
  if (Array.isArray(node)) return node.map((each) => bare(each));
  if (typeof node !== "object" || node === null) return node;
  const kept = ([key]) =>
    holdsNames || !["title", "description", "examples", "x-form"].includes(key);
  return Object.fromEntries(
    Object.entries(node)
      .filter(kept)
      .map(([key, value]) =>
        ["const", "enum", "default"].includes(key) && !holdsNames
          ? [key, value]
          : [key, bare(value, !holdsNames && ["properties", "$defs"].includes(key))],
      ),
  );
}

async function validators() {
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
    ajv.addSchema({ ...bare(schema), $id: `${base}${name}.schema.json` });
  const files = {};
  const exported = Object.entries(groups).map(([group, names]) => [
    group,
    names.map((name) => [camel(name), `${base}${name}.schema.json`]),
  ]);
  for (const [group, names] of [
    ...exported,
    ["json-schema-validator", [["jsonSchema", metaschema]]],
  ]) {
    const code = standaloneCode(ajv, Object.fromEntries(names));
    // Bundled, because the code requires helpers of ajv that the product does not ship.
    const bundled = await build({
      stdin: { contents: code, resolveDir: root, loader: "js" },
      bundle: true,
      minifySyntax: true,
      format: "esm",
      write: false,
      legalComments: "none",
      logLevel: "error",
    });
    const { suffix, table } = byKind[group] ?? {};
    const rows = kindNames.map(
      (kind) => `${kind}: ${camel(`${group.split("-")[0]}/${kind}${suffix}`)}`,
    );
    files[`${group}.js`] =
      banner +
      bundled.outputFiles[0].text +
      (table ? `export const ${table} = { ${rows.join(", ")} };\n` : "");
    files[`${group}.d.ts`] =
      `${banner}import type { Validator } from "../engine/validate/grammar.ts";\n\n` +
      names.map(([name]) => `export const ${name}: Validator;\n`).join("") +
      (table
        ? `\n/** The same by kind. */\nexport const ${table}: { readonly [kind: string]: Validator };\n`
        : "");
  }
  return files;
}

async function types() {
  const everything = {
    title: "SchemaTypes",
    type: "object",
    properties: Object.fromEntries(
      validated.map((name) => [camel(name), { $ref: `./schemas/${name}.schema.json` }]),
    ),
    additionalProperties: false,
  };
  const text = await compile(everything, "SchemaTypes", {
    cwd: root,
    bannerComment: banner.trim(),
    additionalProperties: false,
    unreachableDefinitions: false,
    format: true,
  });
  return { "types.ts": text };
}

function resolve(ref, from) {
  const [file, pointer = ""] = ref.split("#");
  const name = file ? posix.join(posix.dirname(from), file).replace(".schema.json", "") : from;
  let node = schemas[name];
  for (const key of pointer.split("/").slice(1)) node = node[key];
  return { node, from: name };
}

/** The shape of one schema node: how a value of it is brought to normal form. */
function shapeOf(node, from) {
  if (node.$ref) {
    const target = resolve(node.$ref, from);
    return shapeOf(target.node, target.from);
  }
  const form = node["x-form"];
  if (form === "local") return undefined;
  if (form === "content")
    return { form: "content", items: shapeOf(node.anyOf.find((x) => x.items).items, from) };
  if (form) return { form };
  if (node.discriminator) {
    const tag = node.discriminator.propertyName;
    const cases = node.oneOf.map((x) => [x.properties[tag].const, objectShape(x, from)]);
    return { form: "union", tag, cases: Object.fromEntries(cases) };
  }
  if (node.type === "array")
    return {
      form: "list",
      ...(node.uniqueItems && { set: true }),
      items: shapeOf(node.items, from),
    };
  if (node.type === "object" && node.properties) return objectShape(node, from);
  return {
    form: "value",
    ...(node.enum && { known: node.enum }),
    ...(node.const && { known: [node.const] }),
  };
}

function objectShape(node, from) {
  const fields = {};
  for (const [name, property] of Object.entries(node.properties)) {
    const shape = shapeOf(property, from);
    if (!shape) continue;
    const target = property.$ref ? resolve(property.$ref, from).node : property;
    fields[name] = { shape, ...("default" in target && { default: target.default }) };
  }
  return { form: "object", fields };
}

function shapes() {
  const table = Object.fromEntries(
    validated
      .filter((name) => name.startsWith("definition/") && name !== "definition/definition")
      .map((name) => [name.replace("definition/", ""), shapeOf(schemas[name], name)]),
  );
  return {
    "shapes.ts": `${banner}import type { Shape } from "../engine/model/shape.ts";

/** The kinds that have a definition schema. */
export type KindName = ${kindNames.map((name) => JSON.stringify(name)).join(" | ")};

/** The shape of each kind: how its definitions are normalized. */
export const shapes: { readonly [kind in KindName]: Shape } = ${JSON.stringify(table, null, 2)};
`,
    "schemas.ts": `${banner}
type Table = { readonly [path: string]: unknown };

const texts: { readonly [path: string]: string } = {
${Object.entries(schemas)
  .map(([name, schema]) => `  ${JSON.stringify(name)}: ${JSON.stringify(JSON.stringify(schema))},`)
  .join("\n")}
};

let parsed: Table | undefined;

/** Every schema by its path in schemas/, without the suffix; text until somebody asks. */
export function schemas(): Table {
  return (parsed ??= Object.fromEntries(
    Object.entries(texts).map(([path, text]) => [path, JSON.parse(text) as unknown]),
  ));
}
`,
  };
}

/** The page of all codes, from the table that the messages name. */
async function diagnosticsPage() {
  const bundle = await build({
    stdin: {
      contents: `export { codes } from "./src/engine/model/diagnostic-codes.ts"; export { explainMarkdown } from "./src/views/explain-text.ts";`,
      resolveDir: root,
    },
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
  });
  const { codes, explainMarkdown } = await import(
    `data:text/javascript;base64,${Buffer.from(bundle.outputFiles[0].text).toString("base64")}`
  );
  const sections = Object.entries(codes).map(([code, each]) => explainMarkdown(code, each));
  const intro = `# Mistakes

Every code that \`promptctl validate\` and the other commands name; \`promptctl validate --explain CODE\` shows the same. Errors are what no service could hold: they stop every command. Warnings stop nothing, but for \`--strict\`, and a comment in a document silences one there: \`# promptctl-ignore: unused-variable\`.

This page is made from [the table of codes](../src/engine/model/diagnostic-codes.ts) by \`npm run generate\`.
`;
  return { "../../docs/diagnostics.md": [intro, ...sections].join("\n") };
}

const files = {
  ...(await validators()),
  ...(await types()),
  ...shapes(),
  ...(await diagnosticsPage()),
};
const stale = Object.entries(files).filter(([name, text]) => {
  const path = join(out, name);
  return !existsSync(path) || readFileSync(path, "utf8") !== text;
});
if (process.argv.includes("--check")) {
  for (const [name] of stale)
    console.error(`src/generated/${name} is out of date: npm run generate`);
  process.exit(stale.length ? 1 : 0);
}
mkdirSync(out, { recursive: true });
for (const [name, text] of stale) writeFileSync(join(out, name), text);
console.log(`src/generated: ${stale.length} of ${Object.keys(files).length} files written`);
