// The check of a release tree reports every difference, and the build of this repository is
// reproducible.
import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dist } from "../../fixtures/built.ts";
import { releaseFixture, type Outcome, type ReleaseFixture } from "./fixture.ts";

const root = join(import.meta.dirname, "../../..");
const acme = ["--repository", "acme/promptctl"];
const check = (on: ReleaseFixture, words: readonly string[] = acme): Outcome =>
  on.run("check-release-tree.mjs", [on.tree, ...words]);

describe("a tree that was built from the source", () => {
  it("passes and has the hash of git write-tree", () => {
    using on = releaseFixture();
    const { code, out, err } = check(on);
    expect([code, err]).toEqual([0, ""]);
    on.git(["init", "--quiet"], on.tree);
    on.git(["add", "--all"], on.tree);
    expect(out).toBe(`${on.git(["write-tree"], on.tree)}\n`);
  });

  it("passes as the checkout of its tag", () => {
    using on = releaseFixture();
    on.run("release.mjs", ["0.1.0", ...acme]);
    rmSync(on.tree, { recursive: true });
    on.git([
      "-c",
      "advice.detachedHead=false",
      "clone",
      "--quiet",
      "--branch",
      "v0.1.0",
      on.remote,
      on.tree,
    ]);
    expect(check(on)).toMatchObject({ code: 0, err: "" });
  });

  it("reads the repository from GITHUB_REPOSITORY", () => {
    using on = releaseFixture();
    const env = { GITHUB_REPOSITORY: "acme/promptctl" };
    expect(on.run("check-release-tree.mjs", [on.tree], env).code).toBe(0);
  });
});

const { differences } = (await import(join(root, "scripts/release/differences.mjs"))) as {
  differences: (expected: string, actual: string) => string[];
};

const mutations: readonly [mutation: string, difference: string, change: (tree: string) => void][] =
  [
    [
      "a changed byte",
      "changed  dist/main.cjs",
      (tree) => {
        const bytes = readFileSync(join(tree, "dist", "main.cjs"));
        bytes[bytes.length - 1]! ^= 1;
        writeFileSync(join(tree, "dist", "main.cjs"), bytes);
      },
    ],
    [
      "an additional byte",
      "changed  package.json",
      (tree) => appendFileSync(join(tree, "package.json"), " "),
    ],
    [
      "a missing file",
      "missing  dist/action.js",
      (tree) => rmSync(join(tree, "dist", "action.js")),
    ],
    [
      "a missing folder",
      "missing  schemas/plan.schema.json",
      (tree) => rmSync(join(tree, "schemas"), { recursive: true }),
    ],
    [
      "an added file",
      "added    dist/more.js",
      (tree) => writeFileSync(join(tree, "dist/more.js"), ""),
    ],
    ["an added hidden file", "added    .npmrc", (tree) => writeFileSync(join(tree, ".npmrc"), "")],
    [
      "an added .git in a subfolder",
      "added    dist/.git/config",
      (tree) => {
        mkdirSync(join(tree, "dist", ".git"));
        writeFileSync(join(tree, "dist", ".git", "config"), "");
      },
    ],
    [
      "a program that is not executable",
      "mode     dist/main.cjs (100644, not 100755)",
      (tree) => chmodSync(join(tree, "dist", "main.cjs"), 0o644),
    ],
    [
      "a text file that is executable",
      "mode     README.md (100755, not 100644)",
      (tree) => chmodSync(join(tree, "README.md"), 0o755),
    ],
    [
      "a symbolic link to the same bytes",
      "mode     dist/action.js (120000, not 100644)",
      (tree) => {
        cpSync(join(tree, "dist", "action.js"), join(tree, "..", "elsewhere.js"));
        rmSync(join(tree, "dist", "action.js"));
        symlinkSync("../../elsewhere.js", join(tree, "dist", "action.js"));
      },
    ],
  ];

describe("differences between two trees", () => {
  it.each(mutations)("%s", (_mutation, difference, change) => {
    using on = releaseFixture();
    cpSync(on.tree, on.copy, { recursive: true });
    change(on.copy);
    expect(differences(on.tree, on.copy)).toEqual([difference]);
  });
});

