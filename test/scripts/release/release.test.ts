// A release: the tags of the remote, and the package on npm.
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { release, replaceIn, releaseFixture, tagsOf, type ReleaseFixture } from "./fixture.ts";

/** The fields of a tag of the remote, in the format of git for-each-ref. */
const tagFields = (on: ReleaseFixture, name: string, format: string): string =>
  on.git(["for-each-ref", `--format=${format}`, `refs/tags/${name}`], on.remote);

/** Arguments that release the tree of the fixture, instead of building one. */
const treeArgs = (on: ReleaseFixture): string[] => ["0.1.0", "--tree", on.tree];

describe("a release", () => {
  it("tags the built files, publishes them and moves the major tag", () => {
    using on = releaseFixture();
    const { code, out, err } = release(on);
    expect([code, err]).toEqual([0, ""]);
    const commit = /^commit {2}(.*)$/m.exec(out)![1]!;
    expect(out).toMatch(
      /\ntagged v0\.1\.0\npublished promptctl@0\.1\.0\npublished promptctl-client@0\.1\.0\nmoved v0 to v0\.1\.0\nmerged v0\.1\.0 into main\n$/,
    );
    expect(tagsOf(on)).toEqual(["v0", "v0.1.0", "v0.1.0^{}"]);
    expect(tagFields(on, "v0.1.0", "%(objecttype) %(*objectname) %(contents)")).toBe(
      `tag ${commit} promptctl 0.1.0\n\n- The first one.`,
    );
    expect(tagFields(on, "v0", "%(objecttype) %(objectname)")).toBe(`commit ${commit}`);
    expect(on.git(["ls-tree", "-r", "--name-only", "v0.1.0"], on.remote).split("\n")).toEqual([
      ".pre-commit-hooks.yaml",
      "CHANGELOG.md",
      "CONTRIBUTING.md",
      "LICENSE",
      "README.md",
      "SECURITY.md",
      "action.yml",
      "dist/action.js",
      "dist/client/package.json",
      "dist/main.cjs",
      "docs/action.md",
      "examples/README.md",
      "package.json",
      "schemas/plan.schema.json",
      "templates/promptctl.yml",
    ]);
    expect(JSON.parse(on.git(["show", "v0.1.0:package.json"], on.remote))).toEqual({
      name: "promptctl",
      version: "0.1.0",
      bin: { promptctl: "dist/main.cjs" },
      repository: { type: "git", url: "git+https://github.com/acme/promptctl.git" },
    });
    expect(on.published()).toEqual([
      expect.stringMatching(/^\/\S+\/tree --provenance --access public --ignore-scripts$/),
      expect.stringMatching(/^\/\S+\/tree\/dist\/client --provenance --access public --/),
    ]);
  });

  it("changes no file of main and not the checkout, and its parent is the released commit", () => {
    using on = releaseFixture();
    const before = on.git(["rev-parse", "main"], on.remote);
    release(on, treeArgs(on));
    const parents = on.git(["rev-parse", "main^1", "main^2", "v0.1.0^{commit}^"], on.remote);
    const commit = tagFields(on, "v0.1.0", "%(*objectname)");
    expect(parents.split("\n")).toEqual([before, commit, before]);
    expect(on.git(["diff", "--stat", before, "main"], on.remote)).toBe("");
    expect(on.git(["status", "--porcelain", "--branch"])).toBe("## main");
    expect(on.git(["tag"])).toBe("");
  });

  it("creates the same commit every time", () => {
    using on = releaseFixture();
    const commitOfDryRun = (): string =>
      /^commit .*$/m.exec(release(on, ["0.1.0", "--dry-run"]).out)![0];
    const first = commitOfDryRun();
    on.git(["config", "user.name", "another name"]);
    expect(commitOfDryRun()).toBe(first);
  });

  it("only prints its actions with --dry-run", () => {
    using on = releaseFixture();
    const { code, out } = release(on, [...treeArgs(on), "--dry-run"]);
    expect(code).toBe(0);
    expect(out).toContain("\nwould have tagged v0.1.0\nwould have published promptctl@0.1.0\n");
    expect(out).toContain("\nwould have published promptctl-client@0.1.0\n");
    expect(out).toMatch(/\nwould have merged v0\.1\.0 into main\n$/);
    expect([tagsOf(on), on.published(), on.git(["tag"])]).toEqual([[], [], ""]);
    expect(on.git(["rev-parse", "main"], on.remote)).toBe(on.git(["rev-parse", "HEAD"]));
  });

  it("moves the major tag to a later version", () => {
    using on = releaseFixture();
    release(on, treeArgs(on));
    bump(on, "0.2.0");
    expect(release(on, ["0.2.0"]).code).toBe(0);
    expect(tagsOf(on)).toEqual(["v0", "v0.1.0", "v0.1.0^{}", "v0.2.0", "v0.2.0^{}"]);
    expect(tagFields(on, "v0", "%(objectname)")).toBe(tagFields(on, "v0.2.0", "%(*objectname)"));
  });

  it("does not move the tag of an older major version", () => {
    using on = releaseFixture();
    release(on, treeArgs(on));
    const old = tagFields(on, "v0", "%(objectname)");
    bump(on, "1.0.0");
    expect(release(on, ["1.0.0"]).code).toBe(0);
    expect(tagFields(on, "v0", "%(objectname)")).toBe(old);
    expect(tagFields(on, "v1", "%(objectname)")).toBe(tagFields(on, "v1.0.0", "%(*objectname)"));
  });

  it("continues after a failed npm publish with --resume, and does not publish twice", () => {
    using on = releaseFixture();
    expect(release(on, treeArgs(on), { NPM_FAILS: "yes" })).toMatchObject({
      code: 1,
      err: expect.stringContaining("If v0.1.0 is tagged by now, go on with --resume."),
    });
    expect(tagsOf(on)).toEqual(["v0.1.0", "v0.1.0^{}"]);
    expect(release(on, [...treeArgs(on), "--resume"]).out).toMatch(
      /\nv0\.1\.0 is there already\npublished promptctl@0\.1\.0\npublished promptctl-client@0\.1\.0\nmoved v0 to v0\.1\.0\nmerged v0\.1\.0 into main\n$/,
    );
    const { out } = release(on, [...treeArgs(on), "--resume"]);
    expect(out).toContain("is on npm already");
    expect(out).toMatch(/\nmain contains v0\.1\.0 already\n$/);
    expect(on.published()).toHaveLength(2);
  });
});

function bump(on: ReleaseFixture, version: string): void {
  for (const path of ["package.json", "package-lock.json"])
    replaceIn(join(on.source, path), /"version": ".*"/, `"version": "${version}"`);
  on.write("CHANGELOG.md", `# Changelog\n\n## ${version}\n\n- More.\n\n## 0.1.0\n\n- First.\n`);
  on.commit();
}
