// The temporary files of killed processes are removed by the next fmt and pull, and nothing else.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type CliResult, createFakeService, runCli, serviceEnv } from "../../cli/fake-host.ts";
import { type Folder, folderOf } from "../folder.ts";

const main = join(import.meta.dirname, "../../../dist/main.cjs");
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
