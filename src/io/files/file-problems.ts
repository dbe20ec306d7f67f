// Why a file cannot be read or written.
import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { Failure, wrongUsage } from "../../engine/model/failure.ts";
import { systemMessage } from "../../engine/text/system-message.ts";
import { decodeUtf8, notUtf8Problem } from "./utf8.ts";

/** A sentence: why the file cannot be read. */
export function readProblem(path: string, problem: unknown): string {
  const sentence = readProblemsByCode[codeOf(problem)]?.(path);
  return sentence ?? `${path} cannot be read: ${systemMessage(problem)}.`;
}

/** The text of a file that the user named. Throws a Failure with this code. `name`: the path in messages. */
export function readNamedFile(path: string, name: string, code: string): string {
  let content: Buffer;
  try {
    content = readFileSync(path);
  } catch (error) {
    throw wrongUsage(code, readProblem(name, error));
  }
  const text = decodeUtf8(content);
  if (text !== undefined) return text;
  const { problem, hint } = notUtf8Problem(name, content);
  throw wrongUsage(code, `${name} ${problem}.`, hint);
}

const readProblemsByCode: { readonly [code: string]: (path: string) => string } = {
  ENOENT: (path) => `There is no file ${path}.`,
  ENOTDIR: (path) => `There is no file ${path}.`,
  ELOOP: (path) => `${path} is a link that leads to itself.`,
  EACCES: (path) => `${path} may not be read: permission denied.`,
  EISDIR: (path) => `${path} is a folder.`,
};

/**
 * The failure for a file at an absolute path that cannot be written: wrong usage if no file can be there.
 * `what`: a sentence without its end, to which the reason is added.
 */
export function writeFailure(code: string, what: string, path: string, problem: unknown): Failure {
  const isWrongPath = wrongPathsByCode[codeOf(problem)]?.(path) !== undefined;
  const message = `${what}: ${writeProblem(path, problem)}.`;
  return new Failure(isWrongPath ? "usage" : "failed", code, message);
}

/** The end of a sentence: why the file at an absolute path cannot be written. */
export function writeProblem(path: string, problem: unknown): string {
  return wrongPathsByCode[codeOf(problem)]?.(path) ?? systemMessage(problem);
}

const wrongPathsByCode: { readonly [code: string]: (path: string) => string | undefined } = {
  // In /proc, no file can be created although the folder exists.
  ENOENT: (path) => (existsSync(dirname(path)) ? undefined : `there is no folder ${dirname(path)}`),
  ENOTDIR: (path) => `${dirname(path)} is not a folder`,
  EEXIST: (path) => `${dirname(path)} is not a folder`, // when its folders are created
  EISDIR: () => "it is a folder",
};

function codeOf(problem: unknown): string {
  return String((problem as NodeJS.ErrnoException).code);
}
