// Compares two folders the way git would record them: names, bytes, modes, links.
import { lstatSync, readFileSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** One line for each path in which `given` is not `built`, by path. */
export function differences(built, given) {
  const [wanted, found] = [recorded(built), recorded(given)];
  return [...new Set([...wanted.keys(), ...found.keys()])].sort().flatMap((path) => {
    const [want, have] = [wanted.get(path), found.get(path)];
    if (have === undefined) return [`missing  ${path}`];
    if (want === undefined) return [`added    ${path}`];
    if (have.mode !== want.mode) return [`mode     ${path} (${have.mode}, not ${want.mode})`];
    return have.bytes.equals(want.bytes) ? [] : [`changed  ${path}`];
  });
}

/** Path to what git records of it; without .git at the top. */
function recorded(root) {
  const all = new Map();
  const walk = (folder) => {
    for (const name of readdirSync(join(root, folder))) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (path === ".git") continue;
      const stats = lstatSync(join(root, path));
      if (stats.isDirectory()) walk(path);
      else all.set(path, record(join(root, path), stats));
    }
  };
  walk("");
  return all;
}

/** With git's own modes. */
function record(path, stats) {
  if (stats.isSymbolicLink()) return { mode: "120000", bytes: Buffer.from(readlinkSync(path)) };
  if (!stats.isFile()) return { mode: "special", bytes: Buffer.alloc(0) };
  return { mode: stats.mode & 0o100 ? "100755" : "100644", bytes: readFileSync(path) };
}
