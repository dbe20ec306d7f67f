// What judging needs of large packages. They are loaded only where a case has such an assertion.
import type { CompilePattern } from "../text/linear-pattern.ts";
import type { CompileSchema } from "../validate/reply-schema.ts";
import type { AssertionSpec } from "./trial.ts";

/** The functions of the packages that were loaded. */
export interface CheckLibraries {
  readonly compilePattern?: CompilePattern;
  readonly compileSchema?: CompileSchema;
}

/** Whether an assertion compares with patterns: its own, or those in its path or its schema. */
export function needsPatterns(spec: AssertionSpec): boolean {
  return "pattern" in spec || needsSchemas(spec) || hasPatterns(spec);
}

/** Whether an assertion compares with a schema. */
export function needsSchemas(spec: AssertionSpec): boolean {
  return "schema" in spec;
}

/** The functions of JSONPath that take a pattern. */
function hasPatterns(spec: AssertionSpec): boolean {
  return "jsonPath" in spec && /(?:match|search)\(/.test(spec.jsonPath ?? "");
}

/** A library that must be loaded. Throws an error if it is not. */
export function loaded<Library>(library: Library | undefined): Library {
  if (library === undefined) throw new Error("A package for judging was not loaded.");
  return library;
}
