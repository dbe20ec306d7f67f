// pre-commit autoupdate after releases, and after built commits in a company's own copy: it takes the tag that
// `git describe` finds from the default branch.
// Run with `npm run test:nightly`; needs git and pre-commit 3.0.4 or later.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import {
  release,
  replaceIn,
  releaseFixture,
  type ReleaseFixture,
} from "../../scripts/release/fixture.ts";

const root = join(import.meta.dirname, "../../..");
const base = mkdtempSync(join(tmpdir(), "promptctl-autoupdate-"));
const env = {
  ...process.env,
  PRE_COMMIT_HOME: join(base, "cache"),
  GIT_COMMITTER_NAME: "t",
  GIT_COMMITTER_EMAIL: "t@example.com",
  GIT_CONFIG_GLOBAL: "/dev/null",
};
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** A source whose program prints its arguments, with the hooks of promptctl. */
function source(): ReleaseFixture {
  const on = releaseFixture();
  on.write(".pre-commit-hooks.yaml", readFileSync(join(root, ".pre-commit-hooks.yaml"), "utf8"));
  on.write("src/main.cjs", "#!/usr/bin/env node\nconsole.log(...process.argv.slice(2));\n");
  on.commit();
  return on;
}

function bump(on: ReleaseFixture, version: string): void {
  for (const path of ["package.json", "package-lock.json"])
    replaceIn(join(on.source, path), /"version": ".*"/, `"version": "${version}"`);
  on.write("CHANGELOG.md", `# Changelog\n\n## ${version}\n\n- More.\n`);
  on.commit();
}

let counter = 0;

interface Update {
  readonly rev: string;
  /** Runs the updated hook. Returns its output. */
  readonly hook: () => string;
}

/** Updates the hook of a repository. */
function autoupdate(on: ReleaseFixture, rev: string, ...flags: string[]): Update {
  const cwd = join(base, `repository-${++counter}`);
  mkdirSync(cwd);
  const config = join(cwd, ".pre-commit-config.yaml");
  const hooks = "[{ id: promptctl-validate-all }]";
  writeFileSync(
    config,
    `repos:\n  - repo: file://${on.remote}\n    rev: ${rev}\n    hooks: ${hooks}\n`,
  );
  const run = (program: string, ...words: string[]): string =>
    execFileSync(program, words, { cwd, env, encoding: "utf8", stdio: "pipe" });
  run("git", "init", "--quiet");
  run("git", "add", "--all");
  run("pre-commit", "autoupdate", ...flags);
  const [, updated] = /^ +rev: (.*)$/m.exec(readFileSync(config, "utf8"))!;
  return { rev: updated!, hook: () => run("pre-commit", "run", "--all-files") };
}

it("goes from the first release to the newest one, although main has newer commits and v0 has moved", () => {
  using on = source();
  expect(release(on)).toMatchObject({ code: 0 });
  expect(autoupdate(on, "main").rev).toBe("v0.1.0");
  on.write("src/action.js", "run(2);\n");
  on.commit();
  bump(on, "0.2.0");
  expect(release(on, ["0.2.0"])).toMatchObject({ code: 0 });
  on.write("src/action.js", "run(3);\n");
  on.commit();
  expect(autoupdate(on, "v0").rev).toBe("v0.2.0");
  const { rev, hook } = autoupdate(on, "v0.1.0");
  expect([rev, hook()]).toEqual(["v0.2.0", expect.stringContaining("\nvalidate\n")]);
});

it("takes the newest release where main has no newer commit", () => {
  using on = source();
  release(on);
  bump(on, "0.2.0");
  release(on, ["0.2.0"]);
  expect(autoupdate(on, "v0.1.0").rev).toBe("v0.2.0");
});

it("freezes the newest release with --freeze", () => {
  using on = source();
  release(on);
  const { rev, hook } = autoupdate(on, "v0", "--freeze");
  const tag = on.git(["rev-parse", "v0.1.0"], on.remote);
  expect(rev).toBe(`${tag}  # frozen: v0.1.0`);
  expect(hook()).toContain("\nvalidate\n");
});

it("takes the newest tag of a company's copy, and not that of the client", () => {
  using on = source();
  const push = (tag: string): void =>
    expect(on.run("release-tree.mjs", ["--tag", tag, "--push", "origin"], env).code).toBe(0);
  push("v0.1.0-company.1");
  on.write("src/action.js", "run(2);\n");
  on.commit();
  push("v0.1.0-company.2");
  const { rev, hook } = autoupdate(on, "v0.1.0-company.1");
  expect(rev).toBe("v0.1.0-company.2");
  expect(hook()).toContain("\nvalidate\n");
});

it("finds a tag that was merged by hand, because main refuses pushes", () => {
  using on = source();
  writeFileSync(join(on.remote, "hooks/update"), '#!/bin/sh\ntest "$1" != refs/heads/main\n', {
    mode: 0o755,
  });
  const tag = "v0.1.0-company.1";
  const { err } = on.run("release-tree.mjs", ["--tag", tag, "--push", "origin"], env);
  const before = on.git(["rev-parse", "main"], on.remote);
  expect(autoupdate(on, tag).rev).toBe(before);
  rmSync(join(on.remote, "hooks/update"));
  for (const command of err.match(/(?<=^ {2}git ).*$/gm)!) on.git(command.split(" "));
  on.git(["push", "--quiet", "origin", "HEAD:main"]);
  expect(autoupdate(on, before).rev).toBe(tag);
});
