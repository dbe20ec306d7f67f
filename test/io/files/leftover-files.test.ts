// What killed processes left is removed by the next command that writes, and nothing else.
import { spawnSync } from "node:child_process";
import { chownSync, existsSync, readdirSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { createTemporaryFolder, creatorOfFolder } from "../../../src/io/files/temporary-folder.ts";
import { type CliResult, createFakeService, runCli, serviceEnv } from "../../cli/fake-host.ts";
import { type Folder, folderOf } from "../folder.ts";
import { builtProgram } from "../../fixtures/built.ts";

const main = builtProgram;
const unformatted = "kind:   tool\nname: look\ndescription: d\nparameters: {}\n";
/** Kills the process when it replaces a file. */
const killer = `require("node:fs").renameSync = () => process.kill(process.pid, "SIGKILL");\n`;

/** Runs fmt in a process that is killed in the middle of its first write. */
function killFmt(folder: Folder): void {
  const args = ["--require", folder.at("killer.cjs"), main, "fmt", folder.path];
  expect(spawnSync(process.execPath, args)).toMatchObject({ signal: "SIGKILL" });
}

const leftoversIn = (folder: Folder, path: string): string[] =>
  readdirSync(folder.at(path)).filter((name) => /^\.(?:look|promptctl)\.yaml-/.test(name));

/** Runs a command at once, or so many seconds later. */
const runIn = (folder: Folder, args: readonly string[], seconds = 0): Promise<CliResult> =>
  runCli(args, {
    cwd: folder.path,
    process: { time: () => new Date(Date.now() + seconds * 1000) },
  });

/** The id of a process that has ended. */
const endedProcess = (): number => spawnSync(process.execPath, ["--version"]).pid;

const files = {
  "promptctl.yaml": "definitions: prompts\n",
  "prompts/team/look.yaml": unformatted,
  "killer.cjs": killer,
};

it("fmt removes what a killed fmt left, fmt --check does not", async () => {
  await using folder = folderOf(files);
  killFmt(folder);
  expect(leftoversIn(folder, "prompts/team")).toHaveLength(1);
  await runIn(folder, ["fmt", "--check"], 61);
  expect(leftoversIn(folder, "prompts/team")).toHaveLength(1);
  expect(await runIn(folder, ["fmt"])).toMatchObject({ code: 0, err: "" });
  expect(readdirSync(folder.at("prompts/team"))).toEqual(["look.yaml"]);
});

it("fmt removes what a killed fmt left beside promptctl.yaml", async () => {
  await using folder = folderOf({ ...files, "promptctl.yaml": "definitions:   prompts\n" });
  killFmt(folder);
  expect(leftoversIn(folder, ".")).toHaveLength(1);
  expect(await runIn(folder, ["fmt"])).toMatchObject({ code: 0 });
  expect(leftoversIn(folder, ".")).toEqual([]);
});

it("pull removes what a killed fmt left, pull --dry-run does not", async () => {
  await using folder = folderOf(files);
  const service = await createFakeService();
  const pull = (...flags: string[]): Promise<unknown> =>
    runCli(["pull", "--auto-approve", "--force", ...flags], {
      cwd: folder.path,
      env: serviceEnv,
      fetch: service.fetch,
      process: { time: () => new Date() },
    });
  killFmt(folder);
  await pull("--dry-run");
  expect(leftoversIn(folder, "prompts/team")).toHaveLength(1);
  await pull();
  expect(leftoversIn(folder, "prompts/team")).toEqual([]);
});

describe("what a killed command of the user left", () => {
  const uuid = "0b1f8a1e-2c3d-4e5f-8a9b-0c1d2e3f4a5b";
  const definition = "kind: tool\nname: look\ndescription: d\nparameters: {}\n";

  /** A project, and what a killed command left in all places where one writes. */
  function leftovers(): Folder & { readonly places: readonly string[] } {
    const places = [
      `.promptctl.yaml-${uuid}-`,
      `prompts/team/.look.yaml-${uuid}-`,
      `.promptctl/.unfinished.json-${uuid}-`,
      `.promptctl/replies/.abc.json-${uuid}-`,
      `.github/workflows/.promptctl.yml-${uuid}-`,
    ].map((path) => path + endedProcess());
    const folder = folderOf({
      "promptctl.yaml": "definitions: prompts\n",
      "prompts/team/look.yaml": definition,
      "prompts/greeting.yaml":
        "kind: prompt\nname: Greeting\nparameters: { provider: ANTHROPIC, name: claude-sonnet-4-6 }\nmessages: [{ role: user, content: Hello }]\n",
      "hello.txt": "Hello",
      "cases.csv": "name\n",
      ...Object.fromEntries(places.map((path) => [path, ""])),
    });
    return { ...folder, places };
  }

  it.each([
    [["fmt"]],
    [["import", "text", "hello.txt", "--model", "gpt-5"]],
    [["import", "cases", "cases.csv", "--prompt", "Greeting"]],
    [["init", "--auto-approve"]],
    [["codegen", "--out", "prompts.ts"]],
    [["plan", "--local", "--out", "plan.json"]],
    [["apply", "--local", "--auto-approve"]],
    [["test"]],
  ])("is removed by %j", async (args) => {
    await using folder = leftovers();
    await runIn(folder, args);
    expect(folder.paths().filter((path) => folder.places.includes(path))).toEqual([]);
  });

  it.each([
    [["fmt", "--check"]],
    [["validate"]],
    [["plan", "--local"]],
    [["codegen", "--out", "prompts.ts", "--check"]],
    [["import", "text", "hello.txt", "--model", "gpt-5", "--dry-run"]],
  ])("stays after %j, which writes nothing", async (args) => {
    await using folder = leftovers();
    await runIn(folder, args, 61);
    expect(folder.paths()).toEqual(expect.arrayContaining([...folder.places]));
  });

  it("is removed from the folder of the file that a command writes", async () => {
    await using folder = leftovers();
    await using elsewhere = folderOf({ [`.plan.json-${uuid}-${endedProcess()}`]: "" });
    await runIn(folder, ["plan", "--local", "--out", elsewhere.at("plan.json")]);
    expect(elsewhere.paths()).toEqual(["plan.json"]);
  });

  it.skipIf(process.getuid?.() !== 0)("stays if another user created it", async () => {
    const path = `prompts/.look.yaml-${uuid}-${endedProcess()}`;
    await using folder = folderOf({ ...files, [path]: "theirs" });
    chownSync(folder.at(path), 65534, 65534);
    await runIn(folder, ["fmt"], 61);
    expect(existsSync(folder.at(path))).toBe(true);
  });

  it("in the folder for temporary files is removed after a day, of processes that have ended only", async () => {
    await using temporary = folderOf();
    const place = (name: string): string => `promptctl-${name}`;
    const [ended, running] = [endedProcess(), process.ppid];
    const left = [place(`index-${ended}-AbC123`), place(`source-${ended}-AbC123`)];
    const others = [
      place(`index-${running}-AbC123`),
      place("index-AbC123"),
      place(`x-${ended}-AbC123`),
    ];
    for (const name of [...left, ...others]) temporary.write(`${name}/index`, "");
    temporary.link(place(`index-${ended}-Link01`), temporary.at(others[0]!));
    await using folder = folderOf(files);
    const before = process.env["TMPDIR"];
    process.env["TMPDIR"] = temporary.path;
    const day = 24 * 60 * 60;
    try {
      await runIn(folder, ["fmt"], day - 60);
      expect(readdirSync(temporary.path)).toEqual(expect.arrayContaining(left));
      await runIn(folder, ["fmt"], day + 60);
    } finally {
      if (before === undefined) delete process.env["TMPDIR"];
      else process.env["TMPDIR"] = before;
    }
    expect(readdirSync(temporary.path).sort()).toEqual(
      [...others, place(`index-${ended}-Link01`)].sort(),
    );
    expect(existsSync(temporary.at(`${others[0]!}/index`))).toBe(true);
  });

  it("carries the id of its process in the name, in the folder for temporary files", () => {
    for (const purpose of ["index", "source"] as const) {
      const path = createTemporaryFolder(purpose);
      rmSync(path, { recursive: true });
      expect([basename(path), creatorOfFolder(basename(path))]).toEqual([
        expect.stringMatching(new RegExp(`^promptctl-${purpose}-${process.pid}-\\w{6}$`)),
        process.pid,
      ]);
    }
  });
});

it("new files, other names, folders and links stay", async () => {
  const uuid = "0b1f8a1e-2c3d-4e5f-8a9b-0c1d2e3f4a5b";
  const name = `.look.yaml-${uuid}-${endedProcess()}`;
  await using elsewhere = folderOf({ [name]: "mine" });
  await using folder = folderOf({
    ...files,
    [`prompts/look.yaml-${uuid}`]: "not hidden",
    [`prompts/${name}.yaml`]: "mine",
    "prompts/.look.yaml-AbCdEf-1": "mine",
    [`prompts/.look.yaml-${uuid}`]: "without a process",
    [`prompts/.git/${name}`]: "mine",
    [`prompts/team/${name}/look.yaml`]: "in a folder",
    [`other/${name}`]: "outside the definitions",
  });
  folder.link("prompts/linked", elsewhere.path);
  folder.link(`prompts/${name}`, elsewhere.at(name));
  const before = readdirSync(folder.path, { recursive: true });
  await runIn(folder, ["fmt"], 61);
  expect(readdirSync(folder.path, { recursive: true })).toEqual(before);
  expect(existsSync(elsewhere.at(name))).toBe(true);
});

it("a file of a process that runs stays for a minute", async () => {
  const name = `.look.yaml-0b1f8a1e-2c3d-4e5f-8a9b-0c1d2e3f4a5b-${process.ppid}`;
  await using folder = folderOf({ ...files, [`prompts/${name}`]: "being written" });
  await runIn(folder, ["fmt"], 59);
  expect(existsSync(folder.at(`prompts/${name}`))).toBe(true);
  await runIn(folder, ["fmt"], 61);
  expect(existsSync(folder.at(`prompts/${name}`))).toBe(false);
});
