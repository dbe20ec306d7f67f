// The first and the second release as `release.mjs --next` says, with the steps of the workflow, npm and a
// registry: at first npm refuses the package, a person publishes the tag, main moves on, and the workflow
// resumes. Later npm trusts the workflow.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { releaseFixture, tagsOf } from "./fixture.ts";
import { installedPrograms, startRegistry, writeNpmPrograms } from "./npm-programs.ts";
import { runWorkflow, type WorkflowRun } from "./workflow.ts";

const root = join(import.meta.dirname, "../../..");

it("the first release is resumed after it failed at npm and main moved on; the second one needs one run", async () => {
  using on = releaseFixture();
  const base = join(on.source, "..");
  const packages = await installedPrograms();
  await using registry = await startRegistry(join(base, "registry"), packages);
  writeNpmPrograms(join(base, "npm"), join(packages, "npm-11"));
  const emptyNpmrc = join(base, "empty.npmrc");
  writeFileSync(emptyNpmrc, "");
  const env = {
    PATH: `${join(base, "npm")}:${process.env["PATH"]}`,
    HOME: base,
    GITHUB_REPOSITORY: "acme/promptctl",
    npm_config_registry: registry.url,
    npm_config_cache: join(base, "cache"),
    npm_config_userconfig: emptyNpmrc,
  };
  const run = (resume: boolean): WorkflowRun =>
    runWorkflow({ inputs: { version: "0.1.0", resume }, remote: on.remote, env });
  const next = (version: string): string => {
    on.git(["fetch", "--quiet", "origin"]);
    const script = join(on.source, "scripts/release.mjs");
    return execFileSync(process.execPath, [script, version, "--next"], {
      cwd: on.source,
      env: { ...env, GITHUB_REPOSITORY: "" },
      encoding: "utf8",
    });
  };
  const versions = (): string[][] =>
    ["promptctl", "promptctl-client"].map((name) => {
      const words = ["view", name, "versions", "--json"];
      const text = execFileSync("npm", words, { cwd: base, env, encoding: "utf8" });
      return text.match(/\d+\.\d+\.\d+/g) ?? [];
    });
  const own = { name: "promptctl", version: "0.1.0" };
  on.write("package.json", JSON.stringify({ ...own, scripts: { prepare: "exit 1" } }));
  on.write(
    "package-lock.json",
    JSON.stringify({ ...own, lockfileVersion: 3, packages: { "": own } }),
  );
  on.write(".npmrc", readFileSync(join(root, ".npmrc"), "utf8"));
  on.write(".ci/run", "test -e src/action.js\n");
  const build = readFileSync(join(on.source, "scripts/build.mjs"), "utf8");
  on.write("scripts/build.mjs", `${build}writeFileSync(join(root, "dist/sbom.cdx.json"), "{}");\n`);
  on.commit();
  const source = on.git(["rev-parse", "HEAD"]);

  expect(next("0.1.0")).toMatch(
    /^done {2}main .*\nnext {2}the tag v0\.1\.0\n.*\n.*\n.*\n\nBefore the first release, [^]*\n {2}gh workflow run release\.yml --ref main --field version=0\.1\.0\n$/,
  );
  const first = run(false);
  expect(first.succeeded).toEqual(["source", "check", "tree", "verify"]);
  expect(first.log).toContain("npm error code ENEEDAUTH");
  expect(tagsOf(on)).toEqual(["v0.1.0", "v0.1.0^{}"]);
  const tag = on.git(["rev-parse", "v0.1.0"], on.remote);
  const byHand = next("0.1.0");
  expect(byHand).toMatch(
    /^next {2}promptctl@0\.1\.0 and promptctl-client@0\.1\.0 on npm\n[^]*\nPublish the tag by hand/m,
  );

  const quietly = ["-c", "advice.detachedHead=false", "clone", "--quiet"];
  on.git([...quietly, "--branch", "v0.1.0", on.remote, on.copy]);
  const npmrc = join(base, "maintainer.npmrc");
  writeFileSync(npmrc, registry.npmrc);
  const commands = byHand.match(/(?<=^ {2}npm )publish .*$/gm)!;
  expect(commands).toHaveLength(2);
  for (const command of commands)
    execFileSync("npm", command.split(" "), {
      cwd: on.copy,
      env: { ...env, npm_config_userconfig: npmrc },
      stdio: "pipe",
    });
  on.write("src/action.js", "run(2);\n");
  on.write("CHANGELOG.md", "# Changelog\n\n## 0.2.0 (unreleased)\n\n- More.\n");
  on.commit();

  expect(next("0.1.0")).toMatch(
    /^next {2}v0 is v0\.1\.0\n {6}main of origin contains v0\.1\.0, .*\n\nRun it again[^]* --field resume=true\n$/m,
  );
  const second = run(true);
  expect([second.succeeded, second.log]).toEqual([
    ["source", "check", "tree", "verify", "publish"],
    second.log,
  ]);
  expect(second.log).toContain(`source  ${source}\n`);
  expect(second.log).toMatch(
    /\nv0\.1\.0 is there already\npromptctl@0\.1\.0 is on npm already\npromptctl-client@0\.1\.0 is on npm already\nmoved v0 to v0\.1\.0\nmerged v0\.1\.0 into main\n$/,
  );
  expect(tagsOf(on)).toEqual(["v0", "v0.1.0", "v0.1.0^{}"]);
  expect(on.git(["rev-parse", "v0.1.0"], on.remote)).toBe(tag);
  expect(on.git(["rev-parse", "v0", "v0.1.0^{commit}"], on.remote)).toMatch(/^(.*)\n\1$/);
  expect(versions()).toEqual([["0.1.0"], ["0.1.0"]]);
  const released = (name: string): string => on.git(["show", `v0.1.0:dist/${name}`], on.remote);
  const files = ["action.js", "main.cjs", "sbom.cdx.json"];
  expect(second.attested.map((path) => readFileSync(path, "utf8").trim())).toEqual(
    files.map(released),
  );
  expect(next("0.1.0")).toMatch(/^(?:done .*\n){5}\n0\.1\.0 is released\./);

  expect(next("0.2.0")).toMatch(/^next {2}main [^]*package\.json says 0\.1\.0, not 0\.2\.0\.\n/);
  for (const file of ["package.json", "package-lock.json"])
    on.write(file, readFileSync(join(on.source, file), "utf8").replaceAll('"0.1.0"', '"0.2.0"'));
  on.write("CHANGELOG.md", "# Changelog\n\n## 0.2.0\n\n- More.\n");
  on.commit();
  expect(next("0.2.0")).toMatch(/\nnext {2}the tag v0\.2\.0\n[^]*\n\nRun the workflow Release/);
  // npm trusts the workflow now: a token stands for that, and no provenance, which Verdaccio does not take.
  const trusting = join(base, "trusting");
  mkdirSync(trusting);
  const npm = join(packages, "npm-11/bin/npm-cli.js");
  const script = `#!/bin/sh
for word; do shift; [ "$word" = --provenance ] || set -- "$@" "$word"; done
exec '${process.execPath}' '${npm}' "$@"\n`;
  writeFileSync(join(trusting, "npm"), script, { mode: 0o755 });
  const last = runWorkflow({
    inputs: { version: "0.2.0", resume: false },
    remote: on.remote,
    env: { ...env, PATH: `${trusting}:${env.PATH}`, npm_config_userconfig: npmrc },
  });
  expect([last.succeeded, last.log]).toEqual([
    ["source", "check", "tree", "verify", "publish"],
    last.log,
  ]);
  expect(tagsOf(on)).toEqual(["v0", "v0.1.0", "v0.1.0^{}", "v0.2.0", "v0.2.0^{}"]);
  expect(on.git(["rev-parse", "v0", "v0.2.0^{commit}"], on.remote)).toMatch(/^(.*)\n\1$/);
  expect(versions()).toEqual([
    ["0.1.0", "0.2.0"],
    ["0.1.0", "0.2.0"],
  ]);
  expect(next("0.2.0")).toMatch(/^(?:done .*\n){5}\n0\.2\.0 is released\./);
});
