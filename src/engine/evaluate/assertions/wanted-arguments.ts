// What a check wants of the arguments of a tool call: values, a schema, or both.
import { isObject, type Json, type JsonObject, type Path } from "../../model/json.ts";
import { canonicalAt, parseHeldJson } from "../../json/exact-json.ts";
import { pathText } from "../../json/field-path.ts";
import type { AssertionSpecOf } from "../trials/trial.ts";
import { type CheckLibraries, loaded } from "./check-libraries.ts";

/** Throws a RangeError if arguments are nested too deeply for a schema. */
type ArgumentsTest = (text: string) => string | undefined;

export const notJson = "arguments that are not JSON";

/**
 * Returns a function that says, after "calls the tool with", what differs in the JSON text of arguments
 * from what a check wants; undefined if nothing does. It names fields of the check and words of its schema,
 * no text of the reply. Undefined if the check wants only a call; `problem`: its schema is invalid.
 */
export function wantedArguments(
  spec: AssertionSpecOf<"TOOL_CALLED">,
  libraries: CheckLibraries,
): ArgumentsTest | { readonly problem: string } | undefined {
  const values = "arguments" in spec ? spec.arguments : undefined;
  const schema = "argumentsSchema" in spec ? spec.argumentsSchema : undefined;
  if (values === undefined && schema === undefined) return undefined;
  const wanted = values === undefined ? undefined : parseHeldJson(values);
  const compiled =
    schema === undefined
      ? undefined
      : loaded(libraries.compileSchema)(schema, loaded(libraries.compilePattern));
  if (compiled && "problem" in compiled) return compiled;
  return (text) => {
    const actual = parseHeldJson(text.trim() === "" ? "{}" : text); // a model may write nothing for none
    if (!actual) return notJson;
    const difference = wanted && firstDifference([wanted, actual], 0);
    if (difference) return differenceText(difference);
    const mismatch = compiled?.mismatch({ value: actual[0], holder: actual, key: 0 });
    return mismatch && `arguments that do not match the schema: ${mismatch.message}`;
  };
}

/** Whether arguments that have all of `wanted`, as JSON text, have all of `other`. */
export function includesArguments(wanted: string, other: string): boolean {
  const [one, two] = [parseHeldJson(wanted), parseHeldJson(other)];
  return one !== undefined && two !== undefined && firstDifference([two, one], 0) === undefined;
}

/** An object or a list of JSON. */
type Holder = JsonObject | readonly Json[];

function valueIn(holder: Holder, key: string | number): Json {
  return (holder as JsonObject)[key]!;
}

interface Difference {
  /** Of the wanted value; empty for the arguments as a whole. */
  readonly path: Path;
  readonly isMissing: boolean;
}

/** Compares what two holders have at a key: objects by the wanted fields, lists item by item. */
function firstDifference(
  [wanted, actual]: readonly [Holder, Holder],
  key: string | number,
  path: Path = [],
): Difference | undefined {
  const [one, other] = [valueIn(wanted, key), valueIn(actual, key)];
  const isInside = Array.isArray(one)
    ? Array.isArray(other) && other.length === one.length
    : isObject(one) && isObject(other);
  if (!isInside)
    return canonicalAt(wanted, key) === canonicalAt(actual, key)
      ? undefined
      : { path, isMissing: false };
  const sides = [one, other] as readonly [Holder, Holder];
  for (const field of Object.keys(one as object)) {
    const inner = [...path, Array.isArray(one) ? Number(field) : field];
    if (!Object.hasOwn(sides[1], field)) return { path: inner, isMissing: true };
    const difference = firstDifference(sides, field, inner);
    if (difference) return difference;
  }
  return undefined;
}

function differenceText({ path, isMissing }: Difference): string {
  if (path.length === 0) return "arguments that are no object";
  return isMissing ? `no ${pathText(path)}` : `another ${pathText(path)}`;
}
