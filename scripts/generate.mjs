// Generates what follows from others in schemas/, and src/generated from schemas/: TypeScript types, normalization shapes, the schemas as a module,
// validators; from src/views/code/starter/, templates/ and examples/ the files of promptctl init; from docs/diagnostics.md the
// diagnostic codes; from the price data the names of models; the thresholds of the gate; from action.yml a page. With --check it fails if a committed file is not current.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { findProvider } from "@pydantic/genai-prices";
import { compile } from "json-schema-to-typescript";
import { parse } from "yaml";
import {
  banner,
  camelCase,
  derivedSchemas,
  documentNames,
  kindNames,
  providerFacts,
  root,
  schemas,
} from "./generate/schemas.mjs";
import { declarations, writeValidators } from "./generate/validators.mjs";

async function types() {
  const everything = {
    title: "SchemaTypes",
    type: "object",
    properties: {
      ...Object.fromEntries(
        documentNames.map((name) => [camelCase(name), { $ref: `./schemas/${name}.schema.json` }]),
      ),
      // Conditions of the schemas refer to them, which the compiler does not follow.
      definitionBlock: { $ref: "./schemas/definition/common.schema.json#/$defs/block" },
      definitionTextFile: { $ref: "./schemas/definition/common.schema.json#/$defs/textFile" },
    },
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

/** The shape of a schema node: how its values are normalized. */
function shapeOf(node, from) {
  if (node.$ref) {
    const target = resolve(node.$ref, from);
    return shapeOf(target.node, target.from);
  }
  const form = node["x-form"];
  if (form === "local") return undefined;
  if (form === "jsonFile") return { form: "jsonText", file: true };
  if (form === "orderedJson") return { form: "json", ordered: true };
  if (form === "command") return { form: "value" };
  if (form === "sparse") return { ...objectShape(node, from), sparse: true };
  if (form === "content")
    return { form: "content", items: shapeOf(node.anyOf.find((x) => x.else).else.items, from) };
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
    // The loader adds the digests of the files that a command names.
    if (target["x-form"] === "command") fields[`${name}Files`] = { shape };
  }
  return { form: "object", fields };
}

/** The schemas of the documents that commands print: only `promptctl schema` needs them. */
const printed = new Set(["bundle", "diff", "log", "plan", "status", "test-result", "validation"]);

/** A module with the schemas whose path in schemas/ is accepted, as texts. */
function schemaTable(accepts, functionName, description) {
  const texts = Object.entries(schemas)
    .filter(([name]) => accepts(name))
    .map(([name, each]) => `  ${JSON.stringify(name)}: ${JSON.stringify(JSON.stringify(each))},`);
  return `${banner}
type Table = { readonly [path: string]: unknown };

const texts: { readonly [path: string]: string } = {
${texts.join("\n")}
};

let parsed: Table | undefined;

/** ${description}, by their paths in schemas/ without suffix, parsed on first use. */
export function ${functionName}(): Table {
  return (parsed ??= Object.fromEntries(
    Object.entries(texts).map(([path, text]) => [path, JSON.parse(text) as unknown]),
  ));
}
`;
}

function shapes() {
  const constants = kindNames.map((kind) => {
    const shape = shapeOf(schemas[`definition/${kind}`], `definition/${kind}`);
    return `/** How definitions of the kind ${kind} are normalized. */
export const ${kind}Shape: Shape = ${JSON.stringify(shape, null, 2)};
`;
  });
  return {
    "shapes.ts": `${banner}import type { Shape } from "../engine/model/shape.ts";

/** The kinds that have a definition schema. */
export type KindName = ${kindNames.map((name) => JSON.stringify(name)).join(" | ")};

${constants.join("\n")}
/** The shape of each kind. */
export const shapes: { readonly [kind in KindName]: Shape } = {
${kindNames.map((kind) => `  ${kind}: ${kind}Shape,`).join("\n")}
};
`,
    "schemas.ts": schemaTable(
      (name) => !printed.has(name),
      "schemas",
      "The schemas of definitions, of the files of a project and of the interface of the service",
    ),
    "printed-schemas.ts": schemaTable(
      (name) => printed.has(name),
      "printedSchemas",
      "The schemas of the documents that commands print",
    ),
  };
}

const reviewedApply = `# A plan is only applied after a review on a pull request. A push without one, such as the first push
# of the project, applies nothing. Then start the workflow by hand: Actions > promptctl apply.
`;

/** The files that `promptctl init` writes: of src/views/code/starter/ and templates/, two workflows, the example. */
function starterFiles() {
  const environments = {
    ".github/workflows/promptctl-plan.yml": starterWorkflow("environments/pull-request"),
    ".github/workflows/promptctl-apply.yml": starterWorkflow("environments/apply", {
      steps: `# 2. Create the GitHub environments staging and production (Settings > Environments) for the branch main,
#    with writing keys as secrets of the same names, and production-approval with the people who approve an
#    apply to production as required reviewers.
`,
    }),
  };
  const workflows = {
    ".github/workflows/promptctl-plan.yml": starterWorkflow("pull-request").replace(
      /(command: )plan/,
      `$1\${{ vars.PROMPTCTL_BASE_URL && 'plan' || 'validate' }} # until the variable is set, there is no plan`,
    ),
    ".github/workflows/promptctl-apply.yml": starterWorkflow("apply", {
      steps: `# 2. Create two environments (Settings > Environments): production-approval with the people who approve
#    an apply as required reviewers, and production for the branch main with the writing key. Without
#    reviewers, it runs at once.
${reviewedApply}`,
      inputs: `          reviewed-plan: \${{ github.event_name == 'push' && 'require' || 'notice' }}\n`,
    }),
  };
  // A file with the name promptctl.yaml would make src/views/code/starter/ a project of this repository.
  const { "configuration.yaml": configuration, ...others } = textsIn("src/views/code/starter", "");
  const template = { ...others, "promptctl.yaml": configuration };
  const example = Object.entries(textsIn("examples/quickstart", "prompts")).map(([path, text]) => [
    path,
    text.replace(/(\$schema=)[./]*(?=schemas\/)/, "$1../node_modules/promptctl/"),
  ]);
  const table = (entries) =>
    entries.map(([path, text]) => `  ${JSON.stringify(path)}: ${JSON.stringify(text)},\n`).join("");
  return {
    "starter-files.ts": `// Generated from src/views/code/starter/, templates/ and examples/ by scripts/generate.mjs: edit those, then run npm run generate.

/** The configuration, and what editors and pre-commit read: path to text. */
export const templateFiles: Readonly<Record<string, string>> = {
${table(Object.entries(template))}};

/** templates/AGENTS.md: rules for coding agents. */
export const agentRules: string = ${JSON.stringify(textsIn("templates", "")["AGENTS.md"])};

/** The workflows of a project without environments: path to text. */
export const starterWorkflows: Readonly<Record<string, string>> = {
${table(Object.entries(workflows))}};

/** The workflows of a project with the environments staging and production: path to text. */
export const environmentWorkflows: Readonly<Record<string, string>> = {
${table(Object.entries(environments))}};

/** The definitions of examples/quickstart with the texts they include: path to text. */
export const exampleFiles: Readonly<Record<string, string>> = {
${table(example)}};
`,
  };
}

/** A workflow of examples/workflows with the steps of its setup. */
function starterWorkflow(name, { steps = "", inputs = "" } = {}) {
  const text = readFileSync(join(root, "examples/workflows", `${name}.yml`), "utf8");
  const values = name.startsWith("environments/")
    ? "the variables and secrets that this file names, with keys of the scope read"
    : "the variable PROMPTCTL_BASE_URL and the secret PROMPTCTL_API_KEY, a key of the scope read";
  const setup = `# Setup:
# 1. Add ${values}
#    (Settings > Secrets and variables > Actions).
${steps}`;
  return text
    .replace(/^name: /m, (start) => `#\n${setup}${start}`)
    .replace(/^ +base-url: .*\n/m, (line) => line + inputs);
}

function textsIn(folder, subfolder) {
  const paths = readdirSync(join(root, folder, subfolder), { recursive: true })
    .map((path) => posix.join(subfolder, path.replaceAll("\\", "/")))
    .filter((path) => statSync(join(root, folder, path)).isFile())
    .sort();
  return Object.fromEntries(
    paths.map((path) => [path, readFileSync(join(root, folder, path), "utf8")]),
  );
}

/** The diagnostic codes and their explanations: the sections of docs/diagnostics.md. */
function diagnosticCodes() {
  const page = readFileSync(join(root, "docs/diagnostics.md"), "utf8");
  const example = "```yaml\\n([^]+?)\\n```";
  const format = new RegExp(
    `^(\\S+)\\n\\n\\*(error|warning)(, can be ignored)?\\* · (.+)\\n\\nBad:\\n\\n${example}\\n\\nGood:\\n\\n${example}\\n*$`,
  );
  const sections = page.split(/^## /m).slice(1);
  const ignorableCodes = [];
  const table = sections.map((section) => {
    const [, code, severity, ignorable, what, bad, good] = format.exec(section) ?? [];
    if (!code) throw new Error(`Unexpected format in docs/diagnostics.md: ${section.slice(0, 40)}`);
    if (severity === "warning" || ignorable) ignorableCodes.push(code);
    return [code, { severity, what, bad, good }];
  });
  return {
    "diagnostic-codes.ts": `// Generated from docs/diagnostics.md by \`npm run generate\`. Do not edit.

/** The explanation of a diagnostic code, for \`validate --explain\`. */
export interface Explanation {
  readonly severity: "error" | "warning";
  /** The problem, and why it matters. */
  readonly what: string;
  /** An example as it is shown: \`# path\` precedes a file that is not prompts/example.yaml. */
  readonly bad: string;
  readonly good: string;
}

/** All diagnostic codes. */
export const codes: { readonly [code: string]: Explanation } = ${JSON.stringify(Object.fromEntries(table), null, 2)};
`,
    "warning-codes.ts": `// Generated from docs/diagnostics.md by \`npm run generate\`. Do not edit.

/** The codes that a comment can ignore. */
export const warningCodes: readonly string[] = ${JSON.stringify(ignorableCodes, null, 2)};
`,
  };
}

/** The names of models that have a price, without those of gateways and fine-tuned models. */
function modelNames() {
  const equal = ({ equals, or = [] }) => [...(equals ? [equals] : []), ...or.flatMap(equal)];
  const namesOf = (providerId) => {
    const { models } = findProvider({ providerId });
    const names = [...models.map(({ id }) => id), ...models.flatMap(({ match }) => equal(match))];
    return [...new Set(names)].filter((name) => /^[\w.-]+$/.test(name));
  };
  const table = Object.fromEntries(
    Object.entries(providerFacts).map(([name, { id }]) => [name, namesOf(id)]),
  );
  return {
    "model-names.ts": `// Generated from the package @pydantic/genai-prices by \`npm run generate\`. Do not edit.

/** The names of the models of each provider that have a price, the usual name of each model first. */
export const modelNames: { readonly [provider: string]: readonly string[] } = ${JSON.stringify(table, null, 2)};
`,
  };
}

/** docs/action-reference.md: the inputs and outputs of action.yml. */
function actionReference() {
  const { inputs, outputs } = parse(readFileSync(join(root, "action.yml"), "utf8"));
  const defaultOf = ({ required, default: value }) =>
    required ? "required" : value ? `\`${value}\`` : "empty";
  const row = (...cells) => `| ${cells.join(" | ")} |`;
  const inputRows = Object.entries(inputs).map(([name, input]) =>
    row(`\`${name}\``, defaultOf(input), input.description),
  );
  const outputRows = Object.entries(outputs).map(([name, { description }]) =>
    row(`\`${name}\``, description),
  );
  return `# Inputs and outputs of the Action

<!-- Generated from action.yml by \`npm run generate\`. Do not edit. -->

## Inputs

Inputs with the name of a flag of \`apply\` or \`test\`, except \`unmanaged\`, are that flag: a boolean sets it, a list repeats it for each line. Booleans are those of YAML 1.2. Invalid and unknown inputs end the step with exit code 64. API keys are no inputs: set them under \`env:\` of the step.

| input | default | description |
|---|---|---|
${inputRows.join("\n")}

## Outputs

All are set, even if the step fails. Outputs without a value are empty. The runner deletes the files at the end of the job.

| output | description |
|---|---|
${outputRows.join("\n")}
`;
}

const isCheck = process.argv.includes("--check");
const derived = stale(Object.entries(derivedSchemas));
if (!isCheck) write(derived); // the compiler of types reads the files
await writeValidators();
const generated = {
  ...declarations(),
  ...(await types()),
  ...shapes(),
  ...starterFiles(),
  ...diagnosticCodes(),
  ...modelNames(),
};
const others = Object.entries(generated).map(([name, text]) => [`src/generated/${name}`, text]);
const pages = [["docs/action-reference.md", actionReference()]];
const changed = [...derived, ...stale([...others, ...pages])];
if (isCheck) {
  for (const [path] of changed) console.error(`${path} is out of date: npm run generate`);
  process.exit(changed.length ? 1 : 0);
}
write(changed);
console.log(`${changed.length} generated files written`);

/** The files that do not exist with their text. */
function stale(files) {
  return files.filter(([path, text]) => {
    const file = join(root, path);
    return !existsSync(file) || readFileSync(file, "utf8") !== text;
  });
}

function write(files) {
  for (const [path, text] of files) writeFileSync(join(root, path), text);
}
