// The command lines of what is measured: promptctl as it is built, and the least that Node can do.
// Peers are peers.mjs and kubectl.mjs.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { build, stop } from "esbuild";

const root = join(import.meta.dirname, "..");
const node = process.execPath;

/** promptctl with these words. */
export function promptctl(...words) {
  return [node, join(root, "dist", "main.js"), ...words];
}

/** The start and end of Node itself. */
export const nothing = [node, "-e", "0"];

/** Builds floor.mjs into a folder, as the product is built; gives its command line. */
export async function buildFloor(folder) {
  const outfile = join(folder, "floor.js");
  rmSync(outfile, { force: true });
  try {
    await build({
      entryPoints: [join(import.meta.dirname, "floor.mjs")],
      outfile,
      bundle: true,
      minify: true,
      format: "cjs",
      platform: "node",
      target: "node20.19",
    });
  } finally {
    await stop(); // esbuild's own process
  }
  return (...words) => [node, outfile, ...words];
}
