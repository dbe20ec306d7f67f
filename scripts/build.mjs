// Makes dist/ from src/: one file per command group, loaded when the command is used; the library
// with its types; the GitHub Action, all in one file.
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");
rmSync(join(root, "dist"), { recursive: true, force: true });
const shared = {
  absWorkingDir: root,
  outdir: "dist",
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  // The entry of ofetch for Node brings a fetch of its own for versions without one.
  alias: { ofetch: join(root, "node_modules", "ofetch", "dist", "index.mjs") },
  // Some packages are CommonJS inside and ask for Node's modules with require.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
  legalComments: "none",
  logLevel: "warning",
};
await build({
  ...shared,
  entryPoints: ["src/main.ts", "src/index.ts"],
  splitting: true,
  external: ["libsql"],
});

/** The Action installs nothing, so the embedded service, which needs libsql, stays out of it. */
const withoutService = {
  name: "without-service",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^\.\/embedded\.ts$/ }, () => ({ path: "none", namespace: "left-out" }));
    onLoad({ filter: /.*/, namespace: "left-out" }, () => ({
      contents: 'export function openEmbedded() { throw new Error("not in the Action"); }',
    }));
  },
};
await build({ ...shared, entryPoints: ["src/action.ts"], plugins: [withoutService] });
execFileSync(
  join(root, "node_modules", ".bin", "tsc"),
  ["-p", "scripts/tsconfig.declarations.json"],
  {
    cwd: root,
    stdio: "inherit",
  },
);
