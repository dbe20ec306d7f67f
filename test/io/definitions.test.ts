import { type IncludeResult, includeKey } from "../../src/engine/model/source-file.ts";
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { Failure } from "../../src/engine/model/failure.ts";
import { definitionFiles } from "../../src/io/definitions.ts";
import { type Folder, folderOf } from "./folder.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

/** What reading a folder gives: paths with text, and mistakes as `location code message`. */
async function readIn(
  folder: Folder,
  definitions: string,
): Promise<{ files: object; wrong: string[] }> {
  const { files, diagnostics } = await definitionFiles(folder.path, definitions).read();
  return {
    files: Object.fromEntries(files.map(({ path, text }) => [path, text])),
    wrong: diagnostics.map(
      ({ location, code, message }) =>
        `${location.file}:${location.line}:${location.column} ${code} ${message}`,
    ),
  };
}

async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error = await work.then(
    () => expect.fail("it came off"),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Failure);
  return error as Failure;
}

describe("which files are definitions", () => {
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
    ["a folder, with ./ and /", "./prompts/", inPrompts],
    ["the project itself, without its own file", ".", [...inPrompts, "z.yaml"]],
    ["a folder of odd characters", "prompts/with space [x]", ["prompts/with space [x]/ü.yaml"]],
    ["a folder beneath a dot, where it is named", ".github", [".github/workflows/ci.yaml"]],
  ])("in %s: sorted, at any depth, nothing hidden", async (_, definitions, expected) => {
    await using folder = folderOf(files);
    const read = await readIn(folder, definitions);
    expect([Object.keys(read.files), read.wrong]).toEqual([expected, []]);
  });

  it("a folder without any is no mistake here", async () => {
    await using folder = folderOf({ "prompts/a.md": "" });
    expect(await readIn(folder, "prompts")).toEqual({ files: {}, wrong: [] });
  });

  it("a project reached by a link is read as if it were not", async () => {
    await using real = folderOf({ "prompts/a.yaml": "a" });
    await using folder = folderOf();
    folder.link("project", real.path);
    const { files } = await definitionFiles(folder.at("project"), "prompts").read();
    expect(files).toEqual([{ path: "prompts/a.yaml", text: "a" }]);
  });

  it("a link that leads back to the folder does not make every file two", async () => {
    await using folder = folderOf({ "prompts/a.yaml": "a" });
    folder.link("prompts/again", ".");
    expect(Object.keys((await readIn(folder, "prompts")).files)).toHaveLength(1);
  });
});

describe("the definitions folder", () => {
  it("that is missing is told with the way out", async () => {
    await using folder = folderOf();
    expect(await failureOf(definitionFiles(folder.path, "prompts").read())).toMatchObject({
      class: "invalid",
      code: "no-definitions-folder",
      message: `There is no folder "prompts" in ${folder.path}.`,
      hint: "Create it, or name another one as definitions: in promptctl.yaml.",
    });
  });

  it("that is a file is told too", async () => {
    await using folder = folderOf({ "prompts.yaml": "" });
    const failure = await failureOf(definitionFiles(folder.path, "prompts.yaml").read());
    expect(failure).toMatchObject({ class: "invalid" });
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
      return void expect((await failureOf(absolute)).class).toBe("invalid");
    }
    expect(await failureOf(definitionFiles(folder.path, definitions).read())).toMatchObject({
      class: "invalid",
      code: "definitions-outside",
      message: `The definitions folder ${JSON.stringify(definitions)} lies outside the project (${folder.path}).`,
      hint: "Move it into the project, or put promptctl.yaml into a folder that holds both.",
    });
  });
});

