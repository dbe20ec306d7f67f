// Makes dist/ from src/: the program as one file per command group, each loaded when it is used; the
// library with its types; the GitHub Action, all in one file. What the program imports dynamically is
// a file of its own. The program is CommonJS: Node starts that 5 ms sooner.
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
  validating: "src/cli/validating.ts",
  online: "src/cli/online.ts",
  serving: "src/cli/serving.ts",
  embedded: "src/cli/embedded.ts",
  fetch: "src/io/fetch.ts",
  globby: "globby",
  undici: "undici",
  "genai-prices": "@pydantic/genai-prices",
  "json-p3": "json-p3",
  yaml: "yaml",
};

/** Loads packages by name: what that means differs by build. */
const packages = /[\\/]engine[\\/]packages\.ts$/;

/** Without what packages bring and nothing here uses. */
const lean = {
  name: "without what is not used",
  setup({ onResolve, onLoad }) {
    // Commander starts programs of its own for commands that are files; there are none.
    onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      importer.includes(join("node_modules", "commander"))
        ? { path: "none", namespace: "empty" }
        : undefined,
    );
    onLoad({ filter: /./, namespace: "empty" }, () => ({ contents: "" }));
    // ofetch makes a caller of its own when it is loaded, for which Node loads fetch: 20 ms. Nobody calls it.
    onLoad({ filter: /[\\/]ofetch[\\/]dist[\\/]index\.mjs$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8")
        .replace(/^const _globalThis[^]*?^const \$fetch.*$/m, "")
        .replace(/^export \{ \$fetch.*$/m, "export { createFetch };"),
    }));
  },
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
    onLoad({ filter: packages }, ({ path }) => ({
      loader: "ts",
      contents: readFileSync(path, "utf8")
        .replace("createRequire(import.meta.url)", "require")
        .replaceAll(/load\("([\w-]+)"\)/g, (call, name) =>
          Object.hasOwn(files, name) ? `load("./${name}.js")` : call,
        ),
    }));
  },
};

/** The Action installs nothing, so the embedded service, which needs libsql, stays out of it. */
const inOneFile = {
  name: "all in one file",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/embedded\.ts$/ }, () => ({ path: "none", namespace: "left-out" }));
    onLoad({ filter: /./, namespace: "left-out" }, () => ({
      contents: 'export function openEmbedded() { throw new Error("not in the Action"); }',
    }));
    onLoad({ filter: packages }, ({ path }) => ({
      loader: "ts",
      contents: readFileSync(path, "utf8")
        .replace("createRequire(import.meta.url)", "undefined")
        .replaceAll(/load\(/g, "require("),
    }));
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
    plugins: [lean, apart],
  }),
  build({
    ...common,
    entryPoints: ["src/action.ts"],
    format: "cjs",
    minify: false, // for whoever reads what they run
    plugins: [lean, inOneFile],
  }),
  build({
    ...common,
    entryPoints: { index: "src/index.ts" },
    format: "esm",
    outExtension: { ".js": ".mjs" },
    plugins: [lean],
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
