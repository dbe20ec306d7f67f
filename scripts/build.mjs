// Builds dist/ from src/: the command line as one CommonJS file for each entry point, which are main.ts
// and the targets of dynamic imports; the GitHub Action as one file; the library as an ES module and as
// a CommonJS module, with declarations, also as a package of its own in dist/client. Node loads a few whole files sooner than many shared chunks
// (docs/performance.md, row "validate 1").
import { readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { writeClientPackage } from "./client-package.mjs";
import { dist } from "./dist.mjs";
import { writeDeclarations } from "./declarations.mjs";
import { nodeVersionCheck } from "./node-version-check.mjs";
import { writeValidators } from "./generate/validators.mjs";
import { bundledFiles, writeThirdPartyFiles } from "./third-party.mjs";

const root = join(import.meta.dirname, "..");

/** PROMPTCTL_VERSION is the version of the program in place of that of package.json. */
const versionOfTheProgram = {
  name: "version-of-the-program",
  setup({ onLoad }) {
    const version = process.env.PROMPTCTL_VERSION;
    const path = join(root, "package.json");
    if (version)
      onLoad({ filter: /package\.json$/ }, (file) =>
        file.path === path
          ? {
              loader: "json",
              contents: readFileSync(path, "utf8").replace(/("version": )".*"/, `$1"${version}"`),
            }
          : undefined,
      );
  },
};

/** Two packages that codegen needs contain a parser of YAML files each, which are never read. */
const noParsersOfPackages = {
  name: "no-parsers-of-packages",
  setup({ onResolve }) {
    const path = join(root, "scripts", "no-js-yaml.mjs");
    onResolve({ filter: /^js-yaml$/ }, ({ importer }) =>
      importer.includes("node_modules") ? { path } : undefined,
    );
  },
};

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20.19",
  legalComments: "none", // writeThirdPartyFiles writes the notices
  metafile: true,
  logLevel: "warning",
  logOverride: { "ambiguous-reexport": "error" }, // two modules of a group export one name
  external: ["libsql", "pg-native"], // pg works without pg-native
  // json-schema-to-typescript prints its steps if this variable is set, which CI systems use too.
  define: { "process.env.VERBOSE": "undefined" },
  alias: {
    // ofetch's entry for Node contains a second fetch for old versions of Node.
    ofetch: join(root, "node_modules", "ofetch", "dist", "index.mjs"),
    // jsonc-parser's main file requires modules by names that esbuild does not see.
    "jsonc-parser": join(root, "node_modules", "jsonc-parser", "lib", "esm", "main.js"),
    // json-schema-to-typescript loads it to format its output, which codegen formats itself.
    prettier: join(root, "scripts", "no-prettier.mjs"),
  },
};

/** Modules that share most of their code: one bundle exports what all modules of a group export. */
const groups = {
  // The commands that compare definitions with a service, and what codegen, log and test need of them.
  "service-commands": [
    "cli/plan/apply.ts",
    "cli/plan/log-services.ts",
    "cli/plan/plan.ts",
    "cli/prompts/prompt-commands.ts",
    "cli/code/read-ids.ts",
    "cli/plan/status.ts",
    "cli/evaluate/test-service.ts",
  ],
  // The commands that show definitions of files and commits.
  "reading-commands": ["cli/definitions/diff.ts", "cli/definitions/graph.ts", "cli/plan/log.ts"],
  // The commands that write definitions of other sources, and what the page needs of them.
  "writing-commands": [
    "cli/import/import.ts",
    "cli/plan/pull.ts",
    "service/page/prompt/prompt-definitions.ts",
  ],
};

const sourceOf = (file) => join(root, "src", file);
const groupOf = new Map(
  Object.entries(groups).flatMap(([group, files]) => files.map((file) => [sourceOf(file), group])),
);

/** Bundles that have begun, by the path of their entry point or the name of their group. */
const bundles = new Map();

/** Bundles an entry point or its group. Targets of its dynamic imports are entry points too. */
function bundle(path, name = basename(path, ".ts")) {
  const group = groupOf.get(path);
  const key = group ?? path;
  const contents = groups[group]?.map((file) => `export * from "${sourceOf(file)}";`).join("\n");
  if (!bundles.has(key))
    bundles.set(key, {
      name: group ?? name,
      done: build({
        ...common,
        ...(group ? { stdin: { contents, resolveDir: root } } : { entryPoints: [path] }),
        outfile: join(dist, `${group ?? name}.cjs`),
        format: "cjs",
        minify: true,
        ...(path === main && entryPoint),
        supported: { "dynamic-import": false }, // becomes require
        plugins: [entryPointPerDynamicImport, versionOfTheProgram, noParsersOfPackages],
      }),
    });
  return bundles.get(key);
}

const main = sourceOf("main.ts");

/** The whole file is read before its first statement runs, so an old Node.js has to read all of it. */
const entryPoint = {
  target: "es2015",
  banner: {
    js: nodeVersionCheck(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).engines),
  },
};

const entryPointPerDynamicImport = {
  name: "entry-point-per-dynamic-import",
  setup({ onResolve, resolve }) {
    onResolve({ filter: /./ }, async ({ kind, path, resolveDir }) => {
      if (kind !== "dynamic-import") return undefined;
      const target = await resolve(path, { kind: "import-statement", resolveDir });
      if (target.external) return target;
      const name = path.startsWith(".") ? undefined : basename(path);
      return { path: `./${bundle(target.path, name).name}.cjs`, external: true };
    });
  },
};

const inputs = await writeValidators();
rmSync(dist, { recursive: true, force: true });
bundle(main);
const results = [];
for (const { done } of bundles.values()) results.push(await done); // the map grows meanwhile
const action = await build({
  ...common,
  plugins: [versionOfTheProgram, noParsersOfPackages],
  entryPoints: ["src/action.ts"],
  outdir: dist,
  format: "esm",
  // Bundled CommonJS packages load Node's modules with require.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
});
// Names and lines stay, for stack traces of applications. publint reads one long line wrongly.
const smaller = { minifySyntax: true, minifyWhitespace: true, lineLimit: 100 };
const library = { ...common, ...smaller };
const parts = ["client/create-prompts", "client/create-client"];
// createPrompts and createClient are in files of their own, beside one with what both need, so that bundlers
// leave out what an application does not use.
const module = await build({
  ...library,
  entryPoints: ["index", ...parts].map((part) => ({
    in: sourceOf(`${part}.ts`),
    out: basename(part),
  })),
  outdir: dist,
  chunkNames: "library-[hash]",
  format: "esm",
  splitting: true,
});
for (const part of parts) rmSync(join(dist, `${basename(part)}.js`)); // index.js exports the same
const commonjs = await build({
  ...library,
  entryPoints: ["src/index.ts"],
  outfile: join(dist, "index.cjs"),
  format: "cjs",
});
writeDeclarations();
for (const { metafile } of [...results, action, module, commonjs])
  inputs.push(...bundledFiles(metafile));
writeThirdPartyFiles(inputs);
writeClientPackage(bundledFiles(module.metafile), process.env.PROMPTCTL_VERSION);
