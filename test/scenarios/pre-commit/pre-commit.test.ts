// Runs the hooks with pre-commit, from the tree of a release tag.
// Run with `npm run test:long`; needs git and pre-commit 3.0.4 or later.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { templateFiles } from "../../../src/generated/starter-files.ts";
import { lookup, project, triage } from "../../cli/project.ts";
import { dist } from "../../fixtures/built.ts";

const root = join(import.meta.dirname, "../../..");
const base = mkdtempSync(join(tmpdir(), "promptctl-pre-commit-"));
const tag = join(base, "tag");
const env = {
  ...process.env,
  PRE_COMMIT_HOME: join(base, "cache"),
  GIT_AUTHOR_NAME: "t",
  GIT_AUTHOR_EMAIL: "t@example.com",
  GIT_COMMITTER_NAME: "t",
  GIT_COMMITTER_EMAIL: "t@example.com",
  GIT_CONFIG_GLOBAL: "/dev/null",
};

function git(cwd: string, ...args: string[]): string {
  return execFileSync("git", args, { cwd, env, encoding: "utf8" });
}

/** Commits all files. Returns whether the hooks pass, and their output. */
function commit(cwd: string): { passes: boolean; output: string } {
  git(cwd, "add", "-A");
  const { status, stdout, stderr } = spawnSync("git", ["commit", "-m", "change"], {
    cwd,
    env,
    encoding: "utf8",
  });
  return { passes: status === 0, output: stdout + stderr };
}

let counter = 0;

/** Creates a repository with the test project, the hook and one commit. */
function repository(config: string, folder = "."): string {
  const cwd = join(base, `repository-${++counter}`);
  for (const [path, text] of Object.entries(project)) {
    const full = join(cwd, folder, path);
    mkdirSync(join(full, ".."), { recursive: true });
    writeFileSync(full, text);
  }
  writeFileSync(join(cwd, ".pre-commit-config.yaml"), config);
  git(cwd, "init", "-q");
  execFileSync("pre-commit", ["install"], { cwd, env });
  expect(commit(cwd)).toMatchObject({ passes: true });
  return cwd;
}

const hook = (id: string, more = ""): string =>
  `repos:\n  - repo: file://${tag}\n    rev: v0.0.1\n    hooks: [{ id: ${id}${more} }]\n`;

beforeAll(() => {
  execFileSync(process.execPath, [
    join(root, "scripts", "release-tree.mjs"),
    tag,
    "--built",
    basename(dist),
  ]);
  git(tag, "init", "-q");
  git(tag, "add", "-A", "-f");
  git(tag, "commit", "-q", "-m", "release");
  git(tag, "tag", "v0.0.1");
}, 120_000);
afterAll(() => rmSync(base, { recursive: true, force: true }));

describe(".pre-commit-hooks.yaml", () => {
  const manifest = (text: string): number | null => {
    const path = join(base, "hooks.yaml");
    writeFileSync(path, text);
    return spawnSync("pre-commit", ["validate-manifest", path], { env }).status;
  };
  const hooks = readFileSync(join(root, ".pre-commit-hooks.yaml"), "utf8");

  it("is valid", () => {
    expect(manifest(hooks)).toBe(0);
  });

  it("is invalid without a required key", () => {
    expect(manifest(hooks.replace(/^  entry: .*\n/m, ""))).toBe(1);
  });
});

describe.each(["promptctl-validate", "promptctl-validate-all"])("%s", (id) => {
  it("accepts a valid commit and stops an invalid one", () => {
    const cwd = repository(hook(id));
    writeFileSync(join(cwd, "prompts/lookup.yaml"), lookup.replace("by its number", "by number"));
    expect(commit(cwd)).toMatchObject({ passes: true });
    writeFileSync(join(cwd, "prompts/lookup.yaml"), lookup.replace("description", "desciption"));
    const { passes, output } = commit(cwd);
    expect(passes).toBe(false);
    expect(output).toContain("prompts/lookup.yaml:3:1  error  unknown-key");
    expect(output).toContain('Did you mean "description"?');
  });

  it("reports an error that a change causes in another file", () => {
    const cwd = repository(hook(id));
    writeFileSync(join(cwd, "prompts/lookup.yaml"), lookup.replace("lookup_order", "find_order"));
    const { passes, output } = commit(cwd);
    expect(passes).toBe(false);
    expect(output).toContain("prompts/triage.yaml:3:9  error  unknown-tool");
  });

  it("validates a changed included text", () => {
    const cwd = repository(hook(id, ", args: [--strict, --]"));
    writeFileSync(join(cwd, "prompts/triage.md"), "You triage {% if x %}tickets.\n");
    const { passes, output } = commit(cwd);
    expect(passes).toBe(false);
    expect(output).toContain("prompts/triage.md:1:12  warning  other-template");
  });
});

it.each(["promptctl-validate", "promptctl-fmt"])(
  "%s: a file name that begins with - is not a flag",
  (id) => {
    const cwd = repository(hook(id));
    writeFileSync(join(cwd, "-x.yaml"), "a: 1\n");
    expect(commit(cwd)).toMatchObject({ passes: true });
  },
);

