// A built commit in a company's own copy: release-tree.mjs --tag TAG --push REMOTE.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { releaseFixture, tagsOf, type Outcome, type ReleaseFixture } from "./fixture.ts";

const tag = "v0.1.0-company.1";
const person = {
  GIT_COMMITTER_NAME: "a person",
  GIT_COMMITTER_EMAIL: "person@example.com",
  GIT_CONFIG_GLOBAL: "/dev/null",
};
const push = (on: ReleaseFixture, remote = "origin", name = tag): Outcome =>
  on.run("release-tree.mjs", ["--tag", name, "--push", remote], person);

it("pushes a tag with the built files on top of the commit that is checked out, and merges it into main", () => {
  using on = releaseFixture();
  on.git(["commit", "--quiet", "--allow-empty", "--message", "not on main of the remote"]);
  const [source, main] = [on.git(["rev-parse", "HEAD"]), on.git(["rev-parse", "main"], on.remote)];
  const { code, out, err } = push(on, on.remote);
  expect([code, err]).toEqual([0, ""]);
  const client = `client-${tag}`;
  expect(tagsOf(on)).toEqual([client, `${client}^{}`, tag, `${tag}^{}`]);
  const commitOf = (name: string): string => on.git(["rev-parse", `${name}^{commit}`], on.remote);
  const commit = commitOf(tag);
  expect(out).toBe(`pushed  ${tag}
merged  into main
commit  ${commit}

Next, in the repository of your prompts:
  npx --yes --allow-git=root --omit=optional "git+file://${on.remote}#${commit}" init

In an application that only calls the service:
  npm install --allow-git=root "git+file://${on.remote}#${commitOf(client)}"
`);
  expect(on.git(["rev-parse", `${client}^{tree}`], on.remote)).toBe(
    on.git(["rev-parse", `${tag}:dist/client`], on.remote),
  );
  expect(on.git(["rev-parse", `${commit}^`], on.remote)).toBe(source);
  const parents = on.git(["rev-parse", "main^1", "main^2"], on.remote);
  expect(parents.split("\n")).toEqual([main, commit]);
  expect(on.git(["diff", "--stat", main, "main"], on.remote)).toBe("");
  expect([on.git(["tag"]), on.git(["status", "--porcelain"])]).toEqual(["", ""]);
  const held = on.git(["ls-tree", "-r", "--name-only", tag], on.remote).split("\n");
  expect(held).toEqual(expect.arrayContaining(["dist/main.cjs", "dist/action.js", "action.yml"]));
  expect(JSON.parse(on.git(["show", `${tag}:package.json`], on.remote))).toEqual({
    name: "promptctl",
    version: "0.1.0-company.1",
    bin: { promptctl: "dist/main.cjs" },
  });
  expect(on.git(["show", "--no-patch", "--format=%an <%ae>", commit], on.remote)).toBe(
    "a person <person@example.com>",
  );
});

it("says how to merge the tag if main refuses it", () => {
  using on = releaseFixture();
  const hook = `#!/bin/sh\ntest "$1" != refs/heads/main || { echo "main is protected"; exit 1; }\n`;
  writeFileSync(join(on.remote, "hooks/update"), hook, { mode: 0o755 });
  const { code, out, err } = push(on);
  expect([code, out]).toEqual([0, expect.stringMatching(/^pushed .*\ncommit .*\n\nNext/)]);
  expect(err).toContain("main is protected");
  expect(err).toMatch(/\n {2}git fetch origin tag (\S+)\n {2}git merge --strategy ours \1\n$/);
  expect(tagsOf(on)).toContain(tag);
});

it("is checked as a release is, with its tag", () => {
  using on = releaseFixture();
  expect(push(on).code).toBe(0);
  const quietly = ["-c", "advice.detachedHead=false", "clone", "--quiet"];
  on.git([...quietly, "--branch", tag, on.remote, on.copy]);
  const check = (...words: string[]): Outcome =>
    on.run("check-release-tree.mjs", [on.copy, ...words]);
  expect(check("--tag", tag)).toMatchObject({ code: 0, err: "" });
  expect(check()).toMatchObject({ code: 1, err: expect.stringContaining("changed  package.json") });
});

