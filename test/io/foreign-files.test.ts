// Files of other tools: which files they may refer to, and why a file cannot be read.
import { describe, expect, it } from "vitest";
import { readForeignFile, readReferredFile } from "../../src/io/foreign-files.ts";
import { folderOf } from "./folder.ts";

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
    for (const path of [outside.at("secret.txt"), "link.txt", "../../etc/hosts"])
      expect(readReferredFile(folder.path, "a.yaml", path)).toBe(
        `${path} is outside the folder of a.yaml and the current folder.`,
      );
  });

  it("may be missing", async () => {
    await using folder = folderOf({ "a.yaml": "" });
    expect(readReferredFile(folder.path, "a.yaml", "b.txt")).toBe("There is no file b.txt.");
  });
});

it("a file that is not UTF-8 is not read", async () => {
  await using folder = folderOf({ "a.json": Uint8Array.of(0x22, 0xe9, 0x22) });
  expect(readForeignFile(folder.at("a.json"), "a.json")).toBe("a.json is not UTF-8.");
});
