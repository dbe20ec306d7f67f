// The tree that a release tag holds: built files, no scripts, nothing to build. npm, pre-commit and
// GitHub install it straight from git.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fillInRepository } from "./repository.mjs";

/** What a tag holds beside package.json and dist/. */
const held = [
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

/**
 * Builds the source in `root` and writes the tree to the folder `out`. `repository`: OWNER/NAME on GitHub,
 * or empty. `version`: in place of that of package.json. `built`: a folder of built files, relative to `root`.
 */
export function writeTree(root, out, { repository, version, built }) {
  mkdirSync(out, { recursive: true });
  if (readdirSync(out).some((name) => name !== ".git")) throw new Error(`${out} is not empty.`);
  if (built === undefined)
    execFileSync(process.execPath, [join(root, "scripts", "build.mjs")], {
      env: { ...process.env, PROMPTCTL_VERSION: version ?? "", PROMPTCTL_DIST: "dist" },
      stdio: ["ignore", 2, "inherit"],
    });
  const own = packageJson(root, repository, version);
  writeFileSync(join(out, "package.json"), `${JSON.stringify(own, null, 2)}\n`);
  const folders = [[built ?? "dist", "dist"], ...held.map((name) => [name, name])];
  for (const [from, to] of folders)
    cpSync(join(root, from), join(out, to), {
      recursive: true,
      filter: (path) => !path.endsWith(".promptctl"), // stores that the examples left behind
    });
  const action = readFileSync(join(out, "action.yml"), "utf8");
  writeFileSync(join(out, "action.yml"), action.replace("scripts/action.mjs", "dist/action.js"));
  if (repository !== "") fillInRepository(out, repository);
}

/** npm's provenance asks for the repository. */
function packageJson(root, repository, version) {
  const {
    scripts: _scripts,
    devDependencies: _dev,
    allowScripts: _allow,
    ...own
  } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return {
    ...own,
    ...(version !== undefined && { version }),
    bin: { promptctl: "dist/main.cjs" },
    ...(repository !== "" && {
      repository: { type: "git", url: `git+https://github.com/${repository}.git` },
    }),
  };
}
