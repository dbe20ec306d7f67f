// A release refuses to start if one of these conditions holds.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { release, replaceIn, releaseFixture, tagsOf, type ReleaseFixture } from "./fixture.ts";

interface Case {
  readonly condition: string;
  readonly message: RegExp;
  readonly change?: (on: ReleaseFixture) => void;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const refused: readonly Case[] = [
  {
    condition: "the tag exists",
    change: (on) => on.git(["push", "--quiet", "origin", "HEAD:refs/tags/v0.1.0"]),
    message:
      /^ {2}The tag v0\.1\.0 is there already\. If what follows it failed, go on with --resume\.$/m,
  },
  {
    condition: "--resume has no tag",
    args: ["0.1.0", "--resume"],
    message: /^ {2}There is no tag v0\.1\.0 to go on from\.$/m,
  },
  {
    condition: "--resume has a tag of another release",
    change: (on) => {
      on.git(["commit", "--quiet", "--allow-empty", "--message", "by hand"]);
      on.git(["tag", "-a", "v0.1.0", "-m", "by hand"]);
      on.git(["push", "--quiet", "origin", "v0.1.0"]);
    },
    args: ["0.1.0", "--resume"],
    message: /^ {2}The tag v0\.1\.0 is another release: [0-9a-f]{40}, not [0-9a-f]{40}\.$/m,
  },
  {
    condition: "a later version exists",
    change: (on) => on.git(["push", "--quiet", "origin", "HEAD:refs/tags/v0.10.0"]),
    message: /^ {2}v0\.10\.0 is there already, and it is newer\.$/m,
  },
  {
    condition: "a file has uncommitted changes",
    change: (on) => on.write("README.md", "# Changed\n"),
    message: /^ {2}The checkout is not as committed:\n M README\.md$/m,
  },
  {
    condition: "a file is untracked",
    change: (on) => on.write("note.txt", "note\n"),
    message: /^ {2}The checkout is not as committed:\n\?\? note\.txt$/m,
  },
  {
    condition: "the commit is not on main of the remote",
    change: (on) => on.git(["commit", "--quiet", "--allow-empty", "--message", "mine"]),
    message: /^ {2}The commit [0-9a-f]{40} is not on main of the remote\.$/m,
  },
  {
    condition: "the version differs from package.json",
    args: ["0.2.0"],
    message:
      /^ {2}package\.json says 0\.1\.0, not 0\.2\.0\.\n {2}package-lock\.json says 0\.1\.0, not 0\.2\.0\.$/m,
  },
  {
    condition: "the version has a wrong format",
    args: ["v0.1.0"],
    message: /^ {2}v0\.1\.0 is not a version like 1\.2\.3\.$/m,
  },
  {
    condition: "the changelog has unreleased changes",
    change: (on) => {
      on.write("CHANGELOG.md", "# Changelog\n\n## 0.1.0 (unreleased)\n\n- First.\n");
      on.commit();
    },
    message: /^ {2}CHANGELOG\.md begins with "0\.1\.0 \(unreleased\)", not with "0\.1\.0"\.$/m,
  },
  {
    condition: "the changelog section is empty",
    change: (on) => {
      on.write("CHANGELOG.md", "# Changelog\n\n## 0.1.0\n\n## 0.0.9\n\n- Before.\n");
      on.commit();
    },
    message: /^ {2}CHANGELOG\.md says nothing about 0\.1\.0\.$/m,
  },
  {
    condition: "the Action is missing in the tree",
    change: (on) => rmSync(join(on.tree, "dist", "action.js")),
    message: /^ {2}The tree has no dist\/action\.js\.$/m,
  },
  {
    condition: "the client package is missing in the tree",
    change: (on) => rmSync(join(on.tree, "dist", "client"), { recursive: true }),
    message: /^ {2}The tree has no dist\/client\/package\.json\.$/m,
  },
  {
    condition: "the tree belongs to another repository",
    change: (on) => replaceIn(join(on.tree, "package.json"), "acme/", "other/"),
    message:
      /^ {2}package\.json of the tree names the repository git\+https:\/\/github\.com\/other\/promptctl\.git, not git\+https:\/\/github\.com\/acme\/promptctl\.git\.$/m,
  },
  {
    condition: "the tree has scripts",
    change: (on) =>
      replaceIn(join(on.tree, "package.json"), "{", `{ "scripts": { "prepare": "exit 1" },`),
    message: /^ {2}package\.json of the tree has scripts: prepare\.$/m,
  },
  {
    condition: "the tree differs from the verified one",
    args: ["0.1.0", "--expect", "4b825dc642cb6eb9a060e54bf8d69288fbee4904"],
    message:
      /^ {2}The tree is [0-9a-f]{40}, not 4b825dc642cb6eb9a060e54bf8d69288fbee4904, which was checked\.$/m,
  },
  {
    condition: "npm is too old",
    env: { NPM_VERSION: "11.5.0" },
    message: /^ {2}npm 11\.5\.0 cannot publish without a token: 11\.5\.1 can\.$/m,
  },
  {
    condition: "a token for npm is set",
    env: { NODE_AUTH_TOKEN: "npm_0123" },
    message: /^ {2}NODE_AUTH_TOKEN is set: npm would publish with it instead of as this run\.$/m,
  },
];

describe("a release is refused and changes nothing if", () => {
  it.each(refused)("$condition", ({ message, change, args = ["0.1.0"], env }) => {
    using on = releaseFixture();
    change?.(on);
    const before = tagsOf(on);
    const { code, out, err } = release(on, [...args, "--tree", on.tree], env);
    expect(err).toMatch(/^Refused; nothing was done\.\n/);
    expect(err).toMatch(message);
    expect(err).not.toContain("npm_0123");
    expect([code, out]).toEqual([4, ""]);
    expect([tagsOf(on), on.published()]).toEqual([before, []]);
  });

  it.each([
    ["no version", []],
    ["two versions", ["0.1.0", "0.2.0"]],
  ])("wrong usage: %s", (_how, args) => {
    using on = releaseFixture();
    expect(release(on, args)).toMatchObject({ code: 64, out: "" });
  });
});
