import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { configurationSchema } from "../../../src/cli/project/project.ts";
import {
  findProjectFolder,
  readConfiguration,
  type LoadedConfiguration,
} from "../../../src/project/settings/configuration.ts";
import { kinds } from "../../../src/kinds.ts";
import { type Folder, folderOf, rejectionOf } from "../../io/folder.ts";

const from = (cwd: string, given = findProjectFolder(cwd)!): Promise<LoadedConfiguration> =>
  readConfiguration(kinds, configurationSchema, cwd, given);

describe("the folder of the project", () => {
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
    ["the current folder, if it has the file", ".", ["…", "prompts", "https://outer.example"]],
    ["the nearest upwards", "inner/prompts/deep", ["…/inner", "prompts", "https://inner.example"]],
    ["the nearest upwards, several levels up", "plain", ["…", "prompts", "https://outer.example"]],
  ])("without an argument: %s", async (_, cwd, expected) => {
    await using folder = folderOf(files);
    expect(at(folder, await from(folder.at(cwd)))).toEqual(expected);
  });

  it.each([
    ["a folder with the file", "inner", ["…/inner", "prompts", "https://inner.example"]],
    ["a folder without it is the definitions folder", "plain", ["…/plain", ".", undefined]],
    [
      "inside a project: parent folders are not searched",
      "inner/prompts",
      ["…/inner/prompts", ".", undefined],
    ],
    ["the file itself", "inner/promptctl.yaml", ["…/inner", "prompts", "https://inner.example"]],
    ["by a path with ..", "plain/../inner/", ["…/inner", "prompts", "https://inner.example"]],
  ])("with an argument: %s", async (_, given, expected) => {
    await using folder = folderOf(files);
    expect(at(folder, await from(folder.path, given))).toEqual(expected);
    expect(at(folder, await from(dirname(folder.path), folder.at(given)))).toEqual(expected);
  });

  it.each([["missing"], ["plain/a.yaml"]])("%s is not a folder", async (given) => {
    await using folder = folderOf(files);
    expect(await rejectionOf(from(folder.path, given))).toMatchObject({
      class: "usage",
      code: "no-folder",
      message: `No such folder: ${given}`,
    });
  });
});
