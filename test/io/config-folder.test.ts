import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { configurationGrammar } from "../../src/cli/project.ts";
import { Failure } from "../../src/engine/model/failure.ts";
import { readConfiguration, type LoadedConfiguration } from "../../src/io/configuration.ts";
import { kinds } from "../../src/kinds.ts";
import { type Folder, folderOf } from "./folder.ts";

const from = (cwd: string, given?: string): Promise<LoadedConfiguration> =>
  readConfiguration(kinds, configurationGrammar, cwd, given);

async function failureOf(work: () => Promise<unknown>): Promise<Failure> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  return expect.fail("it came off");
}

describe("which folder is the project", () => {
  const files = {
    "promptctl.yaml": "baseUrl: https://outer.example",
    "inner/promptctl.yaml": "baseUrl: https://inner.example",
    "inner/prompts/deep/a.yaml": "",
    "plain/a.yaml": "",
  };
  const at = (folder: Folder, { settings }: LoadedConfiguration): (string | undefined)[] => [
    settings.root.replace(folder.path, "…"),
    settings.definitions,
    settings.baseUrl,
  ];

  it.each([
    ["the current one, where the file is", ".", ["…", "prompts", "https://outer.example"]],
    ["the nearest upwards", "inner/prompts/deep", ["…/inner", "prompts", "https://inner.example"]],
    ["the nearest upwards, further", "plain", ["…", "prompts", "https://outer.example"]],
  ])("nothing given: %s", async (_, cwd, expected) => {
    await using folder = folderOf(files);
    expect(at(folder, await from(folder.at(cwd)))).toEqual(expected);
  });

  it.each([
    ["with the file", "inner", ["…/inner", "prompts", "https://inner.example"]],
    ["without it: it is the definitions folder", "plain", ["…/plain", ".", undefined]],
    [
      "beneath a project: never searched upwards",
      "inner/prompts",
      ["…/inner/prompts", ".", undefined],
    ],
    ["by the file itself", "inner/promptctl.yaml", ["…/inner", "prompts", "https://inner.example"]],
    ["by a detour", "plain/../inner/", ["…/inner", "prompts", "https://inner.example"]],
  ])("a folder is given %s", async (_, given, expected) => {
    await using folder = folderOf(files);
    expect(at(folder, await from(folder.path, given))).toEqual(expected);
    expect(at(folder, await from(dirname(folder.path), folder.at(given)))).toEqual(expected);
  });

  it("no file here or above is told with the ways out", async () => {
    await using folder = folderOf({ "deep/a.yaml": "" });
    expect(await failureOf(() => from(folder.at("deep")))).toMatchObject({
      class: "usage",
      code: "no-project",
      message: `No promptctl.yaml found in ${folder.at("deep")} or its parent folders.`,
      hint: "Change to the folder of the project, name it (promptctl plan my-project), or create a project: promptctl init",
    });
  });

  it.each([["missing"], ["plain/a.yaml"]])("%s is no folder", async (given) => {
    await using folder = folderOf(files);
    expect(await failureOf(() => from(folder.path, given))).toMatchObject({
      class: "usage",
      code: "no-folder",
      message: `No such folder: ${given}`,
    });
  });
});
