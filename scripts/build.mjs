// Makes dist/ from src/: the program as one file per command group, each loaded when it is used, and
// the library with its types. What is imported dynamically is a file of its own. The program is
// CommonJS: Node starts that 5 ms sooner.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");
rmSync(join(root, "dist"), { recursive: true, force: true });
for (const [folder, type] of [
  ["dist", "commonjs"],
  ["dist/types", "module"],
]) {
  mkdirSync(join(root, folder));
  writeFileSync(join(root, folder, "package.json"), `{ "type": "${type}" }\n`);
}

/** The files of the program, by name. */
const files = {
  main: "src/main.ts",
  program: "src/cli/program.ts",
  formatting: "src/cli/formatting.ts",
  offline: "src/cli/offline.ts",
  online: "src/cli/online.ts",
  serving: "src/cli/serving.ts",
  embedded: "src/cli/embedded.ts",
  fetch: "src/io/fetch.ts",
  undici: "undici",
  "genai-prices": "@pydantic/genai-prices",
  "json-p3": "json-p3",
  yaml: "yaml",
};

const apart = {
  name: "files of their own",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /./ }, ({ path, kind }) => {
      const name = basename(path, ".ts");
      if (kind !== "dynamic-import" || path.startsWith("node:") || path === "libsql") return;
      if (!Object.hasOwn(files, name)) throw new Error(`${path} has no file of its own`);
      return { path: `./${name}.js`, external: true };
    });
    onLoad({ filter: /[\\/]engine[\\/]packages\.ts$/ }, ({ path }) => ({
      loader: "ts",
      contents: readFileSync(path, "utf8")
        .replace("createRequire(import.meta.url)", "require")
        .replaceAll(/load\("([\w-]+)"\)/g, (call, name) =>
          Object.hasOwn(files, name) ? `load("./${name}.js")` : call,
        ),
    }));
    // js-yaml without its writer.
    onResolve({ filter: /^js-yaml$/ }, () => ({ path: "reader", namespace: "js-yaml" }));
    onLoad({ filter: /./, namespace: "js-yaml" }, () => ({
      resolveDir: join(root, "node_modules", "js-yaml", "lib"),
      contents: `export { loadAll } from "./loader.js"; export { default as Type } from "./type.js";
        export { default as FAILSAFE_SCHEMA } from "./schema/failsafe.js";`,
    }));
    // Commander starts programs of its own for commands that are files; there are none.
    onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      importer.includes(join("node_modules", "commander"))
        ? { path: "none", namespace: "empty" }
        : undefined,
    );
    onLoad({ filter: /./, namespace: "empty" }, () => ({ contents: "" }));
  },
};

const common = {
  absWorkingDir: root,
  outdir: "dist",
  bundle: true,
  platform: "node",
  target: "node20.19",
  minify: true,
  legalComments: "none",
  logLevel: "warning",
  // The entry of ofetch for Node brings a fetch of its own for versions without one.
  alias: { ofetch: join(root, "node_modules", "ofetch", "dist", "index.mjs") },
};

await Promise.all([
  build({
    ...common,
    entryPoints: files,
    format: "cjs",
    supported: { "dynamic-import": false },
    external: ["libsql"],
    plugins: [apart],
  }),
  build({
    ...common,
    entryPoints: { index: "src/index.ts" },
    format: "esm",
    outExtension: { ".js": ".mjs" },
    // Some packages are CommonJS inside and ask for Node's modules with require.
    banner: {
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    },
  }),
]);
execFileSync(
  join(root, "node_modules", ".bin", "tsc"),
  ["-p", "scripts/tsconfig.declarations.json"],
  {
    cwd: root,
    stdio: "inherit",
  },
);
