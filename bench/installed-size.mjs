// The part "size" of the benchmark: the size on disk of an installation, with its dependencies.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { npmInstall } from "./peers.mjs";
import { formatBytes, result } from "./report.mjs";
import { folder, root, run } from "./runs.mjs";

/** Yields the rows of this part, or the reason why there are none. */
export async function* installedSize() {
  try {
    const archive = await packPackage();
    yield sizeRow("installed", 40e6, await installedBytes("all", archive));
    const bytes = await installedBytes("without-optional", archive, "--omit=optional");
    yield sizeRow("installed without the embedded store", 8e6, bytes);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    yield { skip: "the installed size: npm could not pack or install the package" };
  }
}

/** Packs the package as it is published; returns the path of the archive. */
async function packPackage() {
  const [tree, packed] = [join(folder, "tree"), join(folder, "packed")];
  await run([process.execPath, join(root, "scripts", "release-tree.mjs"), tree], process.env);
  mkdirSync(packed);
  await run(["npm", "pack", tree, "--pack-destination", packed], process.env);
  return join(packed, readdirSync(packed)[0]);
}

async function installedBytes(name, archive, ...flags) {
  const path = join(folder, name);
  await npmInstall(path, archive, ...flags);
  return Number(execFileSync("du", ["-sk", path], { encoding: "utf8" }).split("\t")[0]) * 1024;
}

function sizeRow(name, limit, bytes) {
  const cells = [name, formatBytes(bytes), "", ""];
  return { row: [...cells, `< ${limit / 1e6} MB`, result(bytes < limit)] };
}
