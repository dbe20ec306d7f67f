// Builds dist/ from src/: the command line as one CommonJS file for each entry point, which are main.ts
// and the targets of dynamic imports; the GitHub Action as one file; the library as an ES module and as
// a CommonJS module, with declarations. Node loads a few whole files sooner than many shared chunks
// (docs/performance.md, row "validate 1").
import { rmSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { writeDeclarations } from "./declarations.mjs";
import { writeValidators } from "./generate/validators.mjs";
import { bundledFiles, writeThirdPartyFiles } from "./third-party.mjs";

const root = join(import.meta.dirname, "..");

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20.19",
  legalComments: "none", // writeThirdPartyFiles writes the notices
  metafile: true,
  logLevel: "warning",
  external: ["libsql", "pg-native"], // pg works without pg-native
  // json-schema-to-typescript prints its steps if this variable is set, which CI systems use too.
  define: { "process.env.VERBOSE": "undefined" },
  alias: {
    // ofetch's entry for Node contains a second fetch for old versions of Node.
    ofetch: join(root, "node_modules", "ofetch", "dist", "index.mjs"),
    // json-schema-to-typescript loads it to format its output, which codegen formats itself.
    prettier: join(root, "scripts", "no-prettier.mjs"),
  },
};

/** Bundles that have begun, by the path of their entry point. */
const bundles = new Map();

/** Bundles an entry point, and each target of its dynamic imports as an entry point of its own. */
function bundle(path, name = basename(path).replace(/\.\w+$/, "")) {
  if (!bundles.has(path))
    bundles.set(path, {
      name,
      done: build({
        ...common,
        entryPoints: [path],
        outfile: `dist/${name}.cjs`,
        format: "cjs",
        minify: true,
        supported: { "dynamic-import": false }, // becomes require
        plugins: [entryPointPerDynamicImport],
      }),
    });
  return bundles.get(path);
}

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
rmSync(join(root, "dist"), { recursive: true, force: true });
bundle(join(root, "src/main.ts"));
const results = [];
for (const { done } of bundles.values()) results.push(await done); // the map grows meanwhile
const modules = await build({
  ...common,
  entryPoints: ["src/index.ts", "src/action.ts"],
  outdir: "dist",
  format: "esm",
  // Bundled CommonJS packages load Node's modules with require.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
});
const commonjs = await build({
  ...common,
  entryPoints: ["src/index.ts"],
  outfile: "dist/index.cjs",
  format: "cjs",
});
writeDeclarations();
for (const { metafile } of [...results, modules, commonjs]) inputs.push(...bundledFiles(metafile));
writeThirdPartyFiles(inputs);
