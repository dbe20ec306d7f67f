// A folder of a project that is given as the project would lack its settings, for example the
// protection of an environment.
import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { folderOf } from "../../io/folder.ts";
import { createFakeService, runCli, serviceEnv } from "../fake-host.ts";
import { project } from "../project.ts";

const inProject = {
  ...project,
  "promptctl.yaml": `environments:
  production: { baseUrl: https://prompts.test, protected: true }
`,
};

it.each([
  ["apply", ["--auto-approve"]],
  ["apply", ["--auto-approve", "--local"]],
  ["plan", []],
  ["pull", ["--auto-approve"]],
  ["test", ["--on", "echo"]],
])("%s %j refuses the folder of the definitions", async (command, flags) => {
  await using folder = folderOf(inProject);
  const requests: string[] = [];
  const fetch = async (url: string): Promise<Response> => {
    requests.push(url);
    return new Response("[]");
  };
  const host = { cwd: folder.path, env: serviceEnv, fetch };
  const { code, err } = await runCli([command, "prompts", ...flags], host);
  expect([code, err]).toEqual([
    64,
    `Error: prompts is a folder of the project in the current folder, not a project: it has no promptctl.yaml.
  To use the project, omit the folder.
`,
  ]);
  expect(requests).toEqual([]);
  expect(readdirSync(folder.at("prompts"))).not.toContain(".promptctl");
});

it("the current folder can be named too", async () => {
  await using folder = folderOf(inProject);
  const { err } = await runCli(["plan", "."], { cwd: folder.at("prompts"), env: serviceEnv });
  expect(err)
    .toBe(`Error: The current folder is a folder of the project in .., not a project: it has no promptctl.yaml.
  To use the project, omit the folder.
`);
});

it("from another folder, the hint names the project", async () => {
  await using folder = folderOf({ "other/a.txt": "" });
  for (const [path, text] of Object.entries(inProject)) folder.write(`my project/${path}`, text);
  const host = { cwd: folder.at("other"), env: serviceEnv };
  const { code, err } = await runCli(["plan", "../my project/prompts"], host);
  expect([code, err]).toEqual([
    64,
    `Error: ../my project/prompts is a folder of the project in ../my project, not a project: it has no promptctl.yaml.
  To use the project, name its folder: '../my project'
`,
  ]);
});

it("a folder that belongs to no project is its own", async () => {
  await using folder = folderOf({ "prompts/greeter.yaml": project["prompts/greeter.yaml"]! });
  const { fetch } = await createFakeService();
  const host = { cwd: folder.path, env: serviceEnv, fetch };
  expect((await runCli(["plan", "prompts"], host)).code).toBe(0);
});

it.each([
  ["plan", []],
  ["validate", []],
  ["apply", ["--auto-approve"]],
])("%s of a folder that holds projects names them", async (command, flags) => {
  await using folder = folderOf({ "all/b/deep/promptctl.yaml": "", "all/a/promptctl.yaml": "" });
  const run = { cwd: folder.path, env: serviceEnv };
  expect(await runCli([command, "all", ...flags], run)).toMatchObject({
    code: 64,
    err: "Error: all is not a project: it has no promptctl.yaml, but contains projects: all/a, all/b/deep.\n  To use one, name its folder: all/a\n",
  });
});
