// Makes the tree that a release tag holds: `node scripts/release-tree.mjs DIR`. It is what npm gets
// and what pre-commit and GitHub install straight from git: built files, no scripts, nothing to build.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = join(import.meta.dirname, "..");
const out = resolve(process.argv[2] ?? "release");

mkdirSync(out, { recursive: true });
if (readdirSync(out).some((name) => name !== ".git")) {
  console.error(`${out} is not empty.`);
  process.exit(64);
}
execFileSync(process.execPath, [join(root, "scripts", "build.mjs")], { stdio: "inherit" });

const {
  scripts: _scripts,
  devDependencies: _dev,
  allowScripts: _allow,
  ...own
} = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
writeFileSync(join(out, "package.json"), `${JSON.stringify(own, null, 2)}\n`);
for (const name of [
  "dist",
  "schemas",
  "README.md",
  "LICENSE",
  "CHANGELOG.md",
  ".pre-commit-hooks.yaml",
])
  cpSync(join(root, name), join(out, name), { recursive: true });
