// The hooks as pre-commit runs them, from exactly the tree that a release tag holds.
// `npm run test:pre-commit` runs this; it needs pre-commit (3.0.4 and later) and git.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lookup, project, triage } from "../../cli/project.ts";

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

function git(cwd: string, ...words: string[]): string {
  return execFileSync("git", words, { cwd, env, encoding: "utf8" });
}

/** A commit, as a person makes it; what the hooks say of it. */
function commit(cwd: string): { passes: boolean; says: string } {
  git(cwd, "add", "-A");
  const { status, stdout, stderr } = spawnSync("git", ["commit", "-m", "change"], {
    cwd,
    env,
    encoding: "utf8",
  });
  return { passes: status === 0, says: stdout + stderr };
}

let counter = 0;

/** A repository with the small project in it, the hook installed and one commit made. */
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
  execFileSync(process.execPath, [join(root, "scripts", "release-tree.mjs"), tag]);
  git(tag, "init", "-q");
  git(tag, "add", "-A", "-f");
  git(tag, "commit", "-q", "-m", "release");
  git(tag, "tag", "v0.0.1");
}, 120_000);
afterAll(() => rmSync(base, { recursive: true, force: true }));

describe("the hooks, as pre-commit reads them", () => {
  const manifest = (text: string): number | null => {
    const path = join(base, "hooks.yaml");
    writeFileSync(path, text);
    return spawnSync("pre-commit", ["validate-manifest", path], { env }).status;
  };
  const hooks = readFileSync(join(root, ".pre-commit-hooks.yaml"), "utf8");

  it("are well-formed", () => {
    expect(manifest(hooks)).toBe(0);
  });

  it("would not be with a key left out", () => {
    expect(manifest(hooks.replace(/^  entry: .*\n/m, ""))).toBe(1);
  });
});

describe.each(["promptctl-validate", "promptctl-validate-all"])("%s", (id) => {
  it("lets a good commit pass and stops a bad one, with the place", () => {
    const cwd = repository(hook(id));
    writeFileSync(join(cwd, "prompts/lookup.yaml"), lookup.replace("by its number", "by number"));
    expect(commit(cwd)).toMatchObject({ passes: true });
    writeFileSync(join(cwd, "prompts/lookup.yaml"), lookup.replace("description", "desciption"));
    const { passes, says } = commit(cwd);
    expect(passes).toBe(false);
    expect(says).toContain("prompts/lookup.yaml:3:1  error  unknown-key");
    expect(says).toContain('Did you mean "description"?');
  });

  it("finds what a changed definition breaks in another file", () => {
    const cwd = repository(hook(id));
    writeFileSync(join(cwd, "prompts/lookup.yaml"), lookup.replace("lookup_order", "find_order"));
    const { passes, says } = commit(cwd);
    expect(passes).toBe(false);
    expect(says).toContain("prompts/triage.yaml:3:9  error  unknown-tool");
  });

  it("checks an included text that changed", () => {
    const cwd = repository(hook(id, ", args: [--strict]"));
    writeFileSync(join(cwd, "prompts/triage.md"), "You triage {% if x %}tickets.\n");
    const { passes, says } = commit(cwd);
    expect(passes).toBe(false);
    expect(says).toContain("prompts/triage.md:1:12  warning  other-template");
  });
});

describe("promptctl-fmt", () => {
  const ugly = `name:   lookup_order\n${lookup.replace("name: lookup_order\n", "")}`;

  it("formats what was changed, and the commit after that passes", () => {
    const cwd = repository(hook("promptctl-fmt"));
    writeFileSync(join(cwd, "prompts/lookup.yaml"), ugly);
    const { passes, says } = commit(cwd);
    expect(passes).toBe(false);
    expect(says).toContain("formatted  prompts/lookup.yaml");
    expect(readFileSync(join(cwd, "prompts/lookup.yaml"), "utf8")).toBe(lookup);
    writeFileSync(join(cwd, "notes.yaml"), "b:   1\n");
    expect(commit(cwd)).toMatchObject({ passes: true });
    expect(readFileSync(join(cwd, "notes.yaml"), "utf8")).toBe("b:   1\n");
  });

  it("with --check changes nothing", () => {
    const cwd = repository(hook("promptctl-fmt", ", args: [--check]"));
    writeFileSync(join(cwd, "prompts/lookup.yaml"), ugly);
    const { passes, says } = commit(cwd);
    expect(passes).toBe(false);
    expect(says).toContain("1 of 1 file not formatted.");
    expect(readFileSync(join(cwd, "prompts/lookup.yaml"), "utf8")).toBe(ugly);
  });
});

it("the deletion of a tool that is used is stopped by the hook of the whole project", () => {
  const cwd = repository(hook("promptctl-validate-all"));
  rmSync(join(cwd, "prompts/lookup.yaml"));
  const { passes, says } = commit(cwd);
  expect(passes).toBe(false);
  expect(says).toContain('Unknown tool "lookup_order".');
});

it("a project further down, and files outside of it", () => {
  const cwd = repository(hook("promptctl-validate"), "ai");
  writeFileSync(join(cwd, "notes.md"), "Hello\n");
  expect(commit(cwd)).toMatchObject({ passes: true });
  writeFileSync(join(cwd, "ai/prompts/triage.yaml"), triage.replace("kind: prompt", "kind: promt"));
  const { passes, says } = commit(cwd);
  expect(passes).toBe(false);
  expect(says).toContain("ai/prompts/triage.yaml:1:7  error  unknown-kind");
});

it("400 files are checked in one process", () => {
  const cwd = repository(hook("promptctl-validate"));
  for (let each = 0; each < 400; each++)
    writeFileSync(
      join(cwd, `prompts/tool-${each}.yaml`),
      lookup.replace("lookup_order", `tool_${each}`),
    );
  git(cwd, "add", "-A");
  const says = execFileSync("pre-commit", ["run", "--all-files", "-v"], {
    cwd,
    env,
    encoding: "utf8",
  });
  expect(says.match(/in \d+ definitions \(\d+ files\)/g)).toEqual([
    "in 407 definitions (404 files)",
  ]);
});

it("the form with npm only, without a repository of hooks", () => {
  const pack = execFileSync("npm", ["pack", "--silent", tag], { cwd: base, encoding: "utf8" });
  const cwd = repository(`repos:
  - repo: local
    hooks:
      - id: promptctl-validate
        name: promptctl validate
        language: node
        additional_dependencies: ["file:${join(base, pack.trim())}"]
        entry: promptctl validate
        types_or: [yaml, markdown, plain-text]
        require_serial: true
`);
  writeFileSync(join(cwd, "prompts/lookup.yaml"), lookup.replace("kind: tool", "kind: tol"));
  expect(commit(cwd)).toMatchObject({ passes: false });
});

it("the tree of a tag has no scripts, and nothing to build", () => {
  cpSync(join(tag, "package.json"), join(base, "package.json"));
  const own = JSON.parse(
    execFileSync("cat", [join(tag, "package.json")], { encoding: "utf8" }),
  ) as object;
  expect(Object.keys(own)).not.toContain("scripts");
  expect(Object.keys(own)).not.toContain("devDependencies");
});
