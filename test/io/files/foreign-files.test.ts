// Files of other tools: which files they may refer to, and why a file cannot be read.
import { relative } from "node:path";
import { describe, expect, it } from "vitest";
import {
  readForeignFile,
  readReferredFile,
  referredPaths,
} from "../../../src/io/files/foreign-files.ts";
import { patternMatcher } from "../../../src/io/files/path-patterns.ts";
import { folderOf } from "../folder.ts";

describe("a file that another file refers to", () => {
  it("is read relative to that file, in its folder or in the current folder", async () => {
    await using folder = folderOf({
      "config/a.yaml": "",
      "config/texts/b.txt": "inside",
      "shared/c.txt": "beside",
    });
    const read = (path: string) => readReferredFile(folder.path, "config/a.yaml", path);
    expect(read("texts/b.txt")).toEqual({ path: "config/texts/b.txt", text: "inside" });
    expect(read("../shared/c.txt")).toEqual({ path: "shared/c.txt", text: "beside" });
  });

  it("is not read outside of them, through a link either", async () => {
    await using outside = folderOf({ "secret.txt": "secret" });
    await using folder = folderOf({ "a.yaml": "" });
    folder.link("link.txt", outside.at("secret.txt"));
    const hosts = relative(folder.path, "/etc/hosts");
    for (const path of [outside.at("secret.txt"), "link.txt", hosts])
      expect(readReferredFile(folder.path, "a.yaml", path)).toBe(
        `${path} is outside the folder of a.yaml and the current folder.`,
      );
  });
});

describe("a pattern in a file", () => {
  it.each<[pattern: string, paths: readonly string[] | string]>([
    ["p/*.txt", ["p/a.txt", "p/b.txt"]],
    ["p/**/*.{txt,md}", ["p/a.txt", "p/b.txt", "p/deep/c.md"]],
    ["./p/[ab].txt", ["./p/a.txt", "./p/b.txt"]],
    ["../shared/*.txt", ["../shared/d.txt"]],
    ["p/[x].txt", ["p/[x].txt"]],
    ["p/*.csv", "No file matches p/*.csv."],
    ["../../*", "../../* is outside the folder of config/a.yaml and the current folder."],
    ["{../..,p}/*", "{../..,p}/* is outside the folder of config/a.yaml and the current folder."],
    ["/*", "/* is outside the folder of config/a.yaml and the current folder."],
  ])("%s", async (pattern, expected) => {
    const names = ["config/p/b.txt", "config/p/a.txt", "config/p/deep/c.md", "shared/d.txt"];
    await using folder = folderOf({
      ...Object.fromEntries(names.map((name) => [name, ""])),
      ...(pattern.includes("[x]") && { "config/p/[x].txt": "" }),
    });
    const reader = { cwd: folder.path, matching: await patternMatcher() };
    expect(referredPaths(reader, "config/a.yaml", pattern)).toEqual(expected);
  });
});

it("a file that is not UTF-8 is not read", async () => {
  await using folder = folderOf({ "a.json": Uint8Array.of(0x22, 0xe9, 0x22) });
  expect(readForeignFile(folder.at("a.json"), "a.json")).toBe(
    "a.json is not UTF-8 text: line 1 has the byte 0xE9. Save it as UTF-8 in an editor, or convert it, if it is WINDOWS-1252: iconv -f WINDOWS-1252 -t UTF-8 a.json > FILE",
  );
});
