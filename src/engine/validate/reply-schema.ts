// The JSON Schemas of checks: draft 2020-12, without anything that would have to be fetched. Loaded on
// demand, because ajv is large.
import { type AnySchemaObject, Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { isDeeperThan, isObject, type Json, parseDeepJson } from "../model/json.ts";
import { canonicalAt, parseExactJson } from "../json/exact-json.ts";
import type { CompilePattern } from "../text/linear-pattern.ts";
import { useExactNumbers } from "./exact-keywords.ts";

/** A value with the object or list that has it, and its key there. */
interface HeldValue {
  readonly value: Json;
  readonly holder: object;
  readonly key: string | number;
}

/** The first place where a value does not match a schema. */
interface SchemaMismatch {
  /** A JSON pointer; empty for the whole value. */
  readonly pointer: string;
  /** What the schema needs there, without full stop. */
  readonly message: string;
}

interface ReplySchema {
  /** Undefined if the value matches. Throws a RangeError if the value or the schema is too deep. */
  mismatch(value: HeldValue): SchemaMismatch | undefined;
}

/** Compiles the JSON text of a schema; `problem` says in one sentence why it is none. */
export type CompileSchema = (
  text: string,
  compilePattern: CompilePattern,
) => ReplySchema | { readonly problem: string };

/** How many levels a schema may have: ajv is recursive, with many functions for each level. */
const maxSchemaLevels = 200;

/** What code that ajv writes into files would name; none is written. */
const engineName = "re2";

const draft = "https://json-schema.org/draft/2020-12/schema";

/** The schemas of draft 2020-12. */
export const compileSchema: CompileSchema = (text, compilePattern) => {
  const schema = parseExactJson(text) ?? parseDeepJson(text);
  if (schema === undefined) return { problem: "The schema is not JSON." };
  if (isDeeperThan(maxSchemaLevels, schema))
    return {
      problem: `The schema is nested too deeply: at most ${maxSchemaLevels} levels are allowed.`,
    };
  if (!isObject(schema)) return { problem: "The schema is not a JSON object." };
  try {
    const problem = problemOf(schema);
    if (problem !== undefined) return { problem };
    const validate = createAjv(compilePattern).compile(schema as AnySchemaObject);
    return {
      mismatch: ({ value, holder, key }) => {
        const context = { parentData: holder, parentDataProperty: key };
        const isValid = validate(value, { ...rootContext, ...context, rootData: value as object });
        return isValid ? undefined : mismatchOf(validate.errors![0]!);
      },
    };
  } catch (error) {
    if (error instanceof RangeError)
      return { problem: "The schema is too large, or its references lead back to themselves." };
    return { problem: `It is not a JSON Schema (draft 2020-12): ${(error as Error).message}.` };
  }
};

const rootContext = { instancePath: "", dynamicAnchors: {} };

function createAjv(compilePattern: CompilePattern): Ajv2020 {
  const ajv = new Ajv2020({
    strictSchema: true,
    strictTypes: false,
    strictTuples: false,
    validateFormats: false,
    logger: false,
    code: { regExp: Object.assign(regExp(compilePattern), { code: engineName }) },
  });
  // The keyword of ajv compares each item with each other one.
  ajv.removeKeyword("uniqueItems");
  ajv.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    error: { message: "must NOT have duplicate items" },
    validate: (isUnique: boolean, items: readonly Json[]) =>
      !isUnique ||
      new Set(items.map((_item, index) => canonicalAt(items, index))).size === items.length,
  });
  useExactNumbers(ajv);
  return ajv;
}

/** The patterns of schemas in linear time. */
function regExp(compilePattern: CompilePattern) {
  return (source: string) => {
    const pattern = compilePattern(source);
    if ("problem" in pattern)
      throw new Error(`${JSON.stringify(source)}: ${pattern.problem.slice(0, -1)}`);
    // ajv keeps one compiled pattern for each text.
    return { test: pattern.matches, toString: () => source };
  };
}

function mismatchOf({ instancePath, message = "does not match" }: ErrorObject): SchemaMismatch {
  return { pointer: instancePath, message };
}

/** Keywords whose values are data or names, not schemas. */
const dataKeywords = new Set(["const", "enum", "default", "examples"]);
const mapKeywords = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
]);

/** What a schema names outside of itself, in one sentence. */
function problemOf(schema: Json): string | undefined {
  if (Array.isArray(schema)) return firstProblem(schema);
  if (!isObject(schema)) return undefined;
  for (const [keyword, value] of Object.entries(schema)) {
    if (dataKeywords.has(keyword)) continue;
    const problem =
      keywordProblem(keyword, value) ??
      (mapKeywords.has(keyword) && isObject(value)
        ? firstProblem(Object.values(value))
        : problemOf(value));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function firstProblem(schemas: readonly Json[]): string | undefined {
  for (const each of schemas) {
    const problem = problemOf(each);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function keywordProblem(keyword: string, value: Json): string | undefined {
  if (typeof value !== "string") return undefined;
  const isReference = keyword === "$ref" || keyword === "$dynamicRef";
  if (isReference && !value.startsWith("#"))
    return `${keyword} ${JSON.stringify(value)} is not within the schema: nothing is fetched.`;
  if (keyword === "$schema" && value.replace(/#$/, "") !== draft)
    return `$schema is ${JSON.stringify(value)}: only draft 2020-12 is supported.`;
  return undefined;
}
