import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Folder, folderOf } from "../io/folder.ts";
import { loopback } from "../io/loopback.ts";
import { createProgram } from "../../src/cli/commands.ts";
import { serviceEnv, type CliResult, fakeHost, runCli, createFakeService } from "./fake-host.ts";
import { withApply } from "./error-case.ts";
import { fileErrorCases } from "./file-error-cases.ts";
import { usageErrorCases } from "./usage-error-cases.ts";
import { project } from "./project.ts";

const rows = withApply([...fileErrorCases, ...usageErrorCases]);

describe("an error names its location and a way to fix it, and nothing is written", () => {
  it.each(rows)("%s", async (_, { files, args, env, fetch, code, pauses, stderr }) => {
    await using folder = folderOf(files);
    const service = await createFakeService();
    const options = { cwd: folder.path, env, fetch: fetch ?? service.fetch };
    const { out, err, ...rest } = await runCli(args, options);
    expect(err.replaceAll(folder.path, "…")).toBe(pauses + stderr);
    expect([rest, out]).toEqual([{ code, questions: [] }, ""]);
    expect(service.writes()).toEqual([]);
    expect(existsSync(folder.at(".promptctl"))).toBe(false);
  });

  it.each([
    ["plan", ["plan"], "name it (promptctl plan my-project), "],
    ["validate", ["validate"], "name it (promptctl validate my-project), "],
    ["graph", ["graph"], "name it (promptctl graph my-project), "],
    ["run, which has no argument for the folder", ["run", "Support"], ""],
  ])("no promptctl.yaml in this folder or above: %s", async (_, args, nameIt) => {
    await using folder = folderOf({ "a.txt": "" });
    expect(await runCli(args, { cwd: folder.path })).toEqual({
      code: 64,
      out: "",
      err: `Error: No promptctl.yaml found in ${folder.path} or its parent folders.
  Change to the folder of the project, ${nameIt}or create a project: promptctl init
`,
      questions: [],
    });
  });
});

describe("a promptctl.yaml that is a link to nothing is not a missing one", () => {
  it.each([
    ["plan", "sub", ["plan"]],
    ["plan of a named folder", "sub", ["plan", ".."]],
    ["validate of a file", ".", ["validate", "prompts/a.yaml"]],
    ["fmt", ".", ["fmt", "--check"]],
    ["pull", ".", ["pull"]],
    ["status of a named file", ".", ["status", "promptctl.yaml"]],
  ])("%s", async (_, cwd, args) => {
    await using folder = folderOf({ "sub/a.txt": "", "prompts/a.yaml": "kind: tool\n" });
    folder.link("promptctl.yaml", "../shared/promptctl.yaml");
    const { code, err } = await runCli(args, { cwd: folder.at(cwd), env: serviceEnv });
    expect([code, err]).toEqual([
      3,
      `Error: promptctl.yaml is a symbolic link to ../shared/promptctl.yaml, which does not exist.
  Correct or remove the link.
`,
    ]);
  });

  it("nor is a link to itself", async () => {
    await using folder = folderOf({});
    folder.link("promptctl.yaml", "promptctl.yaml");
    const { code, err } = await runCli(["plan"], { cwd: folder.path });
    expect([code, err]).toEqual([
      3,
      "Error: promptctl.yaml cannot be read: a symbolic link leads to itself.\n",
    ]);
  });
});

it("an error of a library with an exit code is a bug, not wrong usage or success", async () => {
  await using folder = folderOf(project);
  const error = Object.assign(new Error("child failed"), { exitCode: 0, code: "EXIT" });
  const out = (): never => {
    throw error;
  };
  const run = runCli(["validate"], { cwd: folder.path, process: { out } });
  await expect(run).rejects.toBe(error);
});

const help = `Usage: promptctl [options] [command]

Manage prompts, tools and evaluations as YAML files in git

Options:
  -v, --version  Print the version
  -h, --help     Show help

Commands:
  init           Create a project
  validate       Check definitions offline
  fmt            Format definition files
  import         Write definitions from files of other tools
  plan           Show what apply would change
  apply          Make the service match
  pull           Write the service's changes to files
  status         Compare every environment
  codegen        Write types or a bundle for applications
  graph          Print the dependency graph
  log            Show the versions of a definition and who holds them
  diff           Compare the definitions of two commits
  render         Show the request that a provider gets
  run            Run a prompt and print the reply
  test           Run the evaluations and show what got worse
  report         Show or convert a saved test result
  serve          Run the embedded service on a port
  store          Copy a store of the service, or remove old texts from it

Examples:
  # Create a project
  promptctl init my-project

  # Compare it with the embedded service
  promptctl plan my-project --local
`;

