// What is wrong with a JSONPath (RFC 9535). A file of its own, because json-p3 is large.
import { compile } from "json-p3";

/** Why a text is not a JSONPath, without a full stop; undefined if it is one. */
export function jsonPathProblem(path: string): string | undefined {
  try {
    compile(path);
    return undefined;
  } catch (error) {
    return jsonPathErrorText(error);
  }
}

/** The first line of an error of json-p3, without a full stop. */
export function jsonPathErrorText(error: unknown): string {
  return (error as Error).message.split("\n")[0]!.replace(/\.$/, "");
}
