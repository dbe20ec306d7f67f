// Creates, changes and deletes the files of a project atomically. Links are followed inside the project
// for existing files only; byte order marks and line endings are kept.
import { readFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { refused } from "../../engine/model/failure.ts";
import type { ChangedFile, FileChanges, NewFile } from "../../engine/export/pull-result.ts";
import { rewriteFileAtomically } from "./atomic-file.ts";
import { type FileAction, performFileAction, planFile, withFileFailure } from "./new-files.ts";

/**
 * Throws a Failure if a file cannot be created, cannot be changed, or was changed since it was read.
 * Nothing is written.
 */
export function refuseUnwritable(
  root: string,
  { added, changed }: Omit<FileChanges, "removed">,
): void {
  for (const { path, text } of added) refuseSkipped(planFile(root, path, text), "Nothing was");
  for (const file of changed) withLineEnds(root, file);
}

/** Writes all changes. Throws a Failure, before anything is written if the reason is known then. */
export function writeFileChanges(root: string, changes: FileChanges): void {
  refuseUnwritable(root, changes);
  for (const { path, text } of changes.added)
    refuseSkipped(performFileAction(root, planFile(root, path, text)), "The files before it were");
  for (const file of changes.changed) {
    const { real, text } = withLineEnds(root, file);
    rewriteFileAtomically(real, text);
  }
  for (const file of changes.removed) removeFile(root, file);
}

function refuseSkipped(action: FileAction, what: string): void {
  if (action.action !== "skip") return;
  throw refused(
    "not-written",
    `${action.path} cannot be created: ${action.reason}. ${what} written.`,
    "New files replace nothing, and are not written through links. Remove what is in the way, then run the same command again.",
  );
}

/** Writes a text without changes of line endings. Throws a Failure if the file cannot be written. */
export function replaceText(root: string, path: string, text: string): void {
  withFileFailure(path, "written", () =>
    rewriteFileAtomically(realpathSync(join(root, path)), text),
  );
}

/** Deletes a file that was not changed since it was read. Of a link, only the link is deleted. */
function removeFile(root: string, { path, text }: NewFile): void {
  withLineEnds(root, { path, text, before: text });
  rmSync(join(root, path));
}

/** The real path, and the new text with the byte order mark and line endings of the file. */
function withLineEnds(
  root: string,
  file: ChangedFile,
): { readonly real: string; readonly text: string } {
  const real = realpathSync(join(root, file.path));
  return { real, text: textLike(readFileSync(real, "utf8"), file) };
}

/** The new text with the byte order mark and line endings of the present content. */
export function textLike(raw: string, { path, text, before }: ChangedFile): string {
  const mark = raw.startsWith("\uFEFF") ? "\uFEFF" : "";
  const now = raw.slice(mark.length);
  if (now === before) return mark + text;
  if (now === before.replaceAll("\n", "\r\n")) return mark + text.replaceAll("\n", "\r\n");
  if (now.replaceAll("\r\n", "\n") === before)
    throw refused(
      "line-ends",
      `${path} mixes CRLF and LF line endings, which cannot be kept.`,
      "Convert the file to one kind of line ending first.",
    );
  throw refused(
    "changed-meanwhile",
    `${path} changed while promptctl was running. It was not written.`,
    "Run the same command again.",
  );
}
