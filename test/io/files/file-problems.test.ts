// Why a file cannot be written: wrong usage if its path is wrong, else a failure.
import { expect, it } from "vitest";
import { writeFailure } from "../../../src/io/files/file-problems.ts";
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
