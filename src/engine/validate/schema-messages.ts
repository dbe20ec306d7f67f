// Converts the errors of ajv to messages: one case per keyword.
import { didYouMean, oneOf } from "../model/diagnostic.ts";
import { fromPointer, type Json, type Path, valueAt } from "../model/json.ts";
import { describedAt, keysAt, tagsAt } from "./schema-lookup.ts";
import type { Mistake } from "../model/mistake.ts";
import type { Grammar, SchemaError } from "./grammar.ts";

/** The input of a message. */
interface ErrorContext {
  readonly grammar: Grammar;
  /** The whole document; `found` is its value at the path. */
  readonly value: Json;
  readonly path: Path;
  readonly found: Json | undefined;
  readonly params: SchemaError["params"];
}

type ErrorMessage = Pick<Mistake, "code" | "message"> & Partial<Mistake>;

/** The mistake of an error of ajv. */
export function mistakeOf(grammar: Grammar, value: Json, problem: SchemaError): Mistake {
  const path = fromPointer(problem.instancePath);
  const context = { grammar, value, path, found: valueAt(value, path), params: problem.params };
  const message = messagesByKeyword[problem.keyword]?.(context) ?? {
    code: "wrong-value",
    message: `${subject(path)} ${problem.message ?? "is not valid"}.`,
  };
  return { path, part: "value", ...message };
}

/** One case per keyword of JSON Schema that the schemas use. */
const messagesByKeyword: { readonly [keyword: string]: (context: ErrorContext) => ErrorMessage } = {
  additionalProperties: ({ grammar, value, path, params }) =>
    unknownKey(grammar, value, path, String(params["additionalProperty"])),
  required: ({ grammar, value, path, params }) => {
    const key = String(params["missingProperty"]);
    const hint = describedAt(grammar.schemas, grammar.name, value, [...path, key]);
    return { code: "missing-key", message: `"${key}" is missing.`, ...(hint && { hint }) };
  },
  "false schema": ({ path }) => ({
    code: "unknown-key",
    part: "key",
    message: `"${path.at(-1)}" is not allowed here: it is already known from the parent definition.`,
  }),
  type: ({ path, found, params }) => {
    const types = typesOf(params["type"]);
    return {
      code: "wrong-type",
      message: `${subject(path)} has the wrong type: expected ${typeWords(types)}, found ${typeOf(found)}.`,
      quotes: types.includes("string") && ["number", "boolean"].includes(typeof found),
    };
  },
  enum: ({ path, found, params }) =>
    choice(subject(path), found, params["allowedValues"] as Json[]),
  const: ({ path, found, params }) =>
    choice(subject(path), found, [params["allowedValue"] as Json]),
  discriminator: ({ grammar, value, path, params }) => {
    const tag = String(params["tag"]);
    const given = params["tagValue"] as Json | undefined;
    const known = tagsAt(grammar.schemas, grammar.name, value, path);
    if (given === undefined)
      return { code: "missing-key", message: `"${tag}" is missing: ${oneOf(known)}.` };
    return { ...choice(`"${tag}"`, given, known), path: [...path, tag] };
  },
  pattern: ({ grammar, value, path, found }) => {
    const hint = describedAt(grammar.schemas, grammar.name, value, path);
    const message = `${subject(path)} has invalid characters or is too long: ${JSON.stringify(found)}.`;
    return { code: "wrong-value", message, ...(hint && { hint }) };
  },
  minLength: ({ path }) => empty(path),
  minItems: ({ path }) => empty(path),
  minimum: ({ path, found, params }) => bound(path, found, `${String(params["limit"])} or more`),
  maximum: ({ path, found, params }) => bound(path, found, `${String(params["limit"])} or less`),
  uniqueItems: ({ path, found, params }) => {
    const twice = Math.max(Number(params["i"]), Number(params["j"]));
    const item = JSON.stringify(valueAt(found, [twice]));
    return {
      code: "wrong-value",
      path: [...path, twice],
      message: `${subject(path)} contains ${item} twice.`,
    };
  },
};

function empty(path: Path): ErrorMessage {
  return { code: "wrong-value", message: `${subject(path)} must not be empty.` };
}

function bound(path: Path, found: Json | undefined, limit: string): ErrorMessage {
  return {
    code: "wrong-value",
    message: `${subject(path)} must be ${limit}, not ${String(found)}.`,
  };
}

function unknownKey(grammar: Grammar, value: Json, path: Path, key: string): Mistake {
  const keys = keysAt(grammar.schemas, grammar.name, value, path);
  const hint = didYouMean(key, keys) ?? `Known keys: ${keys.join(", ")}.`;
  return {
    code: "unknown-key",
    path: [...path, key],
    part: "key",
    message: `Unknown key "${key}".`,
    hint,
  };
}

function subject(path: Path): string {
  const key = path.at(-1);
  if (key === undefined) return "The document";
  return /^\d+$/.test(String(key))
    ? `Item ${Number(key) + 1}${path.length > 1 ? ` of "${path.at(-2)}"` : ""}`
    : `"${key}"`;
}

function choice(what: string, found: Json | undefined, allowed: readonly Json[]): ErrorMessage {
  const words = allowed.map((each) => (typeof each === "string" ? each : JSON.stringify(each)));
  const hint = typeof found === "string" ? didYouMean(found, words) : undefined;
  const message = `${what} must be ${oneOf(words)}, not ${JSON.stringify(found)}.`;
  return { code: "wrong-value", message, ...(hint && { hint }) };
}

const typeNames: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  integer: "integer",
  boolean: "boolean",
  null: "null",
  array: "list",
  object: "mapping",
};

function typesOf(types: unknown): string[] {
  return (Array.isArray(types) ? types : String(types).split(",")).map(String);
}

function typeWords(types: readonly string[]): string {
  const words = oneOf(types.map((each) => typeNames[each] ?? each));
  return words === "string, mapping or list" ? "string, { file: path } or list of blocks" : words;
}

function typeOf(value: Json | undefined): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "list";
  return typeof value === "object" ? "mapping" : typeof value;
}
