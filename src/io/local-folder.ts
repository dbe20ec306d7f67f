// The folder `.promptctl/` of a project: what belongs to this machine only, kept out of git.
import { existsSync, lstatSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../engine/model/failure.ts";
import { writeWhole } from "./whole-file.ts";

/** The path of a file in it; nothing is made. */
export function localPath(root: string, file: string): string {
  return join(root, ".promptctl", file);
}

/** The same, the folder made. */
export function prepareLocal(root: string, file: string): string {
  const folder = join(root, ".promptctl");
  mkdirSync(folder, { recursive: true });
  if (lstatSync(folder).isSymbolicLink())
    throw new Failure(
      "refused",
      "local-folder",
      "The folder .promptctl is a link: nothing is written where it leads.",
      "Remove the link; the folder is made where it is missing.",
    );
  const ignore = localPath(root, ".gitignore");
  if (!existsSync(ignore)) writeWhole(ignore, "*\n", 0o644);
  return localPath(root, file);
}
