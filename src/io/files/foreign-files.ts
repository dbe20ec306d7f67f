// Reads files of other tools: those that promptctl import gets, and those that they refer to.
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import type { SourceFile } from "../../engine/model/source-file.ts";
import { readProblem } from "./file-problems.ts";
import { decodeUtf8, notUtf8Sentence } from "./utf8.ts";
import { isPattern, type ListMatches } from "./path-patterns.ts";
import { isInside } from "./paths.ts";

/** The text of a file, or a sentence why it cannot be read. `path`: its name in messages. */
export function readForeignFile(absolute: string, path: string): SourceFile | string {
  let content: Buffer;
  try {
    content = readFileSync(absolute);
  } catch (problem) {
    return readProblem(path, problem);
  }
  const text = decodeUtf8(content);
  return text === undefined ? notUtf8Sentence(path, content) : { path, text };
}

/**
 * The paths of the files that a pattern in another file matches, relative to the folder of that file;
 * a sentence if there are none. A path without characters of patterns is returned as it is.
 */
export function referredPaths(
  { cwd, matching }: { readonly cwd: string; readonly matching: ListMatches },
  from: string,
  path: string,
): readonly string[] | string {
  const folder = dirname(resolve(cwd, from));
  if (!isPattern(path) || existsSync(resolve(folder, path))) return [path];
  const parts = path.split(/[/\\]/);
  const first = parts.findIndex(isPattern);
  const start = resolve(folder, ...parts.slice(0, first));
  const isAllowed = [folder, cwd].some((each) => isInside(each, start));
  if (isAbsolute(path) || !isAllowed || parts.slice(first).some((each) => each.includes("..")))
    return outside(path, from);
  const found = matching(folder, path);
  return found.length > 0 ? found : `No file matches ${path}.`;
}

function outside(path: string, from: string): string {
  return `${path} is outside the folder of ${from} and the current folder.`;
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
    if (isAbsolute(path) || !isAllowed) return outside(path, from);
  } catch (problem) {
    return readProblem(path, problem);
  }
  return readForeignFile(absolute, relative(cwd, absolute).split(sep).join("/"));
}
