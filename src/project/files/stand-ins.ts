// Files that a checkout has in place of the real ones: pointers of Git LFS, files that git-crypt has
// encrypted, and symbolic links that git has written as texts.
import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type Diagnostic, error } from "../../engine/model/diagnostic.ts";
import type { StandIn } from "../../engine/model/source-file.ts";
import { tryOr } from "../../io/files/paths.ts";

/** The longest stand-in that is a text. A pointer of Git LFS has fewer than 1,024 bytes. */
const maxTextLength = 4096;

const lfsPointer = /^version https:\/\/(?:git-lfs|hawser)\.github\.com\/spec\/v1\r?\n/;

/** What the content of a file stands for; undefined if it is the real one. `path`: absolute. */
export function findStandIn(path: string, content: Buffer): StandIn | undefined {
  if (content.subarray(0, 10).equals(gitCryptHeader)) return encrypted;
  if (content.length === 0 || content.length > maxTextLength) return undefined;
  const text = content.toString("utf8");
  if (lfsPointer.test(text) && /^oid \S+\r?$/m.test(text)) return pointer;
  // git writes the target without a line ending, as no editor does.
  // Only relative ones: a check must not tell which files a machine has, or connect to a Windows share.
  const mayBePath = !/[\n\r\0\\]|^\s|\s$|^\/|^[a-z]:/i.test(text);
  return mayBePath && isRegularFile(resolve(dirname(path), text)) ? linkTo(text) : undefined;
}

/** The error of a file, by its path, that has a stand-in in place of its content. */
export function standInError(path: string, { code, problem, hint }: StandIn): Diagnostic {
  const location = { file: path, line: 1, column: 1, endColumn: 2, text: "" };
  return { ...error(code, location, `${path} ${problem}.`, hint), paths: [path] };
}

function isRegularFile(path: string): boolean {
  return tryOr(false, () => statSync(path).isFile());
}

const gitCryptHeader = Buffer.from("\0GITCRYPT\0", "latin1");

const pointer: StandIn = {
  code: "lfs-pointer",
  problem: "is a pointer of Git LFS, not the file itself",
  hint: "Get the files: git lfs pull. In CI, check out with LFS (actions/checkout: lfs: true).",
};

const encrypted: StandIn = {
  code: "not-checked-out",
  problem: "is encrypted by git-crypt",
  hint: "Decrypt the files: git-crypt unlock.",
};

function linkTo(target: string): StandIn {
  return {
    code: "not-checked-out",
    problem: `is a symbolic link that git wrote as a text: it contains only the path ${target}`,
    hint: "Check it out as a link: git config core.symlinks true, then git checkout -- FILE. Or name the file that it leads to.",
  };
}
