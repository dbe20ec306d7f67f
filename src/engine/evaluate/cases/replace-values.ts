// Values that replace those of the proposed prompts, for example to try another model.
import { didYouMean } from "../../text/did-you-mean.ts";
import { wrongUsage } from "../../model/failure.ts";
import { isObject, type Json, type JsonObject, parseJson, valueAt } from "../../model/json.ts";
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
    (body, { path, value }) => replaceAt(body, path, value, prompt),
    prompt.spec,
  );
  return { ...prompt, spec };
}

function replaceAt(
  body: JsonObject,
  path: readonly string[],
  value: Json,
  prompt: Definition,
): JsonObject {
  const [key = "", ...rest] = path;
  const current = valueAt(body, [key]);
  if (current === undefined || (rest.length > 0 && !isObject(current)))
    throw wrongUsage(
      "wrong-replacement",
      `${prompt.address} has no value ${path.join(".")} that --with can replace.`,
      didYouMean(key, Object.keys(body)) ?? `Its values are: ${Object.keys(body).join(", ")}`,
    );
  const replaced = rest.length > 0 ? replaceAt(current as JsonObject, rest, value, prompt) : value;
  return { ...body, [key]: replaced };
}
