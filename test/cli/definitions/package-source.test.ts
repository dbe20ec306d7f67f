// Where promptctl is installed from: what init finds out, and what it writes of it.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { repositoryUrl } from "../../../src/engine/text/package-source.ts";
import { type Folder, folderOf } from "../../io/folder.ts";
import { type CliResult, runCli } from "../fake-host.ts";
import { commit, type Installation, installedProgram } from "./installed-program.ts";

const { PATH } = process.env;
const github = "https://github.com/acme/promptctl";

/** A repository with a built commit, a tag of it, and a commit without dist/. */
const remote = folderOf({ "README.md": "" });
const git = (cwd: string, ...words: string[]): string =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...words], {
    cwd,
    env: { PATH, GIT_CONFIG_GLOBAL: "/dev/null" },
    encoding: "utf8",
  }).trim();
const committed = (): string => {
  git(remote.path, "add", "--all");
  git(remote.path, "commit", "--quiet", "--allow-empty", "--message", "x");
  return git(remote.path, "rev-parse", "HEAD");
};
git(remote.path, "init", "--quiet");
const unbuilt = committed();
remote.write("dist/main.cjs", "");
const built = committed();
git(remote.path, "tag", "-a", "v0.1.0-company.1", "-m", "built");
git(remote.path, "tag", "v0.0.9", unbuilt);
const untagged = committed();
afterAll(() => remote[Symbol.asyncDispose]());

/** git finds the repositories of two hosts in the folder. */
const env = {
  PATH,
  GIT_CONFIG_COUNT: "2",
  GIT_CONFIG_KEY_0: `url.file://${remote.path}.insteadOf`,
  GIT_CONFIG_VALUE_0: github,
  GIT_CONFIG_KEY_1: `url.file://${remote.path}.insteadOf`,
  GIT_CONFIG_VALUE_1: "https://gitlab.example.com/tools/promptctl",
};

const init = (folder: Folder, source: string, more: readonly string[] = []): Promise<CliResult> =>
  runCli(["init", "--yes", "--source", source, ...more], { cwd: folder.path, env });
const dependencyIn = (folder: Folder): unknown =>
  (JSON.parse(folder.read("package.json")) as { devDependencies: Record<string, string> })
    .devDependencies["promptctl"];

describe("the source that npm has recorded", () => {
  const found: readonly [title: string, installation: Installation, dependency: string][] = [
    ["a commit on GitHub", {}, `git+${github}#${commit}`],
    [
      "a commit over https, with a password",
      { entry: { resolved: `git+https://me:secret@git.example.com/a/b.git#${commit}` } },
      `git+https://git.example.com/a/b.git#${commit}`,
    ],
    [
      "a commit over ssh",
      { entry: { resolved: `git+ssh://git@git.example.com:2222/a/b#${commit}` } },
      `git+ssh://git@git.example.com:2222/a/b#${commit}`,
    ],
    [
      "a version of the registry, with the commit of its tag",
      {
        entry: { resolved: "https://registry.example.com/p.tgz", integrity: "sha512-x" },
        manifest: { repository: { type: "git", url: `git+${github}.git` } },
      },
      "0.1.0-company.1",
    ],
    [
      "a version without the address of the registry",
      {
        entry: { integrity: "sha512-x" },
        manifest: { repository: { type: "git", url: `git+${github}.git` } },
      },
      "0.1.0-company.1",
    ],
  ];

  it.each(found)("%s", async (_title, installation, dependency) => {
    await using program = installedProgram(installation);
    await using folder = folderOf();
    const { programFile } = program;
    const options = { cwd: folder.path, env, process: { programFile } };
    expect(await runCli(["init", "--yes"], options)).toMatchObject({ code: 0, err: "" });
    expect(dependencyIn(folder)).toBe(dependency);
    expect(existsSync(folder.at(".npmrc"))).toBe(dependency.startsWith("git+"));
    const workflow = folder.at(".github/workflows/promptctl-plan.yml");
    expect(existsSync(workflow)).toBe(!dependency.includes("git.example.com"));
    if (existsSync(workflow))
      expect(readFileSync(workflow, "utf8")).toContain(
        `uses: acme/promptctl@${dependency.startsWith("git+") ? commit : built} # v0.1.0-company.1\n`,
      );
  });

  const unknown: readonly [title: string, installation: Installation | undefined][] = [
    ["no file", undefined],
    ["a commit that npm has built", { manifest: { bin: { promptctl: "scripts/promptctl.cjs" } } }],
    ["a folder", { entry: { resolved: "../promptctl", link: true } }],
    ["an archive without a repository", { entry: { resolved: "x.tgz", integrity: "sha512-x" } }],
    ["a version that is none", { manifest: { version: "1\n- run: x" } }],
    ["an address that is a flag", { entry: { resolved: `git+ssh://-oProxy/x#${commit}` } }],
  ];

  it.each(unknown)("is unknown with %s, and no file that needs it is written", async (...row) => {
    const [, installation] = row;
    await using program = installedProgram(installation);
    await using folder = folderOf();
    const programFile = installation && program.programFile;
    const options = { cwd: folder.path, env, process: { programFile } };
    const { code, out } = await runCli(["init", "--yes"], options);
    expect(code).toBe(0);
    expect(readdirSync(folder.path).toSorted()).toEqual(
      [".gitattributes", ".gitignore", "prompts", "promptctl.yaml"].toSorted(),
    );
    expect(out).toMatch(/\nNext:\n  promptctl validate\n/);
    expect(out).toMatch(/\nNot written, [^]*:\n  promptctl init --source REPOSITORY@COMMIT\n$/);
  });

  it("of a program that was linked is unknown", async () => {
    await using program = installedProgram();
    await using clone = folderOf({ "dist/main.cjs": "" });
    await using folder = folderOf();
    rmSync(program.at("node_modules/promptctl"), { recursive: true });
    program.link("node_modules/promptctl", clone.path);
    const { programFile } = program;
    const { out } = await runCli(["init", "--yes"], {
      cwd: folder.path,
      process: { programFile },
    });
    expect(out).toContain("\nNot written, ");
  });
});