describe("check-release-tree.mjs reports a difference in", () => {
  it("a file of the tree", () => {
    using on = releaseFixture();
    const [, difference, change] = mutations[0]!;
    change(on.tree);
    expect(check(on)).toEqual({
      code: 1,
      out: "",
      err: `${on.tree} is not what the source makes:\n  ${difference}\n`,
    });
  });

  it("the repository", () => {
    using on = releaseFixture();
    expect(check(on, ["--repository", "other/promptctl"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("changed  package.json"),
    });
  });

  it("the source", () => {
    using on = releaseFixture();
    on.write("src/action.js", "run(1);\n");
    expect(check(on).err).toContain("changed  dist/action.js");
  });
});

describe("the tree of this repository", () => {
  const base = mkdtempSync(join(tmpdir(), "promptctl-release-elsewhere-"));
  const source = join(base, "some", "other", "place");
  const tree = join(base, "tree");

  beforeAll(() => {
    mkdirSync(source, { recursive: true });
    for (const name of readdirSync(root))
      if (![".git", "dist", "dist-test", "test", ".promptctl"].includes(name)) copy(name);
    const script = join(source, "scripts", "release-tree.mjs");
    // Another umask, time zone and language.
    execFileSync("sh", ["-c", `umask 077 && "$0" "$@"`, process.execPath, script, tree, ...acme], {
      env: { ...process.env, TZ: "Asia/Tokyo", LC_ALL: "C", HOME: base },
    });
  }, 60_000);
  afterAll(() => rmSync(base, { recursive: true, force: true }));

  /** Copies from the repository; packages as hard links, where the file system allows that. */
  function copy(name: string): void {
    const paths = [join(root, name), join(source, name)] as const;
    if (name === "node_modules" && spawnSync("cp", ["-al", ...paths]).status === 0) return;
    rmSync(paths[1], { recursive: true, force: true });
    execFileSync("cp", ["-R", ...paths]);
  }

  const filesOf = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true, encoding: "utf8" })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));

  it("contains the build, the documents and the metadata", () => {
    expect(readdirSync(tree).sort()).toEqual([
      ".pre-commit-hooks.yaml",
      "CHANGELOG.md",
      "CONTRIBUTING.md",
      "LICENSE",
      "README.md",
      "SECURITY.md",
      "action.yml",
      "dist",
      "docs",
      "examples",
      "package.json",
      "schemas",
      "templates",
    ]);
  });

  it("has the same bytes as a build in another folder", () => {
    const named = (folder: string): Map<string, string> =>
      new Map(filesOf(folder).map((path) => [path.slice(folder.length), bytesOf(path)]));
    const bytesOf = (path: string): string =>
      readFileSync(path, "latin1").replaceAll("OWNER/promptctl", "acme/promptctl");
    const [here, there] = [named(dist), named(join(tree, "dist"))];
    expect(here.size).toBeGreaterThan(20);
    expect([...there.keys()].sort()).toEqual([...here.keys()].sort());
    expect([...there].filter(([path, bytes]) => here.get(path) !== bytes)).toEqual([]);
  });

  it("names the repository in documents, workflows and the starter files", () => {
    const text = filesOf(tree).map((path) => [path.slice(tree.length), readFileSync(path, "utf8")]);
    expect(text.filter(([, each]) => /\bOWNER\b/.test(each!)).map(([path]) => path)).toEqual([]);
    const named = text.filter(([, each]) => each!.includes("acme/promptctl@<commit of the tag>"));
    expect(named.map(([path]) => path)).toEqual(
      expect.arrayContaining(["/docs/action.md", "/examples/workflows/apply.yml"]),
    );
    expect(named.some(([path]) => path!.startsWith("/dist/"))).toBe(true);
  });

  it("has an executable program", () => {
    expect(statSync(join(tree, "dist", "main.cjs")).mode & 0o100).toBe(0o100);
  });

  it("contains no path of the machine", () => {
    const places = filesOf(tree).filter((path) => {
      const text = readFileSync(path, "utf8");
      return text.includes(base) || text.includes(root);
    });
    expect(places).toEqual([]);
  });

  it("is packed by npm without the Action", () => {
    const packed = JSON.parse(
      execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
        cwd: tree,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      }),
    ) as [{ files: { path: string }[] }];
    const paths = packed[0].files.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        "dist/main.cjs",
        "dist/types/index.d.ts",
        "schemas/plan.schema.json",
      ]),
    );
    const rest = paths.filter((path) => !/^(dist|schemas)\//.test(path)).sort();
    expect(rest).toEqual(["LICENSE", "README.md", "package.json"]);
    expect(paths.filter((path) => /^dist\/(?:action\.js|client\/)/.test(path))).toEqual([]);
  });

  it("starts the built files", () => {
    const own = JSON.parse(readFileSync(join(tree, "package.json"), "utf8")) as object;
    expect(own).toMatchObject({ bin: { promptctl: "dist/main.cjs" } });
    expect(readFileSync(join(tree, "action.yml"), "utf8")).toMatch(/^ {2}main: dist\/action\.js$/m);
  });

  it("has no scripts and names its repository", () => {
    const own = JSON.parse(readFileSync(join(tree, "package.json"), "utf8")) as object;
    expect(Object.keys(own)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/scripts|devDependencies/i)]),
    );
    expect(own).toMatchObject({ repository: { url: "git+https://github.com/acme/promptctl.git" } });
  });
});
