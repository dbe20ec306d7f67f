// Part "size" of the benchmark: what an installation takes on the disk, with what npm brings along.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { npmInstall } from "./peers.mjs";
import { bytesRow } from "./rows.mjs";
import { folder, run } from "./runs.mjs";

const root = join(import.meta.dirname, "..");
const mostBytes = 40e6;
const mostBytesWithoutStore = 8e6;

/** Gives the rows of this part, or a sentence about why there are none. */
export async function* installedSize() {
  const archive = await packedTree();
  try {
    yield bytesRow("installed", await installed("all", archive), mostBytes);
    const few = await installed("few", archive, "--omit=optional");
    yield bytesRow("installed without the embedded store", few, mostBytesWithoutStore);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    yield "the installed size: npm could not install the package";
  }
}

/** What npm would publish. */
async function packedTree() {
  const [tree, packed] = ["tree", "packed"].map((name) => join(folder, name));
  await run([process.execPath, join(root, "scripts", "release-tree.mjs"), tree], process.env);
  mkdirSync(packed);
  await run(["npm", "pack", tree, "--pack-destination", packed], process.env);
  return join(packed, readdirSync(packed)[0]);
}

async function installed(name, archive, ...flags) {
  const place = join(folder, name);
  await npmInstall(place, archive, ...flags);
  return Number(execFileSync("du", ["-sk", place], { encoding: "utf8" }).split("\t")[0]) * 1024;
}
