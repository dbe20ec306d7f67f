// Promise 9: `init` in folders with hostile names: its questions, messages and suggested commands.
import { mkdirSync, readFileSync } from "node:fs";
import { normalize } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { installedProgram } from "../../cli/definitions/installed-program.ts";
import { runCli } from "../../cli/fake-host.ts";
import { folderOf } from "../../io/folder.ts";
import { checkOutputs } from "./check-outputs.ts";
import { visibleOutput } from "./fixture.ts";
import { shellWords } from "./shell-words.ts";
import { hostileTexts } from "./hostile-texts.ts";

const installed = installedProgram();
afterAll(() => installed[Symbol.asyncDispose]());
const process = { programFile: installed.programFile };

/** Returns a text as a folder name: without slashes, at most 60 characters. */
const toFolderName = (text: string): string => text.replaceAll("/", "-").slice(0, 60);

/** Returns all output of init in a folder with this name, in a project in a git repository. */
async function runInit(text: string): Promise<string> {
  await using folder = folderOf({ "promptctl.yaml": "", ".git/HEAD": "" });
  const path = `./${toFolderName(text)}`;
  const inside = { cwd: folder.at(path), answer: true, process };
  const refused = await runCli(["init", path], { cwd: folder.path });
  const started = await runCli(["init", path, "--yes"], { cwd: folder.path, process });
  mkdirSync(folder.at(`${path}/a/b`), { recursive: true });
  const asked = await runCli(["init", "a/b"], inside);
  const again = await runCli(["init"], inside);
  expect([refused, started, asked, again].map(({ code }) => code)).toEqual([4, 0, 0, 0]);
  return visibleOutput(refused, started, asked, again);
}

checkOutputs([
  {
    title: "init",
    patterns: [
      /Write \d+ files\?/,
      /is inside another project/,
      /only read at the top/,
      /use --auto-approve\. Nothing was written/,
    ],
    print: async (texts) => (await Promise.all(texts.map(runInit))).join("\n"),
  },
]);

describe("the suggested next commands", () => {
  it.each(hostileTexts("syntax").map(toFolderName))(
    "quote the folder name %j as one word",
    async (name) => {
      await using folder = folderOf();
      const { out } = await runCli(["init", `./${name}`, "--yes"], { cwd: folder.path });
      const commands = out.split("\n").filter((line) => line.startsWith("  promptctl "));
      const folders = commands.map((line) => normalize(shellWords(line.trim())[2]!));
      expect(folders).toEqual([name, name, name, name, name]);
    },
  );

  it.each(hostileTexts("syntax").map(toFolderName))(
    "and those of npm, and the hook, %j",
    async (name) => {
      await using folder = folderOf({ ".git/HEAD": "" });
      const options = { cwd: folder.path, process };
      const { out } = await runCli(["init", `./${name}`, "--yes"], options);
      const commands = out.split("\n").filter((line) => /^ {2}np[mx] /.test(line));
      expect(commands).toHaveLength(7);
      const hooks = readFileSync(folder.at(`${name}/.pre-commit-config.yaml`), "utf8");
      const { repos } = parse(hooks) as { repos: { hooks: { entry: string }[] }[] };
      for (const line of [...commands, repos[0]!.hooks[0]!.entry]) {
        const words = shellWords(line.trim());
        expect(normalize(words[words.indexOf("--prefix") + 1]!)).toBe(name);
        const validated = words[words.indexOf("promptctl") + 2];
        if (words.includes("promptctl") && validated !== "--")
          expect(normalize(validated!)).toBe(name);
      }
    },
  );
});
