// promptctl init: creates a project that works, and overwrites no files.
import { spawnSync, type SpawnSyncReturns } from "node:child_process";
import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type Folder, folderOf } from "../../io/folder.ts";
import {
  serviceEnv,
  type CliResult,
  type HostOptions,
  runCli,
  createFakeService,
} from "../fake-host.ts";
import { commit, installedProgram } from "./installed-program.ts";

const installed = installedProgram();
afterAll(() => installed[Symbol.asyncDispose]());

const root = join(import.meta.dirname, "../..", "..");

const example = [
  "prompts/lookup_order.tool.yaml",
  "prompts/support-triage.md",
  "prompts/support-triage.prompt.yaml",
];
const around = [
  "package.json",
  ".npmrc",
  ".github/workflows/promptctl-plan.yml",
  ".github/workflows/promptctl-apply.yml",
  ".pre-commit-config.yaml",
  ".vscode/extensions.json",
  ".vscode/settings.json",
];
const lists = [".gitignore", ".gitattributes"];
const all = [...example, ...around, ...lists, "promptctl.yaml"];

const next = `
Next:
  npm install
  npx --no-install promptctl validate
  npx --no-install promptctl plan --local
  npx --no-install promptctl apply --local
`;
const teammate = `
Commit the files, with package-lock.json. A teammate who clones them runs:
  npm ci
  pre-commit install
  npx --no-install promptctl validate
`;
const agents = `
If coding agents change prompts, write rules for them to AGENTS.md:
  npx --no-install promptctl init --agents
`;
const setup = `${teammate}
Before the first apply on GitHub, follow the setup steps at the top of:
  .github/workflows/promptctl-plan.yml
  .github/workflows/promptctl-apply.yml
${agents}`;
const textLines = (prefix: string): string =>
  ["md", "txt", "json", "jinja", "jinja2", "j2"]
    .map((ending) => `${prefix}**/*.${ending} text eol=lf\n`)
    .join("");
const importing = (files: string): string => `
There are text files that look like prompts. To make definitions of them (add --role user for
messages of the user):
  npx --no-install promptctl import text ${files} --model MODEL
`;
const created = (paths: readonly string[]): string =>
  paths.map((path) => `created   ${path}\n`).join("");

const { PATH: machinePath } = process.env;
const init = (folder: Folder, ...args: string[]): Promise<CliResult> =>
  runInit(["--yes", ...args], { cwd: folder.path });

/** Runs init of the promptctl that is installed from acme/promptctl. */
const runInit = (
  args: readonly string[],
  { process, ...options }: HostOptions,
): Promise<CliResult> =>
  runCli(["init", ...args], {
    ...options,
    env: { PATH: machinePath, ...options.env },
    process: { programFile: installed.programFile, ...process },
  });

/** The texts of all files in a folder and its subfolders, by path. */
function filesIn(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    paths
      .filter((path) => lstatSync(join(folder, path)).isFile())
      .map((path) => [path, readFileSync(join(folder, path), "utf8")]),
  );
}

/** The files of a project that was just started. */
async function started(): Promise<Record<string, string>> {
  await using folder = folderOf();
  expect(await init(folder)).toMatchObject({ code: 0 });
  return filesIn(folder.path);
}

