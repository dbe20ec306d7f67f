// `{ file: … }`: which files can be included, and the messages for the others.
import type { IncludeRequest, IncludeResult } from "../../../src/engine/model/source-file.ts";
import { describe, expect, it } from "vitest";
import { definitionFiles } from "../../../src/project/files/definitions.ts";
import { type Folder, folderOf } from "../../io/folder.ts";

function include(
  folder: Folder,
  file: string,
  form: IncludeRequest["form"] = "text",
): IncludeResult {
  const { readIncluded } = definitionFiles(folder.path, "prompts");
  return readIncluded({ from: "prompts/team/p.yaml", file, form });
}

const files = {
  "prompts/team/p.yaml": "",
  "prompts/team/a.md": "here",
  "prompts/team/with space/ü.md": "odd",
  "prompts/team/image.PNG": Buffer.from([0x89, 0x50, 0, 0xff]),
  "prompts/team/image.b64": "iVBO\r\nRw0K\n",
  "prompts/team/latin.md": Buffer.from("caf\xe9", "latin1"),
  "prompts/team/bom.md": "\uFEFFtext\n",
  "prompts/team/crlf.md": "a\r\nb\r\n",
  "prompts/team/both.md": "\uFEFFa\r\n",
  "prompts/team/.env": "SECRET",
  "prompts/team/.cache/x.md": "hidden",
  "prompts/up.md": "above",
  "root.md": "root",
};

describe("included text with a hint", () => {
  const similar = { similar: "prompts/team/a.md" };
  it.each<[file: string, problem: string, hint: string, rest?: { readonly similar?: string }]>([
    [
      "latin.md",
      "prompts/team/latin.md is not UTF-8 text: line 1 has the byte 0xE9.",
      "iconv -f WINDOWS-1252 -t UTF-8 prompts/team/latin.md > FILE",
    ],
    ["A.md", "There is no file prompts/team/A.md.", "Did you mean prompts/team/a.md?", similar],
    ["a.txt", "There is no file prompts/team/a.txt.", "Did you mean prompts/team/a.md?", similar],
  ])("%s", async (file, problem, hint, rest = {}) => {
    await using folder = folderOf(files);
    expect(include(folder, file)).toEqual({
      problem,
      hint: expect.stringContaining(hint) as string,
      ...rest,
    });
  });
});

describe("included text", () => {
  it.each([
    ["a.md", { path: "prompts/team/a.md", text: "here" }],
    ["../up.md", { path: "prompts/up.md", text: "above" }],
    ["../../root.md", { path: "root.md", text: "root" }],
    ["with space/ü.md", { path: "prompts/team/with space/ü.md", text: "odd" }],
    [
      "bom.md",
      {
        path: "prompts/team/bom.md",
        text: "text\n",
        changed: "prompts/team/bom.md begins with a byte order mark, which is dropped.",
      },
    ],
    [
      "crlf.md",
      {
        path: "prompts/team/crlf.md",
        text: "a\nb\n",
        changed: "prompts/team/crlf.md has CRLF line endings, which are read as LF.",
      },
    ],
    [
      "both.md",
      {
        path: "prompts/team/both.md",
        text: "a\n",
        changed:
          "prompts/team/both.md begins with a byte order mark, which is dropped, and has CRLF line endings, which are read as LF.",
      },
    ],
  ])("%s", async (file, expected) => {
    await using folder = folderOf(files);
    expect(await include(folder, file)).toEqual(expected);
  });
});

describe("text that is not included", () => {
  const long = "l".repeat(300);
  const hidden = (file: string): string =>
    `"${file}" has a part that begins with a dot: such files are not included.`;
  it.each([
    ["missing.md", "There is no file prompts/team/missing.md."],
    ["../team", "prompts/team is a folder."],
    ["/etc/hostname", 'The path "/etc/hostname" is absolute. Write it relative to this YAML file.'],
    ["C:/a.md", 'The path "C:/a.md" is absolute. Write it relative to this YAML file.'],
    ["..\\up.md", 'Write "..\\\\up.md" with / between folders.'],
    [".env", hidden(".env")],
    [".cache/x.md", hidden(".cache/x.md")],
    ["../team/.env", hidden("../team/.env")],
    ["with space/../a.md", '"with space/../a.md" has "." or ".." after a folder: write "a.md".'],
    [long, `prompts/team/${long} cannot be read: name too long.`],
    ["..", '".." is a folder.'],
  ])("%s", async (file, problem) => {
    await using folder = folderOf(files);
    expect(await include(folder, file)).toEqual({ problem: expect.stringContaining(problem) });
  });

  it("a path outside the project", async () => {
    await using outside = folderOf({ "secret.md": "SECRET" });
    await using folder = folderOf(files);
    const name = outside.path.split("/").at(-1)!;
    expect(await include(folder, `../../../${name}/secret.md`)).toEqual({
      problem: `../${name}/secret.md lies outside the project.`,
      hint: `To include it, add "../${name}" to include in promptctl.yaml, and the file to git.`,
    });
  });

  it("a folder beside the project whose name starts with that of the project", async () => {
    await using outer = folderOf({ "app/prompts/team/p.yaml": "", "app-secrets/a.md": "SECRET" });
    const folder = { ...outer, path: outer.at("app") };
    expect(await include(folder, "../../../app-secrets/a.md")).toMatchObject({
      problem: "../app-secrets/a.md lies outside the project.",
    });
  });

  it("a link to another file in the project is followed", async () => {
    await using folder = folderOf(files);
    folder.link("prompts/team/link.md", "../../root.md");
    expect(await include(folder, "link.md")).toEqual({
      path: "prompts/team/link.md",
      text: "root",
    });
  });

  it.skipIf(process.getuid?.() === 0)(
    "a file without read permission (not as root, who can read all files)",
    async () => {
      const { chmodSync } = await import("node:fs");
      await using folder = folderOf(files);
      chmodSync(folder.at("prompts/team/a.md"), 0);
      expect(await include(folder, "a.md")).toEqual({
        problem: "prompts/team/a.md may not be read: permission denied.",
      });
    },
  );
});

describe("images", () => {
  it("a binary file is included as base64", async () => {
    await using folder = folderOf(files);
    expect(await include(folder, "image.PNG", "base64")).toEqual({
      path: "prompts/team/image.PNG",
      text: "iVAA/w==",
    });
  });

  it("a .b64 file contains base64 already; its line endings are removed", async () => {
    await using folder = folderOf(files);
    expect(await include(folder, "image.b64", "base64")).toEqual({
      path: "prompts/team/image.b64",
      text: "iVBORw0K",
    });
  });

  it("a binary file cannot be included as text", async () => {
    await using folder = folderOf(files);
    expect(await include(folder, "image.PNG")).toEqual({
      problem: "prompts/team/image.PNG is not UTF-8 text.",
    });
  });
});
