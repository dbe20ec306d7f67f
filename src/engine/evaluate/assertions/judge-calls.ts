// The assertions about tool calls: why the calls of a reply fail.
import { isObject, parseJson } from "../../model/json.ts";
import type { AssertionSpecOf, ComparedCall } from "../trials/trial.ts";

/** The form in which texts are compared; ignoring case, texts are in Unicode's form NFC. */
export function comparableText(text: string, ignoreCase: boolean): string {
  return ignoreCase ? text.normalize("NFC").toLowerCase() : text;
}

/** Why no call is one of the tool, or with `negate` that one is; undefined if they pass. */
export function callProblem(
  spec: AssertionSpecOf<"TOOL_CALLED">,
  calls: readonly ComparedCall[],
): string | undefined {
  const { toolName } = spec;
  const negate = "negate" in spec && spec.negate;
  if (calls.some(({ name }) => name === toolName) !== negate) return undefined;
  return `The reply ${negate ? "must" : "does"} not call ${toolName}.`;
}

/**
 * Why no call of the tool has the argument, or with `negate` that one has it. Arguments that are not
 * JSON are no evidence for or against an argument: they fail with `negate` too.
 */
export function argumentProblem(
  { toolName, argKeyName, ignoreCase, negate }: AssertionSpecOf<"TOOL_CALLED_WITH">,
  all: readonly ComparedCall[],
): string | undefined {
  const calls = all.filter(({ name }) => name === toolName);
  const keys = calls.map((call) => argumentKeys(call.arguments));
  const isWanted = (key: string): boolean =>
    comparableText(key, ignoreCase) === comparableText(argKeyName, ignoreCase);
  const isFound = keys.some((names) => names?.some(isWanted));
  if (isFound && negate) return `The reply calls ${toolName} with the argument ${argKeyName}.`;
  if (isFound) return undefined;
  if (keys.includes(undefined))
    return `The reply calls ${toolName} with arguments that are not JSON.`;
  if (negate) return undefined;
  if (calls.length === 0) return `The reply does not call ${toolName}.`;
  return `The reply calls ${toolName} without the argument ${argKeyName}.`;
}

/**
 * The names of the arguments; undefined if they are not JSON. A model may write nothing for none.
 */
function argumentKeys(text: string): string[] | undefined {
  const value = parseJson(text.trim() === "" ? "{}" : text);
  if (value === undefined) return undefined;
  return isObject(value) ? Object.keys(value) : [];
}
