// The commands on the page work in a project with environments, if serve --env names one.
import { expect, it } from "vitest";
import { runCli } from "../../../cli/fake-host.ts";
import { folderOf } from "../../../io/folder.ts";
import { findElements, words } from "../../../fixtures/html.ts";
import { pageFixture, promptWith } from "../page-fixture.ts";

const prompt = { ...promptWith(["Hi"]), name: "Support" };

const environments = "environments: { staging: {}, production: {} }\n";

it.each([
  [undefined, "definitions: prompts\n", ""],
  ["staging", `definitions: prompts\n${environments}`, " --env staging"],
])("with the environment %s", async (environment, configuration, flag) => {
  const { create, handler, visitor } = await pageFixture({ environment });
  const id = await create("prompts", prompt);
  const pages = [`/page/prompts/${id}`, `/page/prompts/${id}/definition`];
  const texts = await Promise.all(pages.map(async (path) => (await visitor().get(path)).text));
  const commands = texts
    .flatMap((text) => findElements(text, "pre").map(words))
    .flatMap((text) => text.match(/promptctl .*?(?= promptctl |$)/g) ?? []);
  const service = `${flag} --base-url http://localhost:4100`;
  expect(new Set(commands)).toEqual(
    new Set([
      `promptctl plan${service}`,
      `promptctl apply${service}`,
      `promptctl pull${service} --target prompt/Support`,
    ]),
  );
  await using folder = folderOf({ "promptctl.yaml": configuration, "prompts/.gitkeep": "" });
  const fetch = (url: string, init: RequestInit): Promise<Response> =>
    Promise.resolve(handler(new Request(url, init)));
  for (const command of commands) {
    const args = command.split(" ").slice(1);
    const confirmed = args[0] === "plan" ? args : [...args, "--auto-approve"];
    const { code, err } = await runCli(confirmed, { cwd: folder.path, fetch });
    expect({ command, code, err }).toEqual({
      command,
      code: 0,
      err: expect.not.stringContaining("Error"),
    });
  }
  expect(folder.read("prompts/support.prompt.yaml")).toContain("name: Support\n");
});

it("the commands of an empty service are for a new project, which has no environments", async () => {
  const { visitor } = await pageFixture({ environment: "staging" });
  const { text } = await visitor().get("/page");
  expect(findElements(text, "pre").map(words)).toEqual([
    "promptctl init my-project promptctl apply my-project --base-url http://localhost:4100",
  ]);
});