describe("promptctl-fmt", () => {
  const unformatted = `name:   lookup_order\n${lookup.replace("name: lookup_order\n", "")}`;

  it("formats changed files and accepts the next commit", () => {
    const cwd = repository(hook("promptctl-fmt"));
    writeFileSync(join(cwd, "prompts/lookup.yaml"), unformatted);
    const { passes, output } = commit(cwd);
    expect(passes).toBe(false);
    expect(output).toContain("formatted  prompts/lookup.yaml");
    expect(readFileSync(join(cwd, "prompts/lookup.yaml"), "utf8")).toBe(lookup);
    writeFileSync(join(cwd, "notes.yaml"), "b:   1\n");
    expect(commit(cwd)).toMatchObject({ passes: true });
    expect(readFileSync(join(cwd, "notes.yaml"), "utf8")).toBe("b:   1\n");
  });

  it("changes nothing with --check", () => {
    const cwd = repository(hook("promptctl-fmt", ", args: [--check, --]"));
    writeFileSync(join(cwd, "prompts/lookup.yaml"), unformatted);
    const { passes, output } = commit(cwd);
    expect(passes).toBe(false);
    expect(output).toContain("1 of 1 file not formatted.");
    expect(readFileSync(join(cwd, "prompts/lookup.yaml"), "utf8")).toBe(unformatted);
  });
});

it("promptctl-validate-all stops the deletion of a used tool", () => {
  const cwd = repository(hook("promptctl-validate-all"));
  rmSync(join(cwd, "prompts/lookup.yaml"));
  const { passes, output } = commit(cwd);
  expect(passes).toBe(false);
  expect(output).toContain('Unknown tool "lookup_order".');
});

it("a project in a subfolder, and files outside of it", () => {
  const cwd = repository(hook("promptctl-validate"), "ai");
  writeFileSync(join(cwd, "notes.md"), "Hello\n");
  expect(commit(cwd)).toMatchObject({ passes: true });
  writeFileSync(join(cwd, "ai/prompts/triage.yaml"), triage.replace("kind: prompt", "kind: promt"));
  const { passes, output } = commit(cwd);
  expect(passes).toBe(false);
  expect(output).toContain("ai/prompts/triage.yaml:1:7  error  unknown-kind");
});

const unused = triage.replace("variables: {}", "variables: { company: Acme }");
const warning = /prompts\/triage\.yaml:\d+:\d+ {2}warning {2}unused-variable/;

it.each(["promptctl-validate", "promptctl-validate-all"])("%s shows warnings and passes", (id) => {
  const cwd = repository(hook(id));
  writeFileSync(join(cwd, "prompts/triage.yaml"), unused);
  expect(commit(cwd)).toMatchObject({ passes: true, output: expect.stringMatching(warning) });
});

it("400 files are validated in one process", () => {
  const cwd = repository(hook("promptctl-validate"));
  for (let index = 0; index < 400; index++)
    writeFileSync(
      join(cwd, `prompts/tool-${index}.yaml`),
      lookup.replace("lookup_order", `tool_${index}`),
    );
  git(cwd, "add", "-A");
  const output = execFileSync("pre-commit", ["run", "--all-files", "-v"], {
    cwd,
    env,
    encoding: "utf8",
  });
  expect(output.match(/Valid: \d+ definitions \(\d+ files\)/g)).toEqual([
    "Valid: 407 definitions (404 files)",
  ]);
});

it("the hook of promptctl init uses the installed package", () => {
  const pack = execFileSync("npm", ["pack", "--silent", tag], { cwd: base, encoding: "utf8" });
  const config = templateFiles[".pre-commit-config.yaml"]!;
  const cwd = repository("repos: []\n");
  writeFileSync(join(cwd, ".gitignore"), "node_modules\npackage*.json\n");
  execFileSync("npm", ["install", "--offline", "--omit=optional", join(base, pack.trim())], {
    cwd,
  });
  writeFileSync(join(cwd, ".pre-commit-config.yaml"), config);
  writeFileSync(join(cwd, "prompts/triage.yaml"), unused);
  expect(commit(cwd)).toMatchObject({ passes: true, output: expect.stringMatching(warning) });
  writeFileSync(join(cwd, "prompts/lookup.yaml"), lookup.replace("kind: tool", "kind: tol"));
  expect(commit(cwd)).toMatchObject({ passes: false });
});

it("a commit of the source has no program, and the hook says what it needs", () => {
  const source = join(base, "source");
  for (const name of [".npmrc", ".pre-commit-hooks.yaml", "scripts"])
    cpSync(join(root, name), join(source, name), { recursive: true });
  // Without development dependencies: npm installs them, which takes a minute.
  const manifest = { ...packageJson, devDependencies: {} };
  writeFileSync(join(source, "package.json"), JSON.stringify(manifest));
  git(source, "init", "-q");
  git(source, "add", "-A");
  git(source, "commit", "-q", "-m", "main");
  const cwd = repository("repos: []\n");
  const config = hook("promptctl-validate-all").replace(tag, source);
  const commitOfSource = git(source, "rev-parse", "HEAD").trim();
  writeFileSync(join(cwd, ".pre-commit-config.yaml"), config.replace("v0.0.1", commitOfSource));
  const { passes, output } = commit(cwd);
  expect(passes).toBe(false);
  expect(output).toContain("promptctl: this commit has no built program (dist/ is missing).");
});

it("the tree of a tag has no scripts and no development dependencies", () => {
  cpSync(join(tag, "package.json"), join(base, "package.json"));
  const own = JSON.parse(
    execFileSync("cat", [join(tag, "package.json")], { encoding: "utf8" }),
  ) as object;
  expect(Object.keys(own)).not.toContain("scripts");
  expect(Object.keys(own)).not.toContain("devDependencies");
});
