// init in folders of hostile names: in what it asks, says and suggests.
import { mkdirSync } from "node:fs";
import { normalize } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli } from "../../cli/fake-host.ts";
import { folderOf } from "../../io/folder.ts";
import { checkOutputs } from "./check-outputs.ts";
import { visibleOutput } from "./fixture.ts";
import { shellWords } from "./shell-words.ts";
import { hostileTexts } from "./hostile-texts.ts";

/** As the name of a folder, which holds no slash and is not long. */
const toFolderName = (text: string): string => text.replaceAll("/", "-").slice(0, 60);

/** Everything init says in a folder of this name within a project within a repository. */
async function runInit(text: string): Promise<string> {
  await using folder = folderOf({ "promptctl.yaml": "", ".git/HEAD": "" });
  const word = `./${toFolderName(text)}`;
  const inside = { cwd: folder.at(word), answer: true };
  const refused = await runCli(["init", word], { cwd: folder.path });
  const started = await runCli(["init", word, "--yes"], { cwd: folder.path });
  mkdirSync(folder.at(`${word}/a/b`), { recursive: true });
  const asked = await runCli(["init", "a/b"], inside);
  const again = await runCli(["init"], inside);
  expect([refused, started, asked, again].map(({ code }) => code)).toEqual([64, 0, 0, 4]);
  return visibleOutput(refused, started, asked, again);
}

checkOutputs([
  {
    title: "init",
    patterns: [
      /Write \d+ files\?/,
      /is inside another project/,
      /only read at the top/,
      /use --yes/,
    ],
    print: async (texts) => (await Promise.all(texts.map(runInit))).join("\n"),
  },
]);

describe("the commands that come next", () => {
  it.each(hostileTexts("syntax").map(toFolderName))("take %j for one word", async (name) => {
    await using folder = folderOf();
    const { out } = await runCli(["init", `./${name}`, "--yes"], { cwd: folder.path });
    const commands = out.split("\n").filter((line) => line.startsWith("  promptctl "));
    const folders = commands.map((line) => normalize(shellWords(line.trim())[2]!));
    expect(folders).toEqual([name, name, name]);
  });
});
