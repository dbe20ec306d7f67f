// Builds dist/ from src/: the command line and the library as ES modules with shared chunks (each
// dynamic import is a chunk), the GitHub Action as a single file, and the library's declarations.
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { writeValidators } from "./generate/validators.mjs";

const root = join(import.meta.dirname, "..");

const common = {
  absWorkingDir: root,
  outdir: "dist",
  bundle: true,
  platform: "node",
  target: "node20.19",
  format: "esm",
  legalComments: "none",
  logLevel: "warning",
  // Bundled CommonJS packages load Node's modules with require.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
  // ofetch's entry for Node contains a second fetch for old versions of Node.
  alias: { ofetch: join(root, "node_modules", "ofetch", "dist", "index.mjs") },
};

await writeValidators();
rmSync(join(root, "dist"), { recursive: true, force: true });
// The library is built apart, and files end in .mjs: Node then loads fewer chunks, without a search for
// the package.json of each (docs/performance.md, row "validate 1").
const split = {
  ...common,
  outExtension: { ".js": ".mjs" },
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  minify: true,
  external: ["libsql"],
};
await Promise.all([
  build({ ...split, entryPoints: ["src/main.ts"] }),
  build({ ...split, entryPoints: ["src/index.ts"] }),
  build({ ...common, entryPoints: ["src/action.ts"] }),
]);
execFileSync(
  join(root, "node_modules", ".bin", "tsc"),
  ["-p", "scripts/tsconfig.declarations.json"],
  { cwd: root, stdio: "inherit" },
);
