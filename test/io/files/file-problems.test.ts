// Why a file cannot be read or written: wrong usage if its path or its content is wrong, else a failure.
import { expect, it } from "vitest";
import { readNamedFile, writeFailure } from "../../../src/io/files/file-problems.ts";
import { folderOf } from "../folder.ts";

it.each([
  ["no/a", "ENOENT", "usage", "there is no folder no"],
  ["a", "ENOENT", "failed", "no such file or directory"],
  ["file/a", "ENOTDIR", "usage", "file is not a folder"],
  ["folder", "EISDIR", "usage", "it is a folder"],
  ["a", "EACCES", "failed", "permission denied"],
])("%s with %s", async (path, code, kind, reason) => {
  await using folder = folderOf({ file: "", "folder/b": "" });
  const problem = Object.assign(new Error(`${code}: ${reason}, open 'x'`), { code });
  const failure = writeFailure("wrong-out", "It cannot be saved", folder.at(path), problem);
  expect([failure.class, failure.message.replaceAll(`${folder.path}/`, "")]).toEqual([
    kind,
    `It cannot be saved: ${reason}.`,
  ]);
});

it.each([
  ["Latin-1", Uint8Array.of(97, 10, 10, 0xe9), "is not UTF-8 text: line 3 has the byte 0xE9"],
  ["UTF-16", Uint8Array.of(0xff, 0xfe, 97, 0), "is not UTF-8 text: it is UTF-16"],
])("a named file in %s is refused, with the way to convert it", async (_title, content, reason) => {
  await using folder = folderOf({ "v.yaml": content });
  expect(() => readNamedFile(folder.at("v.yaml"), "v.yaml", "wrong-variables")).toThrow(
    expect.objectContaining({
      code: "wrong-variables",
      message: `v.yaml ${reason}.`,
      hint: expect.stringMatching(/iconv -f [\w-]+ -t UTF-8 v\.yaml > FILE$/) as string,
    }),
  );
});
