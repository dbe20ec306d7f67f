// What ajv says, said to a person: one case per keyword.
import { didYouMean, oneOf } from "./diagnostic.ts";
import { fromPointer, type Json, type Path, valueAt } from "./json.ts";
import { describedAt, keysAt, tagsAt } from "./schema-at.ts";
import type { Grammar, Mistake, SchemaError } from "./validate.ts";

/** What ajv found, as a mistake the author can mend. */
export function inWords(grammar: Grammar, value: Json, problem: SchemaError): Mistake {
  const path = fromPointer(problem.instancePath);
  const found = valueAt(value, path);
  const at = (code: string, message: string, hint?: string | undefined): Mistake => ({
    code,
    path,
    part: "value",
    message,
    ...(hint && { hint }),
  });
  const limit = String(problem.params["limit"]);
  switch (problem.keyword) {
    case "additionalProperties":
      return unknownKey(grammar, value, path, String(problem.params["additionalProperty"]));
    case "required": {
      const key = String(problem.params["missingProperty"]);
      return at(
        "missing-key",
        `"${key}" is missing.`,
        describedAt(grammar.schemas, grammar.name, value, [...path, key]),
      );
    }
    case "false schema":
      return {
        ...at("unknown-key", `"${path.at(-1)}" is not said here: the place says it.`),
        part: "key",
      };
    case "type": {
      const types = typesOf(problem.params["type"]);
      return {
        ...at("wrong-type", `${subject(path)} must be ${typeWords(types)}, not ${typeOf(found)}.`),
        quotes: types.includes("string") && ["number", "boolean"].includes(typeof found),
      };
    }
    case "enum":
      return at(
        "wrong-value",
        ...choice(subject(path), found, problem.params["allowedValues"] as Json[]),
      );
    case "const":
      return at(
        "wrong-value",
        ...choice(subject(path), found, [problem.params["allowedValue"] as Json]),
      );
    case "discriminator": {
      const tag = String(problem.params["tag"]);
      const given = problem.params["tagValue"] as Json | undefined;
      const known = tagsAt(grammar.schemas, grammar.name, value, path);
      if (given === undefined) return at("missing-key", `"${tag}" is missing: ${oneOf(known)}.`);
      return { ...at("wrong-value", ...choice(`"${tag}"`, given, known)), path: [...path, tag] };
    }
    case "pattern":
      return at(
        "wrong-value",
        `${subject(path)} has characters that are not allowed, or too many: ${JSON.stringify(found)}.`,
        describedAt(grammar.schemas, grammar.name, value, path),
      );
    case "minLength":
    case "minItems":
      return at("wrong-value", `${subject(path)} must not be empty.`);
    case "minimum":
      return at("wrong-value", `${subject(path)} must be ${limit} or more, not ${String(found)}.`);
    case "maximum":
      return at("wrong-value", `${subject(path)} must be ${limit} or less, not ${String(found)}.`);
    case "uniqueItems": {
      const again = Number(problem.params["j"]);
      const twice = Math.max(again, Number(problem.params["i"]));
      return {
        ...at(
          "wrong-value",
          `${subject(path)} names ${JSON.stringify(valueAt(found, [twice]))} twice.`,
        ),
        path: [...path, twice],
      };
    }
    default:
      return at("wrong-value", `${subject(path)} ${problem.message ?? "is not valid"}.`);
  }
}

function unknownKey(grammar: Grammar, value: Json, path: Path, key: string): Mistake {
  const keys = keysAt(grammar.schemas, grammar.name, value, path);
  const hint = didYouMean(key, keys) ?? `Known keys here: ${keys.join(", ")}.`;
  return {
    code: "unknown-key",
    path: [...path, key],
    part: "key",
    message: `There is no key "${key}" here.`,
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

function choice(
  what: string,
  found: Json | undefined,
  allowed: readonly Json[],
): [string, string | undefined] {
  const words = allowed.map((each) => (typeof each === "string" ? each : JSON.stringify(each)));
  const hint = typeof found === "string" ? didYouMean(found, words) : undefined;
  return [`${what} must be ${oneOf(words)}, not ${JSON.stringify(found)}.`, hint];
}

const typeNames: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  null: "null",
  array: "a list",
  object: "a mapping",
};

function typesOf(types: unknown): string[] {
  return (Array.isArray(types) ? types : String(types).split(",")).map(String);
}

function typeWords(types: readonly string[]): string {
  const words = oneOf(types.map((each) => typeNames[each] ?? each));
  return words === "text, a mapping or a list" ? "text, { file: path } or a list of blocks" : words;
}

function typeOf(value: Json | undefined): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "a list";
  return (
    { string: "text", number: "a number", boolean: String(value) }[typeof value as string] ??
    "a mapping"
  );
}
