// A folder of files for a test, gone at the end: `await using folder = folderOf({ "a.yaml": "…" })`.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface Folder extends AsyncDisposable {
  /** Absolute, without symbolic links. */
  readonly path: string;
  /** The path of something in it. */
  at(name: string): string;
  /** Writes a file, its folders too. */
  write(name: string, content: string | Uint8Array): void;
  /** Makes a symbolic link; `target` is absolute or relative to the link. */
  link(name: string, target: string): void;
}

/** A new folder with these files, by path. */
export function folderOf(files: Readonly<Record<string, string | Uint8Array>> = {}): Folder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "promptctl-test-")));
  const made = (name: string): string => {
    const full = join(path, name);
    mkdirSync(dirname(full), { recursive: true });
    return full;
  };
  const folder: Folder = {
    path,
    at: (name) => join(path, name),
    write: (name, content) => writeFileSync(made(name), content),
    link: (name, target) => symlinkSync(target, made(name)),
    [Symbol.asyncDispose]: async () => rmSync(path, { recursive: true, force: true }),
  };
  for (const [name, content] of Object.entries(files)) folder.write(name, content);
  return folder;
}
