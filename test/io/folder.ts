// A folder of files for a test, deleted at the end: `await using folder = folderOf({ "a.yaml": "…" })`.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { expect } from "vitest";
import { Failure } from "../../src/engine/model/failure.ts";

export interface Folder extends AsyncDisposable {
  /** Absolute, without symbolic links. */
  readonly path: string;
  /** The absolute path of a file or folder in it. */
  at(name: string): string;
  /** The paths of all files in it, sorted. */
  paths(): string[];
  /** The text of a file in it. */
  read(name: string): string;
  /** Writes a file and creates its folders. */
  write(name: string, content: string | Uint8Array): void;
  /** Creates a symbolic link; `target` is absolute or relative to the link. */
  link(name: string, target: string): void;
}

/** A new folder with these files, by path. */
export function folderOf(files: Readonly<Record<string, string | Uint8Array>> = {}): Folder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "promptctl-test-")));
  const prepare = (name: string): string => {
    const full = join(path, name);
    mkdirSync(dirname(full), { recursive: true });
    return full;
  };
  const folder: Folder = {
    path,
    at: (name) => join(path, name),
    paths: () =>
      readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((each) => each.isFile())
        .map((each) => relative(path, join(each.parentPath, each.name)))
        .sort(),
    read: (name) => readFileSync(join(path, name), "utf8"),
    write: (name, content) => writeFileSync(prepare(name), content),
    link: (name, target) => symlinkSync(target, prepare(name)),
    [Symbol.asyncDispose]: async () => rmSync(path, { recursive: true, force: true }),
  };
  for (const [name, content] of Object.entries(files)) folder.write(name, content);
  return folder;
}

/** The Failure that a promise rejects with. Fails the test if it resolves or rejects otherwise. */
export async function rejectionOf(promise: Promise<unknown>): Promise<Failure> {
  const error = await promise.then(
    () => expect.fail("the promise resolved"),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Failure);
  return error as Failure;
}
