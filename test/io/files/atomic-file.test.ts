// The mode of files that are written: that of the file before; for new files, the umask decides.
import { chmodSync, chownSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { replaceText, writeFileChanges } from "../../../src/io/files/file-changes.ts";
import { writeGeneratedFile } from "../../../src/io/files/generated-file.ts";
import { writeJson } from "../../../src/io/files/json-file.ts";
import { performFileAction, planFile, planLines } from "../../../src/io/files/new-files.ts";
import { writeReport } from "../../../src/io/files/report-file.ts";
import { folderOf } from "../folder.ts";

type Write = (root: string) => void;
const modeOf = (path: string): string => (statSync(path).mode & 0o7777).toString(8);

const rewriters: [writer: string, write: Write][] = [
  ["fmt", (root) => replaceText(root, "a.yaml", "b: 1\n")],
  [
    "pull, import and import cases",
    (root) => {
      const file = { path: "a.yaml", text: "b: 1\n", before: "a: 1\n" };
      writeFileChanges(root, { added: [], changed: [file], removed: [] });
    },
  ],
  ["init", (root) => void performFileAction(root, planLines(root, "a.yaml", ["b: 1"]))],
  ["codegen", (root) => writeGeneratedFile(root, "a.yaml", "b: 1\n")],
  ["test --out", (root) => writeReport(join(root, "a.yaml"), "b: 1\n")],
];

const creators: [writer: string, write: Write][] = [
  ["init", (root) => void performFileAction(root, planFile(root, "a.yaml", "b: 1\n"))],
  [
    "pull, import and import cases",
    (root) => {
      const file = { path: "a.yaml", text: "b: 1\n" };
      writeFileChanges(root, { added: [file], changed: [], removed: [] });
    },
  ],
  ["codegen", (root) => writeGeneratedFile(root, "a.yaml", "b: 1\n")],
];

describe.skipIf(process.platform === "win32")("with the umask 027", () => {
  let before: number;
  beforeEach(() => void (before = process.umask(0o027)));
  afterEach(() => void process.umask(before));

  describe.each(rewriters)("%s keeps the mode of an existing file:", (_writer, write) => {
    it.each([0o664, 0o666, 0o755, 0o600])("%o", async (mode) => {
      await using folder = folderOf({ "a.yaml": "a: 1\n" });
      chmodSync(folder.at("a.yaml"), mode);
      write(folder.path);
      expect(folder.read("a.yaml")).toContain("b: 1");
      expect(modeOf(folder.at("a.yaml"))).toBe(mode.toString(8));
      expect(folder.paths()).toEqual(["a.yaml"]);
    });
  });

  it("plan --out makes an existing file private: it holds what apply is permitted to do", async () => {
    await using folder = folderOf({ "a.yaml": "a: 1\n" });
    chmodSync(folder.at("a.yaml"), 0o664);
    writeJson(folder.at("a.yaml"), ["b: 1"]);
    expect(modeOf(folder.at("a.yaml"))).toBe("600");
  });

  it.each(creators)("a new file of %s has the mode 640", async (_writer, write) => {
    await using folder = folderOf({});
    write(folder.path);
    expect(modeOf(folder.at("a.yaml"))).toBe("640");
  });
});

it.skipIf(process.getuid?.() !== 0)(
  "a file of another user that root writes stays theirs",
  async () => {
    await using folder = folderOf({ "a.yaml": "a: 1\n" });
    chownSync(folder.at("a.yaml"), 65534, 65533);
    replaceText(folder.path, "a.yaml", "b: 1\n");
    expect(statSync(folder.at("a.yaml"))).toMatchObject({ uid: 65534, gid: 65533 });
  },
);