describe("the text of a definition file", () => {
  it.each([
    ["as it is, the final newline included", "a: ü\n\n", "a: ü\n\n"],
    ["without its byte order mark", "\uFEFFa: 1\n", "a: 1\n"],
    ["with CRLF read as LF", "a: 1\r\nb: 2\r\n", "a: 1\nb: 2\n"],
    ["with a lone CR kept", "a: 1\rb", "a: 1\rb"],
  ])("%s", async (_, written, text) => {
    await using folder = folderOf({ "prompts/a.yaml": written });
    expect(await readIn(folder, "prompts")).toEqual({
      files: { "prompts/a.yaml": text },
      wrong: [],
    });
  });

  it("that is not UTF-8 is a mistake, and the others are read", async () => {
    await using folder = folderOf({
      "prompts/a.yaml": Buffer.from("name: caf\xe9", "latin1"),
      "prompts/b.yaml": "b",
    });
    expect(await readIn(folder, "prompts")).toEqual({
      files: { "prompts/b.yaml": "b" },
      wrong: ["prompts/a.yaml:1:1 unreadable-file prompts/a.yaml is not UTF-8 text."],
    });
  });

  it("behind a link that leads outside is a mistake", async () => {
    await using outside = folderOf({ "secret.yaml": "secret", "more/b.yaml": "secret" });
    await using folder = folderOf({ "prompts/ok.yaml": "ok" });
    folder.link("prompts/a.yaml", outside.at("secret.yaml"));
    folder.link("prompts/more", outside.at("more"));
    expect(await readIn(folder, "prompts")).toEqual({
      files: { "prompts/ok.yaml": "ok" },
      wrong: [
        "prompts/a.yaml:1:1 unreadable-file prompts/a.yaml lies outside the project.",
        "prompts/more:1:1 unreadable-file prompts/more lies outside the project.",
      ],
    });
  });

  it("behind a link that leads elsewhere inside is read", async () => {
    await using folder = folderOf({ "prompts/ok.yaml": "ok", "shared/a.yaml": "a" });
    folder.link("prompts/a.yaml", "../shared/a.yaml");
    expect((await readIn(folder, "prompts")).files).toEqual({
      "prompts/a.yaml": "a",
      "prompts/ok.yaml": "ok",
    });
  });

  it.each([
    ["nowhere", "../gone.yaml"],
    ["to a device that never ends", "/dev/zero"],
    ["to itself", "a.yaml"],
  ])(
    "behind a link that leads %s is a mistake: what it defined must not go unseen",
    async (...row) => {
      await using folder = folderOf({ "prompts/ok.yaml": "ok" });
      folder.link("prompts/a.yaml", row[1]);
      const { wrong } = await readIn(folder, "prompts");
      expect(wrong).toEqual([expect.stringMatching(/^prompts\/a\.yaml:1:1 unreadable-file /)]);
    },
  );
});

it("a pipe is no definition, and is not waited for", async () => {
  await using folder = folderOf({ "prompts/ok.yaml": "ok" });
  spawnSync("mkfifo", [folder.at("prompts/pipe.yaml")]);
  expect((await readIn(folder, "prompts")).wrong).toEqual([
    "prompts/pipe.yaml:1:1 unreadable-file prompts/pipe.yaml is not a regular file.",
  ]);
});

it("a link to the root of the file system is not followed", async () => {
  await using folder = folderOf({ "prompts/ok.yaml": "ok" });
  folder.link("prompts/all", "/");
  expect((await readIn(folder, "prompts")).wrong).toEqual([
    "prompts/all:1:1 unreadable-file prompts/all lies outside the project.",
  ]);
});

describe("a key of what is included", () => {
  it("is that of the wanted file, so that each location finds its own", async () => {
    await using folder = folderOf({ "a/x.md": "in a", "b/x.md": "in b" });
    const wanted = ["a", "b"].map((name) => ({
      from: `${name}/p.yaml`,
      file: "x.md",
      form: "text" as const,
    }));
    const found = await definitionFiles(folder.path, ".").include(wanted);
    expect(wanted.map((each) => found.get(includeKey(each)))).toEqual([
      { path: "a/x.md", text: "in a" },
      { path: "b/x.md", text: "in b" },
    ] satisfies IncludeResult[]);
  });
});
