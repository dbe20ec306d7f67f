import type { IncludeResult } from "../../../src/engine/model/source-file.ts";
import { spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { definitionFiles } from "../../../src/project/files/definitions.ts";
import { withoutPermission } from "../../fixtures/other-user.ts";
import { type Folder, folderOf, rejectionOf } from "../../io/folder.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

/** The texts by path, and the diagnostics as `location code message`. */
async function readIn(
  folder: Folder,
  definitions: string,
): Promise<{ files: object; problems: string[] }> {
  const { files, diagnostics } = await definitionFiles(folder.path, definitions).read();
  return {
    files: Object.fromEntries(files.map(({ path, text }) => [path, text])),
    problems: diagnostics.map(
      ({ location, code, message }) =>
        `${location.file}:${location.line}:${location.column} ${code} ${message}`,
    ),
  };
}

describe("definition files", () => {
  const files: Files = {
    "promptctl.yaml": "",
    "promptctl.yml": "",
    "z.yaml": "",
    "prompts/b.yml": "",
    "prompts/a.prompt.yaml": "",
    "prompts/B.yaml": "",
    "prompts/deep/er/still/c.yaml": "",
    "prompts/promptctl.yaml": "",
    "prompts/notes.md": "",
    "prompts/a.yaml.bak": "",
    "prompts/a.json": "",
    "prompts/.hidden.yaml": "",
    "prompts/.git/d.yaml": "",
    "prompts/node_modules/e.yaml": "",
    "prompts/deep/node_modules/pkg/e.yaml": "",
    ".github/workflows/ci.yaml": "",
    "prompts/with space [x]/ü.yaml": "",
    "prompts/folder.yaml/in-it.yaml": "",
  };
  const inPrompts = [
    "prompts/B.yaml",
    "prompts/a.prompt.yaml",
    "prompts/b.yml",
    "prompts/deep/er/still/c.yaml",
    "prompts/folder.yaml/in-it.yaml",
    "prompts/promptctl.yaml",
    "prompts/with space [x]/ü.yaml",
  ];
  it.each([
    ["a folder", "prompts", inPrompts],
    ["the project itself, without promptctl.yaml", ".", [...inPrompts, "z.yaml"]],
    [
      "a folder with special characters",
      "prompts/with space [x]",
      ["prompts/with space [x]/ü.yaml"],
    ],
    ["a hidden folder that is the definitions folder", ".github", [".github/workflows/ci.yaml"]],
  ])("in %s: sorted, at any depth, without hidden files", async (_, definitions, expected) => {
    await using folder = folderOf(files);
    const read = await readIn(folder, definitions);
    expect([Object.keys(read.files), read.problems]).toEqual([expected, []]);
  });

  it("a project behind a link is read like any other", async () => {
    await using real = folderOf({ "prompts/a.yaml": "a" });
    await using folder = folderOf();
    folder.link("project", real.path);
    const { files } = await definitionFiles(folder.at("project"), "prompts").read();
    expect(files).toEqual([{ path: "prompts/a.yaml", text: "a" }]);
  });
});

describe("the definitions folder", () => {
  it("that is missing: the hint says what to do", async () => {
    await using folder = folderOf();
    expect(await rejectionOf(definitionFiles(folder.path, "prompts").read())).toMatchObject({
      class: "invalid",
      code: "no-definitions-folder",
      message: `There is no folder "prompts" in ${folder.path}.`,
      hint: `Create it, or name another one as definitions: in promptctl.yaml.
git keeps no empty folder: for a project without definitions, commit a file .gitkeep in it.`,
    });
  });

  it.each([
    ["..", ".."],
    ["another folder", "../$"],
    ["a link to one", "prompts"],
    ["an absolute path", "/$"],
  ])("that lies outside (%s) is refused", async (_, name) => {
    await using outside = folderOf({ "a.yaml": "" });
    await using folder = folderOf();
    folder.link("prompts", outside.path);
    const definitions = name.replace("../$", `../${outside.path.split("/").at(-1)}`);
    if (name === "/$") {
      const absolute = definitionFiles(folder.path, outside.path).read();
      return void expect(await rejectionOf(absolute)).toMatchObject({
        class: "invalid",
        code: "no-definitions-folder",
        message:
          "The path of the definitions folder is absolute. Write it relative to promptctl.yaml.",
      });
    }
    expect(await rejectionOf(definitionFiles(folder.path, definitions).read())).toMatchObject({
      class: "invalid",
      code: "definitions-outside",
      message: `The definitions folder ${JSON.stringify(definitions)} lies outside the project (${folder.path}).`,
      hint: "Move it into the project, or put promptctl.yaml into a folder that holds both.",
    });
  });
});

describe("the text of a definition file", () => {
  it.each([
    ["unchanged, including the final newlines", "a: ü\n\n", "a: ü\n\n"],
    ["without its byte order mark", "\uFEFFa: 1\n", "a: 1\n"],
    ["with CRLF read as LF", "a: 1\r\nb: 2\r\n", "a: 1\nb: 2\n"],
  ])("%s", async (_, written, text) => {
    await using folder = folderOf({ "prompts/a.yaml": written });
    expect(await readIn(folder, "prompts")).toEqual({
      files: { "prompts/a.yaml": text },
      problems: [],
    });
  });

  it("that is not UTF-8 is an error, and the others are read", async () => {
    await using folder = folderOf({
      "prompts/a.yaml": Buffer.from("name: caf\xe9", "latin1"),
      "prompts/b.yaml": "b",
    });
    expect(await readIn(folder, "prompts")).toEqual({
      files: { "prompts/b.yaml": "b" },
      problems: [
        "prompts/a.yaml:1:10 unreadable-file prompts/a.yaml is not UTF-8 text: line 1 has the byte 0xE9.",
      ],
    });
  });

  it("that is not UTF-8 is an error at the character of the byte", async () => {
    const content = Buffer.concat([Buffer.from("a: ü\nb: “"), Buffer.from([0xe9, 0x0a])]);
    await using folder = folderOf({ "prompts/a.yaml": content });
    const { problems } = await readIn(folder, "prompts");
    expect(problems).toEqual([
      expect.stringMatching(/^prompts\/a\.yaml:2:5 .*line 2 has the byte/),
    ]);
  });

  it("behind a link to nothing is an error that names the target", async () => {
    await using folder = folderOf({ "prompts/b.yaml": "b" });
    folder.link("prompts/a.yaml", "../shared/a.yaml");
    expect(await readIn(folder, "prompts")).toEqual({
      files: { "prompts/b.yaml": "b" },
      problems: [
        "prompts/a.yaml:1:1 unreadable-file prompts/a.yaml is a symbolic link to ../shared/a.yaml, which does not exist.",
      ],
    });
  });

  it("behind a link to a file outside the project is an error", async () => {
    await using outside = folderOf({ "secret.yaml": "secret", "more/b.yaml": "secret" });
    await using folder = folderOf({ "prompts/ok.yaml": "ok" });
    folder.link("prompts/a.yaml", outside.at("secret.yaml"));
    folder.link("prompts/more", outside.at("more"));
    expect(await readIn(folder, "prompts")).toEqual({
      files: { "prompts/ok.yaml": "ok" },
      problems: [
        "prompts/a.yaml:1:1 unreadable-file prompts/a.yaml lies outside the project.",
        "prompts/more:1:1 unreadable-file prompts/more lies outside the project.",
      ],
    });
  });

  it("behind a link to another file in the project is read", async () => {
    await using folder = folderOf({ "prompts/ok.yaml": "ok", "shared/a.yaml": "a" });
    folder.link("prompts/a.yaml", "../shared/a.yaml");
    expect((await readIn(folder, "prompts")).files).toEqual({
      "prompts/a.yaml": "a",
      "prompts/ok.yaml": "ok",
    });
  });

  it.each([
    ["to a missing file", "../missing.yaml"],
    ["to a device that never ends", "/dev/zero"],
    ["to itself", "a.yaml"],
  ])("behind a link %s is an error: a lost definition must not be ignored", async (...row) => {
    await using folder = folderOf({ "prompts/ok.yaml": "ok" });
    folder.link("prompts/a.yaml", row[1]);
    const { problems } = await readIn(folder, "prompts");
    expect(problems).toEqual([expect.stringMatching(/^prompts\/a\.yaml:1:1 unreadable-file /)]);
  });
});

it("a pipe is an error and is not opened", async () => {
  await using folder = folderOf({ "prompts/ok.yaml": "ok" });
  spawnSync("mkfifo", [folder.at("prompts/pipe.yaml")]);
  expect((await readIn(folder, "prompts")).problems).toEqual([
    "prompts/pipe.yaml:1:1 unreadable-file prompts/pipe.yaml is not a regular file.",
  ]);
});

it("includes the file beside the definition file, not one of the same name elsewhere", async () => {
  await using folder = folderOf({ "a/x.md": "in a", "b/x.md": "in b" });
  const { readIncluded } = definitionFiles(folder.path, ".");
  const textIn = (name: string): IncludeResult =>
    readIncluded({ from: `${name}/p.yaml`, file: "x.md", form: "text" });
  expect(textIn("a")).toEqual({ path: "a/x.md", text: "in a" });
  expect(textIn("b")).toEqual({ path: "b/x.md", text: "in b" });
});

it("a folder that cannot be listed is named", async () => {
  await using folder = folderOf({ "prompts/a.yaml": "", "prompts/team/b.yaml": "" });
  chmodSync(folder.path, 0o755);
  const read = (): Promise<Error> => rejectionOf(definitionFiles(folder.path, "prompts").read());
  const { message } = await withoutPermission(folder.at("prompts/team"), 0o755, read);
  expect(message).toBe(
    `The folder "prompts/team" in ${folder.path} cannot be listed: permission denied.`,
  );
});
