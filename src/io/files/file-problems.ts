// Why a file cannot be read or written.
import { dirname } from "node:path";
import { systemMessage } from "../../engine/text/system-message.ts";

/** A sentence: why the file cannot be read. */
export function readProblem(path: string, problem: unknown): string {
  const sentence = readProblemsByCode[codeOf(problem)]?.(path);
  return sentence ?? `${path} cannot be read: ${systemMessage(problem)}.`;
}

const readProblemsByCode: { readonly [code: string]: (path: string) => string } = {
  ENOENT: (path) => `There is no file ${path}.`,
  ENOTDIR: (path) => `There is no file ${path}.`,
  ELOOP: (path) => `${path} is a link that leads to itself.`,
  EACCES: (path) => `${path} may not be read: permission denied.`,
  EISDIR: (path) => `${path} is a folder.`,
};

/** The end of a sentence: why the file at an absolute path cannot be written. */
export function writeProblem(path: string, problem: unknown): string {
  return writeProblemsByCode[codeOf(problem)]?.(path) ?? systemMessage(problem);
}

const writeProblemsByCode: { readonly [code: string]: (path: string) => string } = {
  ENOENT: (path) => `there is no folder ${dirname(path)}`,
  ENOTDIR: (path) => `${dirname(path)} is not a folder`,
  EEXIST: (path) => `${dirname(path)} is not a folder`, // when its folders are created
  EACCES: () => "permission denied",
  EISDIR: () => "it is a folder",
};

function codeOf(problem: unknown): string {
  return String((problem as NodeJS.ErrnoException).code);
}
