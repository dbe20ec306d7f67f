// Reads files of other tools: those that promptctl import gets, and those that they refer to.
import { readFileSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import type { SourceFile } from "../engine/model/source-file.ts";
import { readProblem } from "./file-problems.ts";
import { isInside } from "./paths.ts";

/** The text of a file, or a sentence why it cannot be read. `path`: its name in messages. */
export function readForeignFile(absolute: string, path: string): SourceFile | string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(absolute));
    return { path, text };
  } catch (problem) {
    return problem instanceof TypeError ? `${path} is not UTF-8.` : readProblem(path, problem);
  }
}

/**
 * The text of a file that another file refers to, relative to it. Only files in the folder of that
 * file or in `cwd` are read: whoever wrote it may not read the files of the user.
 */
export function readReferredFile(cwd: string, from: string, path: string): SourceFile | string {
  const folder = dirname(resolve(cwd, from));
  const absolute = resolve(folder, path);
  try {
    const real = realpathSync(absolute);
    const isAllowed = [folder, cwd].some((each) => isInside(realpathSync(each), real));
    if (isAbsolute(path) || !isAllowed)
      return `${path} is outside the folder of ${from} and the current folder.`;
  } catch (problem) {
    const isPattern = /[*?[{]/.test(path);
    return isPattern ? `${path} is a pattern. Name each file.` : readProblem(path, problem);
  }
  return readForeignFile(absolute, relative(cwd, absolute).split(sep).join("/"));
}
