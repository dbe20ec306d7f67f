// What judging needs of large packages. They are loaded only where a case has such an assertion.
import type { JsonPaths } from "../../text/json-path.ts";
import type { CompilePattern } from "../../text/linear-pattern.ts";
import type { CompileSchema } from "../../validate/reply-schema.ts";
import type { JsonObject } from "../../model/json.ts";
import type { AssertionSpec } from "../trials/trial.ts";

/** The functions of the packages that were loaded. */
export interface CheckLibraries {
  readonly compilePattern?: CompilePattern;
  readonly compileSchema?: CompileSchema;
  readonly jsonPaths?: JsonPaths;
}

/** The path of the whole reply, which need not be JSON. */
export const wholeReply = "$";

/** Whether an assertion is about a part of the reply. */
export function needsJsonPaths(spec: AssertionSpec | JsonObject): boolean {
  return "jsonPath" in spec && (spec["jsonPath"] ?? wholeReply) !== wholeReply;
}

/** Whether an assertion compares with patterns: its own, or those in its path or its schema. */
export function needsPatterns(spec: AssertionSpec | JsonObject): boolean {
  return "pattern" in spec || needsSchemas(spec) || hasPatterns(spec);
}

/** Whether an assertion compares with a schema. */
export function needsSchemas(spec: AssertionSpec | JsonObject): boolean {
  return "schema" in spec || "argumentsSchema" in spec;
}

/** The functions of JSONPath that take a pattern. */
function hasPatterns(spec: AssertionSpec | JsonObject): boolean {
  return "jsonPath" in spec && /(?:match|search)\(/.test(String(spec["jsonPath"]));
}

/** A library that must be loaded. Throws an error if it is not. */
export function loaded<Library>(library: Library | undefined): Library {
  if (library === undefined) throw new Error("A package for judging was not loaded.");
  return library;
}
