// Commands in messages name the project that was given as an argument.
import { expect, it } from "vitest";
import { folderOf } from "../../io/folder.ts";
import { createFakeService, runCli, serviceEnv } from "../fake-host.ts";
import { greeter, project } from "../project.ts";

const inFolder = Object.fromEntries(
  Object.entries(project).map(([path, text]) => [`my prompts/${path}`, text]),
);

it.each([
  ["the folder above", ".", ["my prompts"], "promptctl plan 'my prompts'"],
  ["a folder beside it", "other", ["../my prompts"], "promptctl plan '../my prompts'"],
  ["the project", "my prompts", [], "promptctl plan"],
  ["the project, which is named", "my prompts", ["."], "promptctl plan"],
  ["a folder in it", "my prompts/prompts", [], "promptctl plan"],
])("apply from %s", async (_name, folder, directory, command) => {
  await using files = folderOf({ ...inFolder, "other/a.txt": "" });
  const { fetch } = await createFakeService();
  const cwd = files.at(folder);
  const { code, err } = await runCli(["apply", ...directory], { cwd, env: serviceEnv, fetch });
  expect([code, err]).toEqual([4, expect.stringContaining(`the changes first: ${command}\n`)]);
});

it("codegen, and pull of a change that it cannot write", async () => {
  await using files = folderOf(inFolder);
  const { fetch } = await createFakeService();
  const host = { cwd: files.path, env: serviceEnv, fetch };
  const { err } = await runCli(["codegen", "my prompts", "--out", "a.json", "--ids"], host);
  expect(err).toContain("create with promptctl apply 'my prompts':");

  expect((await runCli(["apply", "my prompts", "--auto-approve"], host)).code).toBe(0);
  const content = "content: [{ file: ./one.md }, { file: ./two.md }]";
  files.write("my prompts/prompts/greeter.yaml", greeter.replace("content: Hello", content));
  files.write("my prompts/prompts/one.md", "One");
  files.write("my prompts/prompts/two.md", "Two");
  const pulled = await runCli(["pull", "my prompts", "--force", "--auto-approve"], host);
  expect(pulled.out + pulled.err).toContain("promptctl plan 'my prompts' shows the difference");
});
