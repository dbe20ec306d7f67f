// Runs the jobs of templates/promptctl.yml with gitlab-ci-local, from the tree of a release tag. Needs git,
// rsync and gitlab-ci-local 4.75.1, which treats a pattern of an input as GitLab does: slashes around it
// are part of it.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { project } from "../../cli/project.ts";
import { dist } from "../../fixtures/built.ts";

const root = join(import.meta.dirname, "../../..");

/** A folder for the repositories of a test file and what they need. */
export const base = mkdtempSync(join(process.env["PROMPTCTL_TEST_SHARED"]!, "gitlab-"));

/** The tree of a release tag. */
export const tag = join(base, "tag");

const env = {
  ...process.env,
  npm_config_cache: join(base, "cache"),
  NODE_COMPILE_CACHE: join(base, "compile-cache"), // of gitlab-ci-local
  NO_COLOR: "1",
  FORCE_COLOR: "0",
  GIT_AUTHOR_NAME: "t",
  GIT_AUTHOR_EMAIL: "t@example.com",
  GIT_COMMITTER_NAME: "t",
  GIT_COMMITTER_EMAIL: "t@example.com",
  GIT_CONFIG_GLOBAL: "/dev/null",
};

/** Runs git in a folder. Returns what it prints. */
export function git(cwd: string, ...args: string[]): string {
  return execFileSync("git", args, { cwd, env, encoding: "utf8" }).trim();
}

/** Commits all files of a folder. Returns the commit. */
export function commitAll(cwd: string): string {
  if (!existsSync(join(cwd, ".git"))) git(cwd, "init", "-q", "-b", "main");
  git(cwd, "add", "-A", "-f");
  git(cwd, "commit", "-q", "-m", "x");
  return git(cwd, "rev-parse", "HEAD");
}

/** A folder with an `npx` that starts the program of the release without installing it. */
const quickNpx = join(base, "bin");

let commitOfTag: string | undefined;

/** Makes the release that jobs run, once. Returns its commit: what names it is installed by the npx of npm, in 2 seconds. */
export function makeRelease(): string {
  if (commitOfTag !== undefined) return commitOfTag;
  execFileSync(process.execPath, [
    join(root, "scripts", "release-tree.mjs"),
    tag,
    "--built",
    basename(dist),
  ]);
  mkdirSync(quickNpx);
  const script = `#!/bin/sh
test "$1 $2 $3 $4 $5 $6 $7" = "--yes --allow-git=root --omit=optional --package ${tag} -- promptctl" || exit 99
shift 7
exec "${process.execPath}" "${tag}/dist/main.cjs" "$@"
`;
  writeFileSync(join(quickNpx, "npx"), script, { mode: 0o755 });
  commitOfTag = commitAll(tag);
  return commitOfTag;
}

let counter = 0;

/** Creates a repository that includes the component, with the test project in `folder`. */
export function repository(inputs: Readonly<Record<string, string>> = {}, folder = "."): string {
  const cwd = join(base, `repository-${++counter}`);
  mkdirSync(join(cwd, "templates"), { recursive: true });
  cpSync(join(root, "templates", "promptctl.yml"), join(cwd, "templates", "promptctl.yml"));
  for (const [path, text] of Object.entries(project)) {
    const full = join(cwd, folder, path);
    mkdirSync(join(full, ".."), { recursive: true });
    writeFileSync(full, text);
  }
  const lines = Object.entries({ package: tag, ...inputs }).map(
    ([name, value]) => `      ${name}: ${value}\n`,
  );
  const include = `include:\n  - local: templates/promptctl.yml\n    inputs:\n${lines.join("")}`;
  writeFileSync(join(cwd, ".gitlab-ci.yml"), `stages: [test, deploy]\n${include}`);
  commitAll(cwd);
  git(cwd, "remote", "add", "origin", "git@gitlab.example.com:team/prompts.git");
  return cwd;
}

/** PATH of the jobs of a repository: `quickNpx` for the folder of the release. */
function pathOf(cwd: string): string {
  const isCommit = readFileSync(join(cwd, ".gitlab-ci.yml"), "utf8").includes("git+");
  return isCommit ? process.env["PATH"]! : `${quickNpx}:${process.env["PATH"]}`;
}

/** The values of variables or inputs by name. */
export type Variables = Readonly<Record<string, string>>;

/** Runs gitlab-ci-local. Returns its exit code and its output. */
export async function gitLab(
  cwd: string,
  args: readonly string[],
  variables: Variables = {},
): Promise<{ code: number | null; output: string }> {
  const settings = Object.entries({ CI: "true", CI_PROJECT_DIR: cwd, ...variables });
  const flags = settings.flatMap(([name, value]) => ["--variable", `${name}=${value}`]);
  const words = ["--force-shell-executor", ...flags, ...args];
  const child = spawn("gitlab-ci-local", words, { cwd, env: { ...env, PATH: pathOf(cwd) } });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => void (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  return { code, output };
}

/** The variables of a pipeline for a merge request of the project. */
export const mergeRequest: Variables = {
  CI_PIPELINE_SOURCE: "merge_request_event",
  CI_PROJECT_ID: "3",
  CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "3",
  CI_MERGE_REQUEST_PROJECT_ID: "3",
  CI_MERGE_REQUEST_IID: "7",
  CI_COMMIT_BRANCH: "",
};

/** The jobs of the component in a pipeline, with when they run. */
export async function jobsOf(variables: Variables, inputs: Variables = {}): Promise<string[]> {
  const { output } = await gitLab(repository(inputs), ["--list-csv"], variables);
  const rows = output.split("\n").map((line) => line.split(";"));
  return rows
    .filter(([name]) => name?.startsWith("promptctl-"))
    .map(([name, , when]) => `${name!.replace("promptctl-", "")} ${when}`);
}

/** A prompt with an evaluation. */
export const hello = (text: string): string => `kind: prompt
name: Hello
parameters: { provider: ANTHROPIC, name: claude-sonnet-4-5 }
messages: [{ role: user, content: ${text} }]
evaluations:
  - name: greets
    variables: {}
    appendedMessages: []
    assertions: [{ type: EXACT_MATCH, targetValue: Hello }]
`;

/** A program of a test that answers each line with the same fields. */
export const answeringProgram = (fields: string): string =>
  `import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const { id } = JSON.parse(line);
  console.log(JSON.stringify({ id, ${fields} }));
}
`;

/** The value in a JSON file. */
export const readJsonValue = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));
