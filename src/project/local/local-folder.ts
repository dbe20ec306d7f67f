// The folder `.promptctl/` of a project: local state, ignored by git.
import { existsSync, lstatSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { failed, refused } from "../../engine/model/failure.ts";
import { newFileMode, writeFileAtomically } from "../../io/files/atomic-file.ts";
import { isFile } from "../../io/files/paths.ts";

/** The path of a file in the local folder. */
export function localPath(root: string, file: string): string {
  return join(root, ".promptctl", file);
}

/**
 * Returns the path of a file in the local folder. Creates the folder and its .gitignore. Throws a
 * Failure if the folder is a link or a file.
 */
export function prepareLocal(root: string, file: string): string {
  const folder = join(root, ".promptctl");
  if (isFile(folder))
    throw failed(
      "store",
      "There is a file .promptctl, but promptctl needs a folder with this name.",
      "Move or delete the file. promptctl creates the folder.",
    );
  mkdirSync(folder, { recursive: true });
  if (lstatSync(folder).isSymbolicLink())
    throw refused(
      "local-folder",
      "The folder .promptctl is a symbolic link, which promptctl does not follow.",
      "Remove the link. promptctl creates the folder.",
    );
  const ignore = localPath(root, ".gitignore");
  if (!existsSync(ignore)) writeFileAtomically(ignore, "*\n", newFileMode);
  return localPath(root, file);
}
