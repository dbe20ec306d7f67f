// The commands of docs/start.md, in their order, in an empty folder.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runProgramIn } from "../fixtures/run-program.ts";
import { folderOf } from "../io/folder.ts";
import { runTestGit } from "../io/repository.ts";
import { commandsOf } from "./workflows/files.ts";

test("each command of docs/start.md succeeds", async () => {
  await using folder = folderOf();
  const page = readFileSync(join(import.meta.dirname, "../../docs/start.md"), "utf8");
  let cwd = folder.path;
  const outputs: string[] = [];
  for (const [program, ...words] of commandsOf(page)) {
    if (program === "cd") cwd = folder.at(words[0]!);
    else if (program === "git") runTestGit(words, cwd);
    else {
      expect(program).toBe("promptctl");
      const { code, out, err } = await runProgramIn(cwd, words);
      expect([words, code, err]).toEqual([words, 0, err]);
      outputs.push(out);
    }
  }
  expect(outputs[2]).toContain("to create");
  expect(outputs[4]).toContain("Oakmoor Home");
  const { out } = await runProgramIn(cwd, ["plan", "--local"]);
  expect(out).toContain("No changes");
  expect((await runProgramIn(cwd, ["test"])).err).not.toContain("No base");
});
