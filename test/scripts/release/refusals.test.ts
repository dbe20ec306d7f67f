// What a release refuses, before anything is done.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { release, replaceIn, releaseFixture, tagsOf, type ReleaseFixture } from "./fixture.ts";

interface Case {
  readonly where: string;
  readonly says: RegExp;
  readonly change?: (on: ReleaseFixture) => void;
  readonly words?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const refused: readonly Case[] = [
  {
    where: "the tag is there",
    change: (on) => on.git(["push", "--quiet", "origin", "HEAD:refs/tags/v0.1.0"]),
    says: /^ {2}The tag v0\.1\.0 is there already\. If what follows it failed, go on with --resume\.$/m,
  },
  {
    where: "the tag to go on from is not there",
    words: ["0.1.0", "--resume"],
    says: /^ {2}There is no tag v0\.1\.0 to go on from\.$/m,
  },
  {
    where: "the tag to go on from is another release",
    change: (on) => {
      on.git(["tag", "-a", "v0.1.0", "-m", "by hand"]);
      on.git(["push", "--quiet", "origin", "v0.1.0"]);
    },
    words: ["0.1.0", "--resume"],
    says: /^ {2}The tag v0\.1\.0 is another release: [0-9a-f]{40}, not [0-9a-f]{40}\.$/m,
  },
  {
    where: "a later version is there",
    change: (on) => on.git(["push", "--quiet", "origin", "HEAD:refs/tags/v0.10.0"]),
    says: /^ {2}v0\.10\.0 is there already, and it is newer\.$/m,
  },
  {
    where: "a file is changed",
    change: (on) => on.write("README.md", "# Changed\n"),
    says: /^ {2}The checkout is not as committed:\n M README\.md$/m,
  },
  {
    where: "a file is new",
    change: (on) => on.write("note.txt", "note\n"),
    says: /^ {2}The checkout is not as committed:\n\?\? note\.txt$/m,
  },
  {
    where: "the commit is not on main of the remote",
    change: (on) => on.git(["commit", "--quiet", "--allow-empty", "--message", "mine"]),
    says: /^ {2}The commit [0-9a-f]{40} is not on main of the remote\.$/m,
  },
  {
    where: "the version is another one than that of package.json",
    words: ["0.2.0"],
    says: /^ {2}package\.json says 0\.1\.0, not 0\.2\.0\.\n {2}package-lock\.json says 0\.1\.0, not 0\.2\.0\.$/m,
  },
  {
    where: "the version is none",
    words: ["v0.1.0"],
    says: /^ {2}v0\.1\.0 is not a version like 1\.2\.3\.$/m,
  },
  {
    where: "the changelog begins with something unreleased",
    change: (on) => {
      on.write("CHANGELOG.md", "# Changelog\n\n## 0.1.0 (unreleased)\n\n- First.\n");
      on.commit();
    },
    says: /^ {2}CHANGELOG\.md begins with "0\.1\.0 \(unreleased\)", not with "0\.1\.0"\.$/m,
  },
  {
    where: "the changelog says nothing",
    change: (on) => {
      on.write("CHANGELOG.md", "# Changelog\n\n## 0.1.0\n\n## 0.0.9\n\n- Before.\n");
      on.commit();
    },
    says: /^ {2}CHANGELOG\.md says nothing about 0\.1\.0\.$/m,
  },
  {
    where: "the Action was not built",
    change: (on) => rmSync(join(on.tree, "dist", "action.js")),
    says: /^ {2}The tree has no dist\/action\.js\.$/m,
  },
  {
    where: "the tree is of another repository",
    change: (on) => replaceIn(join(on.tree, "package.json"), "acme/", "other/"),
    says: /^ {2}package\.json of the tree names the repository git\+https:\/\/github\.com\/other\/promptctl\.git, not git\+https:\/\/github\.com\/acme\/promptctl\.git\.$/m,
  },
  {
    where: "the tree has scripts",
    change: (on) =>
      replaceIn(join(on.tree, "package.json"), "{", `{ "scripts": { "prepare": "exit 1" },`),
    says: /^ {2}package\.json of the tree has scripts: prepare\.$/m,
  },
  {
    where: "the tree is another one than was checked",
    words: ["0.1.0", "--expect", "4b825dc642cb6eb9a060e54bf8d69288fbee4904"],
    says: /^ {2}The tree is [0-9a-f]{40}, not 4b825dc642cb6eb9a060e54bf8d69288fbee4904, which was checked\.$/m,
  },
  {
    where: "npm is too old",
    env: { NPM_VERSION: "11.5.0" },
    says: /^ {2}npm 11\.5\.0 cannot publish without a token: 11\.5\.1 can\.$/m,
  },
  {
    where: "a token of npm is about",
    env: { NODE_AUTH_TOKEN: "npm_0123" },
    says: /^ {2}NODE_AUTH_TOKEN is set: npm would publish with it instead of as this run\.$/m,
  },
];

describe("a release is refused, and nothing happens, where", () => {
  it.each(refused)("$where", ({ says, change, words = ["0.1.0"], env }) => {
    using on = releaseFixture();
    change?.(on);
    const before = tagsOf(on);
    const { code, out, err } = release(on, [...words, "--tree", on.tree], env);
    expect(err).toMatch(/^Refused; nothing was done\.\n/);
    expect(err).toMatch(says);
    expect(err).not.toContain("npm_0123");
    expect([code, out]).toEqual([4, ""]);
    expect([tagsOf(on), on.published()]).toEqual([before, []]);
  });

  it.each([
    ["without a version", []],
    ["with two", ["0.1.0", "0.2.0"]],
  ])("or it is wrong usage: %s", (_how, words) => {
    using on = releaseFixture();
    expect(release(on, words)).toMatchObject({ code: 64, out: "" });
  });
});
