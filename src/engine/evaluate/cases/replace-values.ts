// Values that replace those of the proposed prompts, for example to try another model.
import { didYouMean } from "../../text/did-you-mean.ts";
import { wrongUsage } from "../../model/failure.ts";
import { isObject, type Json, type JsonObject, parseJson, valueAt } from "../../model/json.ts";
import type { Shape } from "../../model/shape.ts";
import { normalForm } from "../../normalize/normalize.ts";
import { findUnrepresentable } from "../../parse/representable.ts";
import type { Definition } from "../../model/resource.ts";

/** A value and its path in the body of a prompt. */
export interface Replacement {
  readonly path: readonly string[];
  readonly value: Json;
}

/**
 * Parses `parameters.name=MODEL`, or several with commas. A value that is JSON is that value, any other
 * is a text. Throws a Failure without `=`.
 */
export function parseReplacements(text: string): Replacement[] {
  return text.split(/,(?=[A-Za-z]\w*(?:\.\w+)*=)/).map(parseReplacement);
}

function parseReplacement(text: string): Replacement {
  const at = text.indexOf("=");
  if (at > 0) {
    const given = text.slice(at + 1);
    const value = parseJson(given) ?? given;
    const [problem] = findUnrepresentable(value);
    if (problem)
      throw wrongUsage("wrong-replacement", `--with ${text}: ${problem.message}`, problem.hint);
    return { path: text.slice(0, at).trim().split("."), value };
  }
  throw wrongUsage(
    "wrong-replacement",
    `--with ${JSON.stringify(text)} is not a path and a value.`,
    "Write for example --with parameters.name=MODEL",
  );
}

/** The prompt with the values. Throws a Failure if it has no value at a path. */
export function replaceValues(
  prompt: Definition,
  replacements: readonly Replacement[],
): Definition {
  const spec = replacements.reduce<JsonObject>(
    (body, { path, value }) => replaceAt(body, { path, value, shape: prompt.row.shape }, prompt),
    prompt.spec,
  );
  return { ...prompt, spec: normalForm(prompt.row.shape, spec) };
}

interface PlacedReplacement extends Replacement {
  /** Of the object that has the value. */
  readonly shape: Shape | undefined;
}

/** A field that the body omits can be set where the shape has one: an option. */
function replaceAt(
  body: JsonObject,
  { path, value, shape }: PlacedReplacement,
  prompt: Definition,
): JsonObject {
  const [key = "", ...rest] = path;
  const fields = shape?.form === "object" ? shape.fields : {};
  const inner = Object.hasOwn(fields, key) ? fields[key]!.shape : undefined;
  const current = valueAt(body, [key]) ?? (inner && (rest.length > 0 ? {} : null));
  if (current === undefined || (rest.length > 0 && !isObject(current))) {
    const known = [...new Set([...Object.keys(body), ...Object.keys(fields)])];
    throw wrongUsage(
      "wrong-replacement",
      `${prompt.address} has no value ${path.join(".")} that --with can replace.`,
      didYouMean(key, known) ?? `Its values are: ${known.join(", ")}`,
    );
  }
  const next = { path: rest, value, shape: inner };
  const replaced = rest.length > 0 ? replaceAt(current as JsonObject, next, prompt) : value;
  return { ...body, [key]: replaced };
}
