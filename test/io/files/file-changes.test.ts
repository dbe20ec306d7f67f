// The writer of the files of pull and import: it writes everything, or says what it did not write.
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { refuseUnwritable, writeFileChanges } from "../../../src/io/files/file-changes.ts";
import { type Folder, folderOf } from "../folder.ts";

const files = { "a.yaml": "a: 1\r\n", "b.yaml": "b: 1\n" };
const changes = {
  added: [{ path: "new/c.yaml", text: "c: 1\n" }],
  changed: [{ path: "a.yaml", text: "a: 2\n", before: "a: 1\n" }],
  removed: [{ path: "b.yaml", text: "b: 1\n" }],
};

it("creates, changes with the line endings of the file, and removes", async () => {
  await using folder = folderOf(files);
  writeFileChanges(folder.path, changes);
  expect(folder.read("new/c.yaml")).toBe("c: 1\n");
  expect(folder.read("a.yaml")).toBe("a: 2\r\n");
  expect(existsSync(folder.at("b.yaml"))).toBe(false);
});

describe("nothing is written, and the failure names the file", () => {
  it.each<[what: string, prepare: (folder: Folder) => void, message: string]>([
    [
      "if a folder is a link",
      (folder) => folder.link("new", "."),
      "new/c.yaml cannot be created: new is a symbolic link. Nothing was written.",
    ],
    [
      "if a folder is a file",
      (folder) => folder.write("new", ""),
      "new/c.yaml cannot be created: new is not a folder. Nothing was written.",
    ],
    [
      "if a new file exists",
      (folder) => folder.write("new/c.yaml", "mine"),
      "new/c.yaml cannot be created: already exists. Nothing was written.",
    ],
    [
      "if a file to change was changed",
      (folder) => folder.write("a.yaml", "a: 3\n"),
      "a.yaml changed while promptctl was running. It was not written.",
    ],
  ])("%s", async (_what, prepare, message) => {
    await using folder = folderOf(files);
    prepare(folder);
    const before = folder.read("a.yaml");
    const refused = expect.objectContaining({ class: "refused", message });
    expect(() => refuseUnwritable(folder.path, changes)).toThrow(refused);
    expect(() => writeFileChanges(folder.path, changes)).toThrow(refused);
    expect(folder.read("a.yaml")).toBe(before);
    expect(existsSync(folder.at("b.yaml"))).toBe(true);
    expect(existsSync(folder.at("c.yaml"))).toBe(false);
  });
});