it("names the repository of a remote on GitHub, and the one of --repository", () => {
  using on = releaseFixture();
  on.git(["remote", "add", "github", "git@github.com:acme/prompts-cli.git"]);
  on.git(["config", `url.${on.remote}.pushInsteadOf`, "git@github.com:acme/prompts-cli.git"]);
  on.git(["config", `url.${on.remote}.insteadOf`, "git@github.com:acme/prompts-cli.git"]);
  const own = (name: string): unknown =>
    JSON.parse(on.git(["show", `${name}:package.json`], on.remote));
  const words = ["--tag", "v0.1.0-b", "--push", "github", "--repository", "other/fork"];
  expect(on.run("release-tree.mjs", words, person)).toMatchObject({ code: 0, err: "" });
  expect(own("v0.1.0-b")).toMatchObject({
    repository: { url: "git+https://github.com/other/fork.git" },
  });
  expect(push(on, "git@github.com:acme/prompts-cli.git").out).toContain(
    '"git+ssh://git@github.com/acme/prompts-cli.git#',
  );
  expect(own(tag)).toMatchObject({
    repository: { url: "git+https://github.com/acme/prompts-cli.git" },
  });
});

it.each<[string, (on: ReleaseFixture) => Outcome, number, string]>([
  [
    "a clone with changes",
    (on) => {
      on.write("note.txt", "");
      return push(on);
    },
    4,
    "The clone has changes that are not committed:\n?? note.txt\n",
  ],
  [
    "a tag of the remote",
    (on) => {
      on.git(["push", "--quiet", "origin", `HEAD:refs/tags/${tag}`]);
      return push(on);
    },
    4,
    `The tag ${tag} is there already. Take the next number.\n`,
  ],
  [
    "a tag of the clone",
    (on) => {
      on.git(["tag", tag]);
      return push(on);
    },
    4,
    `The tag ${tag} is there already. Take the next number.\n`,
  ],
  [
    "a remote without a branch, from which npm cannot install",
    (on) => {
      on.git(["init", "--quiet", "--bare", on.copy]);
      on.git(["remote", "add", "empty", on.copy]);
      return push(on, "empty");
    },
    4,
    "The remote has no default branch, and npm cannot install from it. Push one first: git push empty HEAD:refs/heads/main\n",
  ],
  ...["v1", "1.2.3", "v1.2.3-01", "v1.2.3+4", "v1.2.3 ", "-v1.2.3", "v1.2.3-a/b"].map(
    (name): [string, (on: ReleaseFixture) => Outcome, number, string] => [
      `the tag ${JSON.stringify(name)}`,
      (on) => on.run("release-tree.mjs", [`--tag=${name}`, "--push", "origin"]),
      64,
      `--tag is v and a version, such as v0.1.0-company.1, not ${name}.\n`,
    ],
  ),
  [
    "a remote that is a flag",
    (on) => on.run("release-tree.mjs", ["--tag", tag, "--push=--mirror"]),
    64,
    "--push is a remote or a URL, not --mirror.\n",
  ],
  [
    "--push alone",
    (on) => on.run("release-tree.mjs", ["--push", "origin"]),
    64,
    "--push needs --tag.\n",
  ],
])("refuses %s", (_what, run, code, err) => {
  using on = releaseFixture();
  const outcome = run(on);
  expect(outcome).toEqual({ code, out: "", err });
  expect(tagsOf(on).filter((name) => name.includes("^"))).toEqual([]);
});

it("prints no password of a URL", () => {
  using on = releaseFixture();
  const { code, out, err } = push(on, "https://person:hunter2@127.0.0.1:1/x.git");
  expect(code).toBe(4);
  expect(err).toContain("https://127.0.0.1:1/x.git");
  expect(out + err).not.toContain("hunter2");
});