describe("commands that need no project", () => {
  it.each([
    [["--version"], "1.2.3\n"],
    [["-v"], "1.2.3\n"],
    [["help"], help],
    [["--help"], help],
  ])("%j", async (args, out) => {
    expect(await runCli(args, { cwd: "/" })).toEqual({ code: 0, out, err: "", questions: [] });
  });

  it.each([
    [["apply", "-v"], "Error: Unknown option '-v'.\n  To log every request: --trace FILE\n"],
    [["plan", "--version"], "Error: Unknown option '--version'.\n"],
    [["apply", ""], "Error: Argument 'directory|plan' is empty. Omit it, or name a path.\n"],
    [["validate", "a", ""], "Error: Argument 'paths' is empty. Omit it, or name a path.\n"],
    [["plan", "--out", ""], "Error: Option '--out <file>' is empty.\n"],
  ])("%j is wrong usage", async (args, message) => {
    const { code, out, err } = await runCli(args, { cwd: "/" });
    expect([code, out, err.slice(0, message.length)]).toEqual([64, "", message]);
  });

  it("without a command the help is printed as wrong usage", async () => {
    const outcome = await runCli([], { cwd: "/" });
    expect(outcome).toEqual({ code: 64, out: "", err: help, questions: [] });
  });

  it.each(["plan", "apply", "serve"])("%s --help describes the command", async (command) => {
    const { code, out, err } = await runCli([command, "--help"], { cwd: "/" });
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(new RegExp(`^Usage: promptctl ${command} \\[options\\]`));
    expect(out).not.toContain("[]");
  });
});

it("the help fits in a terminal of 80 columns", async () => {
  const process = { terminal: { out: true, err: true, columns: 80 } };
  const { out } = await runCli(["--help"], { cwd: "/", process });
  expect(out).toBe(help);
  expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
});

describe("help", () => {
  const program = createProgram(fakeHost([], { cwd: "/" }).host, () => {});
  const names = program.commands.map((command) => command.name());

  it.each([[], ...names.map((name) => [name])])(
    "promptctl %s --help ends with two examples that are valid commands",
    async (...words) => {
      const { code, out, err } = await runCli([...words, "--help"], { cwd: "/" });
      expect([code, err]).toEqual([0, ""]);
      const [, examples = ""] = out.split("\n\nExamples:\n");
      const shown = examples.trimEnd().split("\n\n");
      expect(shown).toHaveLength(2);
      for (const example of shown) {
        const [, name, rest] = /^ {2}# [A-Z].+[^.]\n {2}promptctl (\S+)(.*)$/.exec(example)!;
        if (words.length > 0 && !name!.startsWith("-")) expect(name).toBe(words[0]);
        const command = program.commands.find((each) => each.name() === name) ?? program;
        const flags = rest!.match(/--[\w-]+/g) ?? [];
        expect(command.options.flatMap(({ long, short }) => [long, short])).toEqual(
          expect.arrayContaining(flags),
        );
      }
    },
  );

  it.each(names)("promptctl help %s prints the same as --help", async (name) => {
    const outcome = await runCli(["help", name], { cwd: "/" });
    expect(outcome).toEqual(await runCli([name, "--help"], { cwd: "/" }));
    expect(outcome.out).toMatch(new RegExp(`^Usage: promptctl ${name} `));
  });
});

