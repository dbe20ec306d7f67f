// Files that are there get new texts, or go: whole, through links inside the project, and with the
// byte order mark and the line ends that they have.
import { readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../engine/model/failure.ts";
import type { ChangedFile, NewFile } from "../engine/export/pull-result.ts";
import { writeWhole } from "./whole-file.ts";
import { reasonOf } from "./reason.ts";

/** Throws where a file could not be changed, or says something else by now. */
export function refuseUnwritable(root: string, changed: readonly ChangedFile[]): void {
  for (const each of changed) kept(root, each);
}

export function rewrite(root: string, file: ChangedFile): void {
  const { real, text } = kept(root, file);
  writeWhole(real, text, statSync(real).mode & 0o777);
}

/** A file gets this very text, whatever line ends it had. A Failure where it cannot be written. */
export function replaceText(root: string, path: string, text: string): void {
  try {
    const real = realpathSync(join(root, path));
    writeWhole(real, text, statSync(real).mode & 0o777);
  } catch (error) {
    throw new Failure(
      "failed",
      "not-written",
      `${path} cannot be written: ${reasonOf(error)}.`,
      "Once that is mended, the same command writes what is missing.",
    );
  }
}

/** Removes a file that still says what it said; of a link only the link goes. */
export function removeFile(root: string, { path, text }: NewFile): void {
  kept(root, { path, text, before: text });
  rmSync(join(root, path));
}

/** The new text as the file keeps texts. */
function kept(
  root: string,
  { path, text, before }: ChangedFile,
): { readonly real: string; readonly text: string } {
  const real = realpathSync(join(root, path));
  const raw = readFileSync(real, "utf8");
  const mark = raw.startsWith("\uFEFF") ? "\uFEFF" : "";
  const now = raw.slice(mark.length);
  if (now === before) return { real, text: mark + text };
  if (now === before.replaceAll("\n", "\r\n"))
    return { real, text: mark + text.replaceAll("\n", "\r\n") };
  if (now.replaceAll("\r\n", "\n") === before)
    throw new Failure(
      "refused",
      "line-ends",
      `Some lines of ${path} end with CRLF and some with LF, and would not keep that.`,
      "Give all its lines the same ends first.",
    );
  throw new Failure(
    "refused",
    "changed-meanwhile",
    `${path} was changed in the meantime, and is left as it is.`,
    "Run the same command again.",
  );
}
