// Files that are written whole: those that a program generates.
import { existsSync, mkdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { refused } from "../../engine/model/failure.ts";
import { newFileMode, rewriteFileAtomically, writeFileAtomically } from "./atomic-file.ts";
import { writeFailure } from "./file-problems.ts";
import { withFileFailure } from "./new-files.ts";
import { tryOr } from "./paths.ts";

/**
 * The text of a file, without a byte order mark and with LF; undefined if there is no file. Throws a
 * Failure for a symbolic link without target, which would be replaced.
 */
export function readGeneratedFile(folder: string, path: string): string | undefined {
  const full = resolve(folder, path);
  return withFileFailure(path, "read", () => {
    if (!existsSync(full)) {
      if (tryOr("", () => readlinkSync(full)) === "") return undefined; // no link, or no such path
      throw refused(
        "not-written",
        `${path} is a symbolic link to a file that does not exist. It was not changed.`,
        "Create the file, or remove the link.",
      );
    }
    return readFileSync(full, "utf8")
      .replace(/^\uFEFF/, "")
      .replaceAll("\r\n", "\n");
  });
}

/** Writes a file atomically, and creates its folders. An existing file keeps its mode. */
export function writeGeneratedFile(folder: string, path: string, text: string): void {
  const full = resolve(folder, path);
  try {
    mkdirSync(dirname(full), { recursive: true });
    if (existsSync(full)) rewriteFileAtomically(realpathSync(full), text);
    else writeFileAtomically(full, text, newFileMode);
  } catch (error) {
    throw writeFailure("not-written", `${path} cannot be written`, full, error);
  }
}
