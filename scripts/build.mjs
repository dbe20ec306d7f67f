// Makes dist/ from src/: one file per command group, loaded when the command is used, and the
// library with its types.
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");
rmSync(join(root, "dist"), { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: ["src/main.ts", "src/index.ts"],
  outdir: "dist",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  external: ["libsql"],
  // The entry of ofetch for Node brings a fetch of its own for versions without one.
  alias: { ofetch: join(root, "node_modules", "ofetch", "dist", "index.mjs") },
  // Some packages are CommonJS inside and ask for Node's modules with require.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
  legalComments: "none",
  logLevel: "warning",
});
execFileSync(
  join(root, "node_modules", ".bin", "tsc"),
  ["-p", "scripts/tsconfig.declarations.json"],
  {
    cwd: root,
    stdio: "inherit",
  },
);
