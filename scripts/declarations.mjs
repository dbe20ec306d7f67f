// Writes the declarations of the library: dist/types for ES modules, and the same files in
// dist/types-cjs, where a package.json makes them declarations of CommonJS modules.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { dist } from "./dist.mjs";

const root = join(import.meta.dirname, "..");

/** tsc writes the declarations of all files that the library imports; most are not part of its types. */
export function writeDeclarations() {
  const all = mkdtempSync(join(tmpdir(), "promptctl-types-"));
  try {
    const tsc = join(root, "node_modules", ".bin", "tsc");
    const words = ["-p", "scripts/tsconfig.declarations.json", "--outDir", all];
    execFileSync(tsc, words, { cwd: root, stdio: "inherit" });
    for (const file of reachableFrom(all, "index.d.ts"))
      for (const folder of ["types", "types-cjs"])
        cpSync(join(all, file), join(dist, folder, file));
  } finally {
    rmSync(all, { recursive: true });
  }
  const commonjs = join(dist, "types-cjs", "package.json");
  writeFileSync(commonjs, '{ "type": "commonjs" }\n');
}

/** A declaration file, and all that it refers to. */
function reachableFrom(folder, file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(join(folder, file), "utf8");
  for (const [, path] of text.matchAll(/from "(.+)\.ts"/g))
    reachableFrom(folder, join(dirname(file), `${path}.d.ts`), found);
  return found;
}
