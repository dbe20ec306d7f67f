// Makes the tree that a release tag holds: `node scripts/release-tree.mjs DIR`. It is what npm gets
// and what pre-commit and GitHub install straight from git: built files, no scripts, nothing to build.
// `--repository OWNER/NAME` (else GITHUB_REPOSITORY) replaces the placeholder in all files, and is
// written into package.json: npm's provenance asks for it. `--built` takes dist/ as it is, for tests that run while others use it.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { fillInRepository } from "./release/repository.mjs";

const root = join(import.meta.dirname, "..");
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    repository: { type: "string", default: process.env.GITHUB_REPOSITORY ?? "" },
    built: { type: "boolean", default: false },
  },
});
const out = resolve(positionals[0] ?? "release");
const { repository } = values;

/** What a tag holds beside package.json. */
const held = [
  "dist",
  "schemas",
  "docs",
  "examples",
  "templates",
  "README.md",
  "LICENSE",
  "CHANGELOG.md",
  "SECURITY.md",
  "CONTRIBUTING.md",
  "action.yml",
  ".pre-commit-hooks.yaml",
];

if (repository !== "" && !/^[\w.-]+\/[\w.-]+$/.test(repository))
  stop(`--repository is OWNER/NAME, not ${repository}.`);
mkdirSync(out, { recursive: true });
if (readdirSync(out).some((name) => name !== ".git")) stop(`${out} is not empty.`);

if (!values.built)
  execFileSync(process.execPath, [join(root, "scripts", "build.mjs")], { stdio: "inherit" });
writeFileSync(join(out, "package.json"), `${JSON.stringify(packageJson(), null, 2)}\n`);
for (const name of held)
  cpSync(join(root, name), join(out, name), {
    recursive: true,
    filter: (path) => !path.endsWith(".promptctl"), // stores that the examples left behind
  });
const action = readFileSync(join(out, "action.yml"), "utf8");
writeFileSync(join(out, "action.yml"), action.replace("scripts/action.mjs", "dist/action.js"));
if (repository !== "") fillInRepository(out, repository);

function packageJson() {
  const {
    scripts: _scripts,
    devDependencies: _dev,
    allowScripts: _allow,
    ...own
  } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const built = { ...own, bin: { promptctl: "dist/main.cjs" } };
  if (repository === "") return built;
  return { ...built, repository: { type: "git", url: `git+https://github.com/${repository}.git` } };
}

function stop(message) {
  console.error(message);
  process.exit(64);
}
