// The assertions about tool calls: why the calls of a reply fail.
import { isObject, parseJson } from "../../model/json.ts";
import type { CheckLibraries } from "./check-libraries.ts";
import { notJson, wantedArguments } from "./wanted-arguments.ts";
import type { AssertionSpecOf, ComparedCall } from "../trials/trial.ts";

/** The form in which texts are compared; ignoring case, texts are in Unicode's form NFC. */
export function comparableText(text: string, ignoreCase: boolean): string {
  return ignoreCase ? text.normalize("NFC").toLowerCase() : text;
}

/**
 * Why no call is one of the tool with the wanted arguments, or with `negate` that one is; undefined if they
 * pass. Arguments that are not JSON are no evidence for or against others: they fail with `negate` too.
 */
export function callProblem(
  spec: AssertionSpecOf<"TOOL_CALLED">,
  all: readonly ComparedCall[],
  libraries: CheckLibraries,
): CallFault | undefined {
  const { toolName } = spec;
  const negate = "negate" in spec && spec.negate;
  const calls = all.filter(({ name }) => name === toolName);
  const wanted = wantedArguments(spec, libraries);
  if (!wanted) {
    if (calls.length > 0 !== negate) return undefined;
    return `The reply ${negate ? "must" : "does"} not call ${toolName}.`;
  }
  if ("problem" in wanted) return { unmeasured: wanted.problem };
  const problems = calls.map((call) => wanted(call.arguments));
  const found = problems.indexOf(undefined);
  const place = calls.length === 1 ? "" : ` in call ${found + 1} of ${calls.length}`;
  if (found >= 0) {
    const reason = `The reply calls ${toolName} with these arguments${place}.`;
    return negate ? { reason, call: calls[found]! } : undefined;
  }
  if (negate && !problems.includes(notJson)) return undefined;
  if (calls.length === 0) return `The reply does not call ${toolName}.`;
  if (calls.length === 1) return `The reply calls ${toolName} with ${problems[0]}.`;
  const listed = problems
    .slice(0, maxCalls)
    .map((problem, index) => `call ${index + 1} has ${problem}`);
  const more = problems.length > maxCalls ? `; and ${problems.length - maxCalls} more` : "";
  return `None of the ${calls.length} calls of ${toolName} has these arguments: ${listed.join("; ")}${more}.`;
}

/** Why calls fail, in one sentence, with the call that must not be; or why it is not known. */
export type CallFault =
  | string
  | { readonly reason: string; readonly call: ComparedCall }
  | { readonly unmeasured: string };

/** How many calls a reason describes. */
const maxCalls = 5;

/**
 * Why no call of the tool has the argument, or with `negate` that one has it. Arguments that are not
 * JSON are no evidence for or against an argument: they fail with `negate` too.
 */
export function argumentProblem(
  { toolName, argKeyName, ignoreCase, negate }: AssertionSpecOf<"TOOL_CALLED_WITH">,
  all: readonly ComparedCall[],
): CallFault | undefined {
  const calls = all.filter(({ name }) => name === toolName);
  const keys = calls.map((call) => argumentKeys(call.arguments));
  const isWanted = (key: string): boolean =>
    comparableText(key, ignoreCase) === comparableText(argKeyName, ignoreCase);
  const found = calls[keys.findIndex((names) => names?.some(isWanted))];
  const reason = `The reply calls ${toolName} with the argument ${argKeyName}.`;
  if (found) return negate ? { reason, call: found } : undefined;
  if (keys.includes(undefined)) return `The reply calls ${toolName} with ${notJson}.`;
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
