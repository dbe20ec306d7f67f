// Builds the release tree again and compares: `node scripts/check-release-tree.mjs DIR`. DIR is a
// tree, or a checkout of a tag; the source is this checkout. Exits with 1 on any difference; prints
// git's hash of the tree where there is none. `--repository OWNER/NAME` and `--tag` as for release-tree.mjs.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { differences } from "./release/differences.mjs";
import { git, treeOf } from "./release/git.mjs";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    repository: { type: "string", default: process.env.GITHUB_REPOSITORY ?? "" },
    tag: { type: "string" },
  },
});
if (positionals.length !== 1) {
  console.error("Name one folder: node scripts/check-release-tree.mjs DIR");
  process.exit(64);
}
const given = resolve(positionals[0]);
const folder = mkdtempSync(join(tmpdir(), "promptctl-release-"));
try {
  const built = join(folder, "tree");
  const script = join(import.meta.dirname, "release-tree.mjs");
  const tag = values.tag === undefined ? [] : ["--tag", values.tag];
  execFileSync(process.execPath, [script, built, "--repository", values.repository, ...tag], {
    stdio: ["ignore", 2, "inherit"], // only the hash goes to standard output
  });
  const found = differences(built, given);
  if (found.length === 0) {
    git(folder, ["init", "--quiet", "--bare", "objects"]);
    console.log(treeOf(join(folder, "objects"), given));
  } else {
    console.error(`${given} is not what the source makes:`);
    for (const line of found) console.error(`  ${line}`);
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