describe("--source", () => {
  it.each([
    ["a commit with a tag", `acme/promptctl@${built}`, `${built} # v0.1.0-company.1`],
    ["a commit without a tag", `${github}.git@${untagged}`, untagged],
    ["a tag", `git@github.com:acme/promptctl.git@v0.1.0-company.1`, `${built} # v0.1.0-company.1`],
  ])("takes %s", async (_title, source, reference) => {
    await using folder = folderOf();
    const { code, err, out } = await init(folder, source);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/^created {3}package\.json$/m);
    expect(folder.read("package.json")).toBe(
      `{\n  "private": true,\n  "devDependencies": {\n    "promptctl": "git+${github}#${reference.slice(0, 40)}"\n  }\n}\n`,
    );
    expect(folder.read(".npmrc")).toBe("allow-git=root\n");
    expect(folder.read(".gitignore")).toBe(".promptctl/\nnode_modules/\n");
    for (const name of ["plan", "apply"])
      expect(folder.read(`.github/workflows/promptctl-${name}.yml`)).toContain(
        `uses: acme/promptctl@${reference}\n`,
      );
    const all = folder.paths().map((path) => folder.read(path));
    expect(all.filter((text) => /OWNER|<commit|REPOSITORY/.test(text))).toEqual([]);
  });

  it.each([
    [
      "a commit without the program",
      `acme/promptctl@${unbuilt}`,
      4,
      `The commit ${unbuilt} of ${github} has no built program (dist/main.cjs).`,
    ],
    [
      "a tag of such a commit",
      "acme/promptctl@v0.0.9",
      4,
      `The commit ${unbuilt} of ${github} has no built program (dist/main.cjs).`,
    ],
    ["an unknown tag", "acme/promptctl@v9.0.0", 64, `${github} has no tag v9.0.0.`],
    ["an unknown commit", `acme/promptctl@${commit}`, 1, `git cannot read ${github}: `],
    [
      "a folder that is no repository",
      `/nowhere@${commit}`,
      1,
      "git cannot read file:///nowhere: ",
    ],
    ...[
      "acme/promptctl",
      "acme/promptctl@main",
      "acme/promptctl@-v1",
      "acme/promptctl@--upload-pack=x",
      `--upload-pack=x@${commit}`,
      `-x/y@${commit}`,
      `ssh://-oProxyCommand=x/y@${commit}`,
      `ssh://-x@host/y@${commit}`,
      `https://host/-x@${commit}`,
      `https://host/a/../b\${{ x }}@${commit}`,
      `https://host/a\n- run: x@${commit}`,
      `ext::sh -c x@${commit}`,
      `http://host/a@${commit}`,
      `a/b/c@${commit}`,
      `@${commit}`,
    ].map((source): [string, string, number, string] => [
      JSON.stringify(source),
      source,
      64,
      "--source is a repository and a commit of it with the built program: REPOSITORY@COMMIT.",
    ]),
  ])("refuses %s, and nothing is written", async (_title, source, code, message) => {
    await using folder = folderOf();
    const outcome = await init(folder, source);
    expect([outcome.code, outcome.out]).toEqual([code, ""]);
    expect(outcome.err).toContain(message);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it("never writes or prints a password", async () => {
    await using folder = folderOf();
    const source = `https://me:hunter2@127.0.0.1:1/a@${commit}`;
    const { code, out, err } = await init(folder, source);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain("git cannot read https://127.0.0.1:1/a: ");
    expect(err).not.toMatch(/hunter2|me:/);
  });

  it("adds what a project lacks that was created without a source", async () => {
    await using folder = folderOf();
    await runCli(["init", "--yes"], { cwd: folder.path, env });
    expect((await init(folder, `acme/promptctl@${built}`)).code).toBe(0);
    await using other = folderOf();
    await init(other, `acme/promptctl@${built}`);
    expect(readdirSync(folder.path, { recursive: true })).toEqual(
      readdirSync(other.path, { recursive: true }),
    );
    expect(folder.read(".gitignore")).toBe(other.read(".gitignore"));
  });

  it("changes the commit everywhere in a project with an older one, and nothing else", async () => {
    await using folder = folderOf();
    await init(folder, `acme/promptctl@${built}`);
    const path = ".github/workflows/own.yaml";
    const others = `- uses: actions/checkout@${built} # v7\n- uses: other/acme/promptctl@${built}\n`;
    folder.write(path, `${others}- uses: acme/promptctl@${commit} # v0.0.1\n`);
    const before = folder.read(".github/workflows/promptctl-apply.yml");
    const { out } = await init(folder, `acme/promptctl@${untagged}`);
    expect(out.split("\n").filter((line) => line.startsWith("updated"))).toEqual([
      "updated   package.json",
      `updated   ${path}`,
      "updated   .github/workflows/promptctl-apply.yml",
      "updated   .github/workflows/promptctl-plan.yml",
    ]);
    expect(dependencyIn(folder)).toBe(`git+${github}#${untagged}`);
    expect(folder.read(path)).toBe(`${others}- uses: acme/promptctl@${untagged}\n`);
    expect(folder.read(".github/workflows/promptctl-apply.yml")).toBe(
      before.replace(`${built} # v0.1.0-company.1`, untagged),
    );
  });
});

describe("an existing package.json", () => {
  it.each([
    [
      "with tabs",
      `{\n\t"name": "a",\n\t"devDependencies": {\n\t\t"zod": "4"\n\t}\n}\n`,
      `{\n\t"name": "a",\n\t"devDependencies": {\n\t\t"promptctl": "S",\n\t\t"zod": "4"\n\t}\n}\n`,
    ],
    [
      "with four spaces and without a final line break",
      `{\n    "name": "a"\n}`,
      `{\n    "name": "a",\n    "devDependencies": {\n        "promptctl": "S"\n    }\n}`,
    ],
    [
      "with CRLF",
      `{\r\n  "name": "a"\r\n}\r\n`,
      `{\r\n  "name": "a",\r\n  "devDependencies": {\r\n    "promptctl": "S"\r\n  }\r\n}\r\n`,
    ],
    [
      "with promptctl among the dependencies",
      `{\n  "dependencies": {\n    "promptctl": "0.0.1"\n  }\n}\n`,
      `{\n  "dependencies": {\n    "promptctl": "S"\n  }\n}\n`,
    ],
    ["in one line", `{"name":"a"}`, `{"name":"a","devDependencies":{"promptctl":"S"}}`],
    ["that is no JSON", `{ // a comment\n}\n`, `{ // a comment\n}\n`],
    ["that is no object", `[]\n`, `[]\n`],
  ])("%s", async (_title, before, after) => {
    await using folder = folderOf({ "package.json": before });
    const { code, out } = await init(folder, `acme/promptctl@${built}`);
    expect(code).toBe(0);
    const specifier = `git+${github}#${built}`;
    expect(folder.read("package.json")).toBe(after.replace('"S"', `"${specifier}"`));
    expect(out).toContain(
      before === after
        ? `skipped   package.json (cannot be edited: add "promptctl": "${specifier}" to devDependencies yourself)\n`
        : "updated   package.json\n",
    );
  });

  it("that is a link is not written through", async () => {
    await using outside = folderOf({ "package.json": "{}" });
    await using folder = folderOf();
    folder.link("package.json", outside.at("package.json"));
    const { out } = await init(folder, `acme/promptctl@${built}`);
    expect(out).toContain("skipped   package.json (not a regular file: add ");
    expect(outside.read("package.json")).toBe("{}");
  });

  it.each(["allow-git=root", "allow-git = all"])("an .npmrc with %s is kept", async (line) => {
    await using folder = folderOf({ ".npmrc": `fund=false\n${line}\n` });
    await init(folder, `acme/promptctl@${built}`);
    expect(folder.read(".npmrc")).toBe(`fund=false\n${line}\n`);
  });
});

describe("the CI files of a repository", () => {
  const gitlab = "https://gitlab.example.com/tools/promptctl";
  it.each([
    ["on GitHub, from GitHub", "git@github.com:acme/prompts.git", github, ".github"],
    ["with a name of ssh's settings", "git@work:acme/prompts.git", github, ".github"],
    ["without a remote", undefined, github, ".github"],
    ["on another GitHub host", "https://github.example.com/acme/prompts", github, undefined],
    ["on GitHub, from GitLab", "https://github.com/acme/prompts", gitlab, undefined],
    ["on Bitbucket", "https://bitbucket.org/acme/prompts", github, undefined],
    ["on GitLab, from GitLab", "git@gitlab.example.com:acme/prompts.git", gitlab, ".gitlab-ci.yml"],
    ["on GitLab, from GitHub", "https://gitlab.com/acme/prompts", github, ".gitlab-ci.yml"],
  ])("%s", async (_title, origin, source, file) => {
    await using folder = folderOf();
    git(folder.path, "init", "--quiet");
    if (origin !== undefined) git(folder.path, "remote", "add", "origin", origin);
    const { code, out } = await init(folder, `${source}@${built}`);
    expect(code).toBe(0);
    const found = [".github", ".gitlab-ci.yml"].filter((path) => existsSync(folder.at(path)));
    expect(found).toEqual(file === undefined ? [] : [file]);
    expect(out.includes("No CI file was written")).toBe(file === undefined);
    if (file !== ".gitlab-ci.yml") return;
    const { include } = parse(folder.read(file)) as { include: object[] };
    const template = "templates/promptctl.yml";
    const from =
      source === gitlab
        ? { project: "tools/promptctl", ref: built, file: template }
        : { remote: `https://raw.githubusercontent.com/acme/promptctl/${built}/${template}` };
    expect(include).toEqual([{ ...from, inputs: { package: `git+${source}#${built}` } }]);
    await init(folder, `${source}@${untagged}`);
    expect(folder.read(file)).not.toContain(built);
    expect(folder.read(file).split(untagged)).toHaveLength(3);
  });

  it("in a folder of a repository name the folder", async () => {
    await using folder = folderOf();
    git(folder.path, "init", "--quiet");
    git(folder.path, "remote", "add", "origin", "https://gitlab.com/acme/prompts");
    await init(folder, `acme/promptctl@${built}`, ["my prompts"]);
    const { include } = parse(folder.read("my prompts/.gitlab-ci.yml")) as {
      include: { inputs: object }[];
    };
    expect(include[0]!.inputs).toMatchObject({ directory: "my prompts" });
    const hooks = parse(folder.read("my prompts/.pre-commit-config.yaml")) as {
      repos: { hooks: { entry: string }[] }[];
    };
    expect(hooks.repos[0]!.hooks[0]!.entry).toBe(
      "npx --no-install --prefix 'my prompts' promptctl validate --",
    );
  });
});

it.each([
  ["https://github.com/a/b.git", "https://github.com/a/b"],
  ["git+ssh://git@github.com/a/b.git", "https://github.com/a/b"],
  ["git@git.example.com:a/b.git", "ssh://git@git.example.com/a/b.git"],
  ["https://git.example.com:8443/a/b/", "https://git.example.com:8443/a/b"],
  ["/srv/git/b.git", "file:///srv/git/b.git"],
  ["file:///srv/git/b.git", "file:///srv/git/b.git"],
  ["a/b", "https://github.com/a/b"],
  ["", undefined],
  ["git://host/a", undefined],
  ["https://[::1]/a", undefined],
  ["javascript:alert(1)", undefined],
])("the repository %j is %j", (text, url) => {
  expect(repositoryUrl(text)).toBe(url);
});
