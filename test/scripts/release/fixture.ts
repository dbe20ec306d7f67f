// A small project with the release scripts and a trivial build, a bare repository as its remote, and
// a fake npm that logs what it publishes.
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "../../..");

export interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface ReleaseFixture {
  /** The checkout that is released. */
  readonly source: string;
  readonly remote: string;
  /** Its release tree, of acme/promptctl. */
  readonly tree: string;
  /** A free path for a copy of the tree. */
  readonly copy: string;
  /** Writes a file of the source. */
  readonly write: (path: string, text: string) => void;
  readonly commit: () => void;
  /** Runs a script of the source, with additional environment variables. */
  readonly run: (
    script: string,
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ) => Outcome;
  /** Runs git in the source or in another folder. Returns its output. */
  readonly git: (args: readonly string[], cwd?: string) => string;
  /** The arguments of each npm publish. */
  readonly published: () => string[];
  readonly [Symbol.dispose]: () => void;
}

/** The environment without variables that affect a release. */
const {
  GITHUB_REPOSITORY: _repository,
  GITHUB_TOKEN: _token,
  NODE_AUTH_TOKEN: _auth,
  NPM_TOKEN: _npm,
  ...machine
} = process.env;

const build = `import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
const root = join(import.meta.dirname, "..");
const client = join(root, "dist", "client");
mkdirSync(client, { recursive: true });
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
writeFileSync(join(client, "package.json"), JSON.stringify({ name: "promptctl-client", version }));
for (const name of ["main.cjs", "action.js"])
  writeFileSync(join(root, "dist", name), readFileSync(join(root, "src", name)));
chmodSync(join(root, "dist", "main.cjs"), 0o755);
`;

/** A fake npm that logs what it publishes; a shell script, because a release calls it often. */
const npm = `#!/bin/sh
case "$1" in
  --version) echo "\${NPM_VERSION:-11.6.2}" ;;
  view)
    case "$2" in promptctl-client*) folder=/client ;; *) folder=/tree ;; esac
    if grep -qs "$folder " "$NPM_LOG"; then echo 0.1.0; fi ;;
  publish)
    if [ -n "$NPM_FAILS" ]; then exit 1; fi
    shift
    echo "$*" >> "$NPM_LOG" ;;
esac
`;

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

const files: Readonly<Record<string, string>> = {
  "package.json": json({
    name: "promptctl",
    version: "0.1.0",
    scripts: { prepare: "exit 1" },
    devDependencies: { vitest: "4" },
  }),
  "package-lock.json": json({ version: "0.1.0" }),
  "CHANGELOG.md": "# Changelog\n\n## 0.1.0\n\n- The first one.\n",
  "README.md": "# promptctl\n",
  LICENSE: "MIT\n",
  "SECURITY.md": "# Security\n",
  "CONTRIBUTING.md": "# Contributing\n",
  "action.yml": "runs:\n  using: node24\n  main: dist/action.js\n",
  ".pre-commit-hooks.yaml": "[]\n",
  ".gitignore": "dist/\n",
  "docs/action.md": "# Action\n",
  "examples/README.md": "# Examples\n",
  "templates/promptctl.yml": "spec:\n",
  "schemas/plan.schema.json": "{}\n",
  "src/main.cjs": "#!/usr/bin/env node\n",
  "src/action.js": "run();\n",
};

const gitEnv = { ...machine, GIT_CONFIG_GLOBAL: "/dev/null" };

function gitIn(cwd: string, args: readonly string[]): string {
  const person = ["-c", "user.name=t", "-c", "user.email=t@example.com"];
  return execFileSync("git", [...person, ...args], { cwd, env: gitEnv, encoding: "utf8" }).trim();
}

function writeIn(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** On top of what a release has merged into main. */
function commitIn(source: string): void {
  gitIn(source, ["add", "--all"]);
  gitIn(source, ["commit", "--quiet", "--message", "change"]);
  if (gitIn(source, ["ls-remote", "origin", "main"]) !== "")
    gitIn(source, ["pull", "--quiet", "--rebase", "--no-tags", "origin", "main"]);
  gitIn(source, ["push", "--quiet", "origin", "HEAD:main"]);
}

/**
 * The folders `source`, `remote.git`, `bin` and `tree`, which each fixture copies. Created once for
 * all test files, in the folder of test/global-setup.ts.
 */
function templateFolder(): string {
  const folder = join(process.env["PROMPTCTL_TEST_SHARED"]!, "release-template");
  if (existsSync(folder)) return folder;
  const base = mkdtempSync(`${folder}-`);
  const source = join(base, "source");
  cpSync(join(root, "scripts"), join(source, "scripts"), { recursive: true });
  writeIn(source, "scripts/build.mjs", build);
  for (const [path, text] of Object.entries(files)) writeIn(source, path, text);
  writeIn(base, "bin/npm", npm);
  chmodSync(join(base, "bin", "npm"), 0o755);
  gitIn(base, ["init", "--quiet", "--bare", "--initial-branch", "main", "remote.git"]);
  gitIn(source, ["init", "--quiet", "--initial-branch", "main"]);
  gitIn(source, ["remote", "add", "origin", "../remote.git"]);
  commitIn(source);
  const args = [join(base, "tree"), "--repository", "acme/promptctl"];
  execFileSync(process.execPath, [join(source, "scripts", "release-tree.mjs"), ...args]);
  try {
    renameSync(base, folder);
  } catch {
    // Another worker has created it.
  }
  return folder;
}

/** Creates a project that can be released as 0.1.0. */
export function releaseFixture(): ReleaseFixture {
  const base = mkdtempSync(join(tmpdir(), "promptctl-release-test-"));
  cpSync(templateFolder(), base, { recursive: true });
  const source = join(base, "source");
  const log = join(base, "published");
  const path = `${join(base, "bin")}:${machine["PATH"]}`;
  return {
    source,
    remote: join(base, "remote.git"),
    tree: join(base, "tree"),
    copy: join(base, "copy"),
    write: (file, text) => writeIn(source, file, text),
    commit: () => commitIn(source),
    git: (args, cwd = source) => gitIn(cwd, args),
    run: (script, args, env = {}) => {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [join(source, "scripts", script), ...args],
        { cwd: source, env: { ...machine, NPM_LOG: log, ...env, PATH: path }, encoding: "utf8" },
      );
      return { code: status, out: stdout, err: stderr };
    },
    published: () => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : []),
    [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true }),
  };
}

/** Runs release.mjs for acme/promptctl, by default for version 0.1.0. */
export const release = (
  on: ReleaseFixture,
  args: readonly string[] = ["0.1.0"],
  env: Readonly<Record<string, string>> = {},
): Outcome => on.run("release.mjs", [...args, "--repository", "acme/promptctl"], env);

/** The names of the tags of the remote, sorted. */
export const tagsOf = (on: ReleaseFixture): string[] => {
  const lines = on.git(["ls-remote", "--tags", on.remote]);
  return lines === "" ? [] : lines.split("\n").map((line) => line.replace(/.*refs\/tags\//, ""));
};

/** Replaces the first match in a file. */
export function replaceIn(path: string, from: string | RegExp, to: string): void {
  writeFileSync(path, readFileSync(path, "utf8").replace(from, to));
}