describe("problems of the file system are errors, not crashes", () => {
  const args = ["plan", "--local"];
  const outcome = async (folder: Folder, argv: readonly string[] = args): Promise<CliResult> =>
    runCli(argv, { cwd: folder.path, env: {} });

  it.each([
    ["definitions names a file", { "promptctl.yaml": "definitions: promptctl.yaml\n" }, args, 3],
    ["promptctl.yaml is a folder", { "promptctl.yaml/x": "" }, args, 3],
    ["the store is damaged", { ...project, ".promptctl/store.sqlite": "x".repeat(100) }, args, 1],
    [
      "the store's folder is a file",
      { ...project, ".promptctl": "" },
      ["apply", "--local", "--auto-approve"],
      1,
    ],
  ])("%s", async (_, files, argv, code) => {
    await using folder = folderOf(files);
    const { err, ...rest } = await outcome(folder, argv);
    expect(err).toMatch(/^(Error: |promptctl\.yaml)/);
    expect(rest.code).toBe(code);
  });

  it("--trace names a missing folder", async () => {
    await using folder = folderOf(project);
    const { code, err } = await outcome(folder, [...args, "--trace", folder.at("no/trace.log")]);
    expect(code).toBe(64);
    const path = folder.at("no/trace.log");
    expect(err.replace(/\s+/g, " ")).toBe(
      `Error: Cannot write the trace file ${path}: there is no folder ${folder.at("no")}. `,
    );
  });

  it.each([
    ["a port that fetch blocks", {}, ["--port", "4190"], 64, "Port 4190 cannot be used: fetch and"],
    [
      "a text file as store",
      { "promptctl.yaml": "definitions: prompts\n".repeat(100) },
      ["--store", "promptctl.yaml"],
      1,
      "The store …/promptctl.yaml is not a SQLite database.\n  Name the file of a store,",
    ],
    [
      "a folder in place of the store of the project",
      { ".promptctl/store.sqlite/x": "" },
      [],
      1,
      "…/.promptctl/store.sqlite is a folder, but promptctl needs a file with this name.\n  Move",
    ],
    [
      "a store of another scheme",
      {},
      ["--store", "mysql://jo:SECRET@db/prompts"],
      64,
      "The store of --store cannot be a URL with mysql://.\n  Name a file, or a PostgreSQL database",
    ],
    [
      "a database that does not answer",
      {},
      ["--store", "postgres://jo:SECRET@127.0.0.1:1/prompts"],
      1,
      "The store postgres://jo@127.0.0.1:1/prompts cannot be opened: connection refused.\n  Check",
    ],
    ...[
      "mysql:jo:SECRET@db/prompts",
      "jo:SECRET@db/prompts",
      "'postgres://jo:SECRET@db/prompts'",
    ].map((store): [string, object, string[], number, string] => [
      `the store ${store}`,
      {},
      ["--store", store],
      64,
      "The store of --store is neither a file nor the URL of a PostgreSQL database.\n  Write postgres://USER",
    ]),
    ...["postgres:jo:SECRET@db/prompts", "postgres//jo:SECRET@db/prompts"].map(
      (store): [string, object, string[], number, string] => [
        `the store ${store}`,
        {},
        ["--store", store],
        64,
        "The URL of the store is not valid.\n  Write postgres://USER",
      ],
    ),
    ["a file .promptctl", { ".promptctl": "" }, [], 1, "There is a file .promptctl, but"],
    ...["Staging (Oslo)", "local"].map((name): [string, object, string[], number, string] => [
      `the environment ${name}`,
      {},
      ["--env", name],
      64,
      `"${name}" is no name of an environment.`,
    ]),
  ])("serve with %s", async (_, files, argv, code, message) => {
    await using folder = folderOf(files);
    const { err, ...rest } = await outcome(folder, ["serve", "--port", "0", ...argv]);
    expect(err.replaceAll(folder.path, "…")).toContain(`Error: ${message}`);
    expect(err).not.toContain("SECRET");
    expect([rest.code, rest.out]).toEqual([code, ""]);
  });

  it.each([
    [
      { PROMPTCTL_STORE: "mysql://jo:SECRET@db/prompts" },
      [],
      64,
      "The store of PROMPTCTL_STORE cannot be a URL with mysql://.",
    ],
    [
      { PROMPTCTL_STORE: "postgres://jo:SECRET@127.0.0.1:1/prompts" },
      [],
      1,
      "The store postgres://jo@127.0.0.1:1/prompts cannot be opened: connection refused.",
    ],
    [
      { PROMPTCTL_STORE: " postgres://jo:SECRET@127.0.0.1:1/prompts\n" },
      [],
      1,
      "The store postgres://jo@127.0.0.1:1/prompts cannot be opened: connection refused.",
    ],
    [
      { PROMPTCTL_STORE: "mysql://jo:SECRET@db/prompts" },
      ["--store", "postgres://127.0.0.1:1/flag"],
      1,
      "The store postgres://127.0.0.1:1/flag cannot be opened: connection refused.",
    ],
    [{ PROMPTCTL_STORE: "" }, [], 1, "There is a file .promptctl, but"],
  ])("serve with the variables %j and the flags %j", async (env, argv, code, message) => {
    await using folder = folderOf({ ".promptctl": "" });
    const words = ["serve", "--port", "0", ...argv];
    const { err, ...rest } = await runCli(words, { cwd: folder.path, env });
    expect(err).toContain(`Error: ${message}`);
    expect(err).not.toContain("SECRET");
    expect([rest.code, rest.out]).toEqual([code, ""]);
  });

  it("serve on a port in use", async () => {
    await using folder = folderOf();
    await using server = await loopback(() => {});
    const { port } = new URL(server.url);
    const { code, err } = await outcome(folder, ["serve", "--port", port]);
    expect(err).toContain(port);
    expect(code).toBe(1);
  });

  it("a folder without definitions", async () => {
    await using folder = folderOf({ "promptctl.yaml": "", "prompts/a.json": "{}" });
    const service = await createFakeService();
    const options = { cwd: folder.path, env: serviceEnv, fetch: service.fetch };
    const { out, err } = await runCli(["plan"], options);
    expect(out + err).toContain("*.yaml");
  });
});