describe("in an empty folder", () => {
  it("writes the files, a line each, and prints the next commands", async () => {
    await using folder = folderOf();
    const outcome = await init(folder);
    expect(outcome).toEqual({ code: 0, out: created(all) + next + setup, err: "", questions: [] });
    expect(Object.keys(filesIn(folder.path))).toEqual(all.toSorted());
    for (const path of all) expect(statSync(folder.at(path)).mode & 0o133).toBe(0);
  });

  it("the new project is valid, can be planned and applied, and then has no changes", async () => {
    await using folder = folderOf();
    await init(folder);
    const run = (...args: string[]): Promise<CliResult> => runCli(args, { cwd: folder.path });
    expect(await run("validate", "--strict")).toEqual({
      code: 0,
      out: "Valid: 6 definitions (2 files)\n",
      err: "",
      questions: [],
    });
    expect((await run("plan", "--local")).out).toMatch(/\nPlan: 6 to create\.\n$/);
    expect((await run("apply", "--local", "--auto-approve")).code).toBe(0);
    expect(await run("plan", "--local", "--detailed-exitcode")).toMatchObject({
      code: 0,
      out: expect.stringContaining("No changes."),
    });
  });

  it("its files name no schema if no promptctl is installed", async () => {
    await using folder = folderOf();
    const { code } = await runCli(["init", "--yes"], { cwd: folder.path });
    expect(code).toBe(0);
    expect(Object.values(filesIn(folder.path)).join("\n")).not.toContain("node_modules");
  });

  it("its files name the schemas in node_modules", async () => {
    const files = await started();
    const paths = Object.entries(files).flatMap(([path, text]) =>
      [...text.matchAll(/\$schema=(\S+)/g)].map(([, schema]) => join(path, "..", schema!)),
    );
    const settings = JSON.parse(files[".vscode/settings.json"]!) as Record<string, object>;
    paths.push(...Object.keys(settings["yaml.schemas"]!).map((path) => join(path)));
    expect(paths).toHaveLength(5);
    for (const path of paths) {
      expect(path).toMatch(/^node_modules\/promptctl\/schemas\//);
      expect(existsSync(join(root, path.replace("node_modules/promptctl/", "")))).toBe(true);
    }
  });
});

describe("in a folder with files", () => {
  it.each([...around.slice(2), ...lists])("an existing %s is kept", async (path) => {
    await using folder = folderOf({ [path]: "mine" });
    const { code, out } = await init(folder);
    expect(code).toBe(0);
    const text = folder.read(path);
    if (lists.includes(path)) {
      expect(out).toContain(`added to  ${path}\n`);
      expect(text).toMatch(/^mine\n/);
    } else {
      const isListed = path !== ".vscode/extensions.json"; // it has nothing of promptctl
      const lack = isListed ? ", without promptctl" : "";
      expect(out).toContain(`skipped   ${path} (already exists${lack})\n`);
      expect(out.includes(`\n${path} has nothing of promptctl. Add to it:\n  `)).toBe(isListed);
      expect(text).toBe("mine");
    }
    expect(out.match(/^created /gm)).toHaveLength(all.length - 1);
  });

  it("prints the hook that an existing configuration of pre-commit lacks", async () => {
    await using folder = folderOf({ ".pre-commit-config.yaml": "repos: []\n" });
    expect((await init(folder)).out).toContain(`
.pre-commit-config.yaml has nothing of promptctl. Add to it:
  repos:
    - repo: local
      hooks:
        - id: promptctl-validate
`);
    folder.write(".pre-commit-config.yaml", "repos: [] # promptctl runs elsewhere\n");
    expect((await init(folder)).out).not.toContain("has nothing of promptctl");
  });

  it.each(["prompts/mine.yaml", "prompts/sub/mine.yaml", ...example])(
    "no example beside %s of one's own",
    async (path) => {
      await using folder = folderOf({ [path]: "mine" });
      const { out } = await init(folder);
      expect(out).toBe(
        `skipped   prompts/ (already exists: no example is needed)\n${created([...around, ...lists, "promptctl.yaml"])}${next}${path.endsWith(".md") ? setup.replace(teammate, teammate + importing(path)) : setup}`,
      );
      expect(filesIn(folder.at("prompts"))).toEqual({ [path.slice("prompts/".length)]: "mine" });
    },
  );

  it("every existing file is reported, except the configuration", async () => {
    await using folder = folderOf();
    await init(folder);
    const { "promptctl.yaml": configuration, ...rest } = filesIn(folder.path);
    await using other = folderOf(rest);
    expect((await init(other)).out).toBe(
      [
        ...example.map((path) => `skipped   ${path} (already exists)\n`),
        ...around.slice(0, 2).map((path) => `skipped   ${path} (up to date)\n`),
        ...around.slice(2).map((path) => `skipped   ${path} (already exists)\n`),
        ...lists.map((path) => `skipped   ${path} (up to date)\n`),
        `created   promptctl.yaml\n${next}${teammate}${agents}`,
      ].join(""),
    );
    expect(filesIn(other.path)).toEqual({ ...rest, "promptctl.yaml": configuration });
  });

  it("the next run completes an interrupted one", async () => {
    const files = await started();
    const [first, second] = example as [string, string, string];
    await using folder = folderOf({ [first]: files[first]!, [second]: files[second]! });
    expect((await init(folder)).code).toBe(0);
    expect(filesIn(folder.path)).toEqual(files);
  });

  it.each([
    ["", ".promptctl/\nnode_modules/\n"],
    ["dist/\n", "dist/\n.promptctl/\nnode_modules/\n"],
    ["dist/\r\n", "dist/\r\n.promptctl/\r\nnode_modules/\r\n"],
    ["  .promptctl/  \nnode_modules/", "  .promptctl/  \nnode_modules/"],
    ["/.promptctl\n**/node_modules\n", "/.promptctl\n**/node_modules\n"],
    ["\xff\xfe\x80", "\xff\xfe\x80\n.promptctl/\nnode_modules/\n"],
  ])("a missing line is appended to %j", async (before, after) => {
    await using folder = folderOf({ ".gitignore": Buffer.from(before, "latin1") });
    chmodSync(folder.at(".gitignore"), 0o600);
    await init(folder);
    expect(readFileSync(folder.at(".gitignore"), "latin1")).toBe(after);
    expect(statSync(folder.at(".gitignore")).mode & 0o777).toBe(0o600);
  });

  it("beside a package.json, node_modules is ignored by git", async () => {
    await using folder = folderOf({ "package.json": "{}" });
    await init(folder);
    expect(folder.read(".gitignore")).toBe(".promptctl/\nnode_modules/\n");
  });

  it.each<[string, Readonly<Record<string, string>>, string | undefined]>([
    ["a file of prettier", { ".prettierrc.yaml": "" }, "prompts/\npromptctl.yaml\n"],
    ["a module of it", { "prettier.config.mjs": "" }, "prompts/\npromptctl.yaml\n"],
    [
      "a field of package.json",
      { "package.json": '{ "prettier": {} }' },
      "prompts/\npromptctl.yaml\n",
    ],
    [
      "an ignore file too",
      { ".prettierrc": "", ".prettierignore": "dist/\nprompts/\n" },
      "dist/\nprompts/\npromptctl.yaml\n",
    ],
    [
      "a package of package.json",
      { "package.json": '{ "devDependencies": { "prettier": "3" } }' },
      "prompts/\npromptctl.yaml\n",
    ],
    ["another package.json", { "package.json": '{ "devDependencies": null }' }, undefined],
    ["a damaged package.json", { "package.json": "{" }, undefined],
  ])("prettier leaves the definitions to fmt: %s", async (_name, files, expected) => {
    await using folder = folderOf(files);
    const { out } = await init(folder);
    expect(filesIn(folder.path)[".prettierignore"]).toBe(expected);
    expect(out.includes(".prettierignore")).toBe(expected !== undefined);
  });

  it("prettier accepts the files, and formats no definitions", async () => {
    await using folder = folderOf({
      "package.json": '{\n  "devDependencies": {\n    "prettier": "3"\n  }\n}\n',
    });
    await init(folder, "--agents");
    const prettier = join(root, "node_modules/prettier/bin/prettier.cjs");
    const check = (): SpawnSyncReturns<string> =>
      spawnSync(process.execPath, [prettier, "--check", "."], {
        cwd: folder.path,
        encoding: "utf8",
      });
    expect(check()).toMatchObject({ status: 0, stderr: "" });
    folder.write(".prettierignore", "");
    expect(check().stderr).toContain("support-triage.prompt.yaml");
  });

  it("a project gets what it lacks, and nothing else changes", async () => {
    const files = {
      "promptctl.yaml": "definitions: definitions/all\n",
      "definitions/all/a.yaml": "kind: tool\n",
      ".gitignore": "dist/\n",
    };
    await using folder = folderOf(files);
    expect((await init(folder)).out).toBe(
      `${created(around)}added to  .gitignore
created   .gitattributes
skipped   promptctl.yaml (already exists)

Next:
  npm install
  npx --no-install promptctl validate
  npx --no-install promptctl plan --local
${setup}`,
    );
    const { [around.at(-1)!]: settings, ...after } = filesIn(folder.path);
    expect(after).toMatchObject({
      ...files,
      ".gitignore": "dist/\n.promptctl/\nnode_modules/\n",
      ".gitattributes": `*.yaml text eol=lf\n${textLines("definitions/all/")}`,
    });
    expect(Object.keys(after)).toHaveLength(Object.keys(files).length + around.length);
    expect(settings).toContain('"definitions/all/**/*.yaml"');
  });

  it("a folder that pull has filled becomes a project with workflows, and stays as it is", async () => {
    await using folder = folderOf();
    const service = await createFakeService();
    const options = { cwd: folder.path, env: serviceEnv, fetch: service.fetch };
    await using other = folderOf();
    await init(other);
    const from = { ...options, cwd: other.path };
    expect((await runCli(["apply", "--yes"], from)).code).toBe(0);
    expect((await runCli(["pull", "--yes"], options)).code).toBe(0);
    const before = filesIn(folder.path);
    expect((await init(folder)).code).toBe(0);
    const after = filesIn(folder.path);
    expect(after).toMatchObject(before);
    expect(Object.keys(after)).toEqual([...Object.keys(before), ...around, ...lists].toSorted());
    expect(await runCli(["plan", "--detailed-exitcode"], options)).toMatchObject({ code: 0 });
  });

  it("a second run has nothing to write, and asks nothing", async () => {
    await using folder = folderOf();
    await init(folder);
    const before = filesIn(folder.path);
    const outcome = await runInit([], { cwd: folder.path });
    expect(outcome).toMatchObject({ code: 0, err: "", questions: [] });
    expect(outcome.out).not.toMatch(/created|added|setup/);
    expect(filesIn(folder.path)).toEqual(before);
  });

  it("a promptctl.yaml with errors is reported", async () => {
    await using folder = folderOf({ "promptctl.yaml": "prune: 1\n" });
    const { code, err } = await init(folder);
    expect([code, err]).toEqual([3, expect.stringContaining("promptctl.yaml:1:8  error")]);
    expect(Object.keys(filesIn(folder.path))).toEqual(["promptctl.yaml"]);
  });

  it("a promptctl.yaml that is a link to nothing is refused", async () => {
    await using folder = folderOf();
    folder.link("promptctl.yaml", "nowhere");
    expect(await init(folder)).toEqual({
      code: 4,
      out: "",
      err: `Refused: ${folder.at("promptctl.yaml")} is a symbolic link without a target. Nothing was written.
  Remove the link, or restore its target.
`,
      questions: [],
    });
    expect(filesIn(folder.path)).toEqual({});
  });
});

describe("--no-example", () => {
  it("creates an empty folder of definitions, which git keeps", async () => {
    await using folder = folderOf();
    const outcome = await init(folder, "--no-example");
    const files = ["prompts/.gitkeep", ...around, ...lists, "promptctl.yaml"];
    expect(outcome.out).toBe(
      `${created(files)}
Next:
  npm install
  npx --no-install promptctl pull --base-url https://prompts.example.com
  npx --no-install promptctl validate
${setup}`,
    );
    expect(Object.keys(filesIn(folder.path))).toEqual(files.toSorted());
    expect((await runCli(["validate"], { cwd: folder.path })).code).toBe(0);
  });

  it("leaves an existing folder of definitions as it is", async () => {
    await using folder = folderOf({ "prompts/mine.yaml": "mine" });
    const { out } = await init(folder, "--no-example");
    expect(out).toBe(created([...around, ...lists, "promptctl.yaml"]) + next + setup);
    expect(filesIn(folder.at("prompts"))).toEqual({ "mine.yaml": "mine" });
  });
});

describe("the location of files", () => {
  it("a missing folder is created, and named in the next commands", async () => {
    await using folder = folderOf();
    const { code, out } = await init(folder, "team one/prompts");
    expect(code).toBe(0);
    expect(out).toBe(
      created(all) +
        (next + setup)
          .replace(/^ {2}(?:npm \w+|npx --no-install)/gm, "$& --prefix 'team one/prompts'")
          .replace(/ (?:validate|plan|apply|init)(?= --|\n)/g, "$& 'team one/prompts'"),
    );
    expect(Object.keys(filesIn(folder.at("team one/prompts")))).toEqual(all.toSorted());
    expect(readdirSync(folder.path)).toEqual(["team one"]);
  });

  it.each([
    ["prompts", "skipped   prompts/ (symbolic link: its target must be a folder in the project)"],
    [
      ".github/workflows",
      "skipped   .github/workflows/promptctl-apply.yml (.github/workflows is a symbolic link)",
    ],
    [".gitignore", "skipped   .gitignore (symbolic link: add .promptctl/, node_modules/ yourself)"],
    [".pre-commit-config.yaml", "skipped   .pre-commit-config.yaml (already exists)"],
  ])("nothing is written through %s if it is a link", async (path, message) => {
    for (const target of ["there", "here", "nowhere"]) {
      await using outside = folderOf({ "there/x": "x" });
      await using folder = folderOf({ "here/x": "x" });
      const to = target === "here" ? folder.at(target) : outside.at(target);
      folder.link(path, to);
      const { code, out } = await init(folder);
      expect([code, out.split("\n").includes(message)]).toEqual([0, true]);
      expect(filesIn(outside.path)).toEqual({ "there/x": "x" });
      expect(filesIn(folder.at("here"))).toEqual({ x: "x" });
      expect(existsSync(outside.at("nowhere"))).toBe(false);
    }
  });

  it.each([
    ["a file in place of a folder", ".vscode", ".vscode/settings.json (.vscode is not a folder)"],
    ["a folder in place of a file", ".gitignore/x", ".gitignore (not a regular file)"],
  ])("%s stays", async (_name, path, message) => {
    await using folder = folderOf({ [path]: "x" });
    const { code, out } = await init(folder);
    expect([code, out.split("\n").includes(`skipped   ${message}`)]).toEqual([0, true]);
    expect(folder.read(path)).toBe("x");
  });

  it.each([
    ["a file", "file", 64, "Error: file is a file, not a folder."],
    ["in a file", "file/x", 64, "Error: file is a file, not a folder.\n  Name a folder.\n"],
    [
      "a link to itself",
      "loop",
      1,
      "Error: promptctl.yaml cannot be read: a symbolic link leads to itself.\n",
    ],
    ["a link to nothing", "link", 1, "Error: prompts/lookup_order.tool.yaml cannot be written: "],
  ])("%s is reported, and nothing is written", async (_name, word, code, message) => {
    await using folder = folderOf({ file: "x" });
    folder.link("link", "nowhere");
    folder.link("loop", "loop");
    const outcome = await init(folder, word);
    expect(outcome).toMatchObject({ code, out: "" });
    expect(outcome.err.startsWith(message)).toBe(true);
    expect(filesIn(folder.path)).toEqual({ file: "x" });
  });

  it("a project inside another project is reported", async () => {
    await using folder = folderOf({ "promptctl.yaml": "" });
    expect(await init(folder, "a/b")).toMatchObject({
      code: 0,
      err: `\nThis folder is inside another project, ${folder.path}: commands in it now use the new project.\n`,
    });
  });

  it("so is a project that is not at the top of its repository", async () => {
    await using folder = folderOf({ ".git/HEAD": "", "b/.pre-commit-config.yaml": "repos: []\n" });
    const note = (paths: readonly string[]): string =>
      `\nThese files are only read at the top of the repository, ${folder.path}. Move them there:\n${paths.map((path) => `  ${path}\n`).join("")}`;
    const [plan, apply, hooks] = around.slice(2) as [string, string, string];
    expect((await init(folder, "a")).err).toBe(note([plan, apply, hooks]));
    expect((await init(folder, "b")).err).toBe(note([plan, apply]));
    for (const path of [plan, apply]) {
      const { jobs } = parse(folder.read(`a/${path}`)) as Workflow;
      expect(stepsOf(jobs).at(-1)!.with).toMatchObject({ directory: "a" });
    }
    expect((await init(folder)).err).toBe("");
  });
});

describe("in an npm workspace", () => {
  const workspace = { "package.json": '{ "workspaces": ["./packages/*", "docs"] }' };
  const note = (path: string): string =>
    `\nnpm reads .npmrc only in the root of the workspace, ${path}. Add to the file there:\n  allow-git=root\n`;

  it.each([
    ["packages/a", "../../"],
    ["docs", "../"],
  ])("%s uses .npmrc and node_modules of the root", async (directory, up) => {
    await using folder = folderOf(workspace);
    expect((await init(folder, directory)).err).toBe(note(folder.path));
    expect(existsSync(folder.at(`${directory}/.npmrc`))).toBe(false);
    const texts = Object.values(filesIn(folder.at(directory)));
    expect(texts.flatMap((text) => text.match(/(?<=[="])[./]*node_modules/g) ?? [])).toEqual([
      `${up}node_modules`,
      `${up}node_modules`,
      `${up}node_modules`,
      `../${up}node_modules`,
      `../${up}node_modules`,
    ]);
    folder.write(
      "chat.json",
      '{ "model": "gpt-6-luna", "messages": [{ "role": "user", "content": "a" }] }',
    );
    const cwd = folder.at(directory);
    expect((await runCli(["import", "openai-chat", `${up}chat.json`], { cwd })).code).toBe(0);
    expect(folder.read(`${directory}/prompts/chat.prompt.yaml`)).toContain(
      `=../${up}node_modules/`,
    );
  });

  it("has no note if .npmrc of the root permits git", async () => {
    await using folder = folderOf({ ...workspace, ".npmrc": "allow-git=all\n" });
    expect((await init(folder, "docs")).err).toBe("");
  });

  it.each(["packages/a/b", "other"])("%s is not in it", async (directory) => {
    await using folder = folderOf(workspace);
    expect((await init(folder, directory)).err).toBe("");
    expect(existsSync(folder.at(`${directory}/.npmrc`))).toBe(true);
  });
});

describe("the question", () => {
  const question = (path: string): string => `promptctl init · ${path}

${[...example, ...around].map((each) => `  create    ${each}\n`).join("")}  add to    .gitignore
  skip      .gitattributes (up to date)
  create    promptctl.yaml

Write 12 files? (y/N) `;
  const files = {
    ".gitignore": "dist/\n",
    ".gitattributes": `*.yaml text eol=lf\n${textLines("prompts/")}`,
  };

  it("on a terminal it shows the planned files and asks once", async () => {
    await using folder = folderOf(files);
    const { code, questions, out } = await runInit([], { cwd: folder.path, answer: true });
    expect([code, questions]).toEqual([0, [question(folder.path)]]);
    expect(out.split("\n").slice(-21, -19)).toEqual([
      "skipped   .gitattributes (up to date)",
      "created   promptctl.yaml",
    ]);
  });

  it("the answer no cancels init", async () => {
    await using folder = folderOf(files);
    expect(await runInit([], { cwd: folder.path, answer: false })).toEqual({
      code: 4,
      out: "",
      err: "Cancelled. Nothing was written.\n",
      questions: [question(folder.path)],
    });
    expect(filesIn(folder.path)).toEqual(files);
  });

  it("a file that appears during the question is not overwritten", async () => {
    await using folder = folderOf();
    const answer = async (): Promise<boolean> => {
      folder.write(".vscode/settings.json", "mine");
      return true;
    };
    const { out } = await runInit([], { cwd: folder.path, answer });
    expect(out).toContain("skipped   .vscode/settings.json (already exists, without promptctl)\n");
    expect(folder.read(".vscode/settings.json")).toBe("mine");
  });

  it.each([
    ["without a terminal", {}],
    ["in CI", { answer: true, env: { CI: "true" } }],
  ])("%s --auto-approve is required", async (_where, more) => {
    await using folder = folderOf();
    expect(await runInit(["my project"], { cwd: folder.path, ...more })).toEqual({
      code: 4,
      out: "",
      err: "Refused: No interactive terminal: use --auto-approve. Nothing was written.\n",
      questions: [],
    });
    expect(readdirSync(folder.path)).toEqual([]);
  });
});

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
}
type Jobs = Readonly<Record<string, { readonly environment?: string; readonly steps: Step[] }>>;
interface Workflow {
  readonly jobs: Jobs;
}

function stepsOf(jobs: Jobs): Step[] {
  return Object.values(jobs).flatMap(({ steps }) => steps);
}

describe("the files around the definitions", () => {
  const workflowOf = async (name: string): Promise<Workflow> =>
    parse((await started())[`.github/workflows/promptctl-${name}.yml`]!) as Workflow;

  it("all are well-formed", async () => {
    for (const [path, text] of Object.entries(await started())) {
      if (/\.ya?ml$/.test(path)) expect(parse(text)).toBeTypeOf("object");
      if (path.endsWith(".json")) expect(JSON.parse(text)).toBeTypeOf("object");
      expect(text).toMatch(/[^\n]\n$/);
      expect(text).not.toMatch(/\r|\t|undefined|\[object/);
    }
  });

  it.each([
    ["plan", "pull-request"],
    ["apply", "apply"],
  ])("the workflow %s is examples/workflows/%s.yml with the steps of its setup", async (...row) => {
    const [name, example] = row;
    const text = readFileSync(join(root, "examples", "workflows", `${example}.yml`), "utf8");
    const written = (await started())[`.github/workflows/promptctl-${name}.yml`]!;
    expect(written).toContain("# 1. Add the variable");
    expect(written).toContain(`uses: acme/promptctl@${commit} # v0.1.0-company.1\n`);
    const withoutSetup = written.replace(/^#\n# Setup:\n(?:#.*\n)*/m, "");
    const plan = withoutSetup
      .replace(/^ +reviewed-plan: .*\n/m, "")
      .replace(/(command: )\$.*/, "$1plan")
      .replace(/acme\/promptctl@.*/, "OWNER/promptctl@<commit of the tag> # v0.1.0");
    expect(plan).toBe(text);
  });

  it("nothing installs a package by its name, and no step runs a script", async () => {
    for (const name of ["plan", "apply"])
      for (const { uses, run } of stepsOf((await workflowOf(name)).jobs)) {
        if (run === "echo Approved") continue; // a job needs a step
        expect(run).toBeUndefined();
        expect(uses).toMatch(/^(?:actions\/checkout|acme\/promptctl)@[0-9a-f]{40}$/);
      }
    for (const text of Object.values(await started())) {
      expect(text).not.toMatch(/promptctl@\d+\.|npm install|additional_dependencies/);
      expect(text.replaceAll("npx --no-install promptctl", "")).not.toContain("npx");
    }
  });

  it("the first push applies nothing: apply needs a reviewed plan and the environment", async () => {
    const { jobs } = await workflowOf("apply");
    expect(jobs["apply"]!.environment).toBe("production");
    expect(stepsOf(jobs).at(-1)!.with).toMatchObject({
      command: "apply",
      "reviewed-plan": "${{ github.event_name == 'push' && 'require' || 'notice' }}",
    });
  });

  it("the folder of the project is no expression of the workflow", async () => {
    await using folder = folderOf({ ".git/HEAD": "" });
    await init(folder, 'a"${{ github.token }}');
    const text = filesIn(folder.path)[
      'a"${{ github.token }}/.github/workflows/promptctl-plan.yml'
    ]!;
    expect((parse(text) as Workflow).jobs["plan"]!.steps.at(-1)!.with).toMatchObject({
      directory: "a\"${{ '${{' }} github.token }}",
    });
  });

  it("the hook equals that of docs/validate.md", async () => {
    const docs = readFileSync(join(root, "docs", "validate.md"), "utf8");
    const [, hook] = /```yaml\n(repos:\n  - repo: local\n.*?)```/s.exec(docs)!;
    expect((await started())[".pre-commit-config.yaml"]).toBe(hook);
  });
});

describe("text files that look like prompts", () => {
  it.each<[paths: string[], files: string]>([
    [["prompts/a.txt"], "prompts/a.txt"],
    [["prompts/a.txt", "prompts/b.txt", "prompts/c.md"], "prompts/*.txt prompts/c.md"],
    [["src/prompts/a/b.md", "src/prompts/c.txt"], "src/prompts/a/b.md src/prompts/c.txt"],
    [["src/shop/prompts/a.jinja2"], "src/shop/prompts/a.jinja2"],
    [["prompt_templates/a.j2", "prompt_templates/b.j2"], "prompt_templates/*.j2"],
    [["my app/prompts/a.md", "my app/prompts/b.md"], "'my app/prompts'/*.md"],
    [["greet.txt", "README.md", "requirements-dev.txt", "src/notes.md"], "greet.txt"],
    [["a.md", "b.md", "c.md", "d.md", "e.md"], "a.md b.md c.md d.md …"],
  ])("%j are named with the command that imports them", async (paths, files) => {
    await using folder = folderOf(Object.fromEntries(paths.map((path) => [path, "Hi"])));
    const { out } = await init(folder, "--no-example");
    expect(out).toContain(importing(files));
  });

  it.each<[why: string, paths: string[]]>([
    ["usual documents", ["README.md", "readme.txt", "CODE_OF_CONDUCT.md", "license.txt"]],
    ["packages", ["node_modules/a/prompts/b.md", "prompts/node_modules/a.md", "dist/prompts/a.md"]],
    ["texts beside YAML files", ["app/prompts/a.md", "app/prompts/b/c.yaml"]],
    ["documents of other folders", ["docs/a.md", "src/a.txt"]],
    ["texts of a project", ["promptctl.yaml", "prompts/a.txt"]],
  ])("are not %s: %j", async (_, paths) => {
    const texts = paths.map((path) => [path, path.endsWith(".yaml") ? "{}\n" : "Hi"]);
    await using folder = folderOf(Object.fromEntries(texts));
    expect((await init(folder, "--no-example")).out).not.toContain("import text");
  });

  it("are not those that init writes", async () => {
    await using folder = folderOf({});
    expect((await init(folder)).out).not.toContain("import text");
  });

  it("are named from another folder with an uninstalled program", async () => {
    await using folder = folderOf({ "shop/prompts/a.txt": "Hi" });
    const { out } = await runCli(["init", "--yes", "--no-example", "shop"], { cwd: folder.path });
    expect(out).toContain("  cd shop && promptctl import text prompts/a.txt --model MODEL\n");
  });
});
