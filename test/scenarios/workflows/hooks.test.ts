// The pre-commit hooks of this repository, of the pages and of promptctl init.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { templateFiles } from "../../../src/generated/starter-files.ts";
import { root } from "./actions.ts";
import { fences, pages } from "./files.ts";

interface Hook {
  readonly id: string;
  readonly entry?: string;
  readonly args?: readonly string[];
  readonly pass_filenames?: boolean;
}

const manifest = parse(readFileSync(join(root, ".pre-commit-hooks.yaml"), "utf8")) as Hook[];

function hooksIn(text: string): Hook[] {
  return (parse(text) as { repos: { hooks: Hook[] }[] }).repos.flatMap(({ hooks }) => hooks);
}

const hooks = [
  ...manifest,
  ...fences(pages.get("docs/validate.md")!, "yaml")
    .filter((text) => text.startsWith("repos:"))
    .flatMap(hooksIn),
  ...hooksIn(templateFiles[".pre-commit-config.yaml"]!),
];

it("there are hooks that get file names", () => {
  expect(
    hooks.filter(({ entry, pass_filenames: passes }) => entry && passes !== false).length,
  ).toBe(4);
});

it.each(hooks.filter(({ entry }) => entry !== undefined))(
  "$id: the flags end with --, so that no file name is a flag",
  ({ entry, args = [], pass_filenames: passes = true }) => {
    const words = [...entry!.split(" "), ...args];
    expect(words.at(-1) === "--").toBe(passes);
  },
);
