// Functions of src/ and test/ that dist/ does not export.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildSync } from "esbuild";
import { dist } from "../scripts/dist.mjs";

/** Builds a module with this text and imports it. */
export async function importSources(contents) {
  const root = join(import.meta.dirname, "..");
  const outfile = join(dist, `bench-sources-${process.pid}.mjs`);
  const stdin = { contents, resolveDir: root };
  const options = { bundle: true, format: "esm", platform: "node", packages: "external" };
  try {
    buildSync({ stdin, outfile, ...options });
    return await import(pathToFileURL(outfile));
  } finally {
    rmSync(outfile, { force: true });
  }
}
