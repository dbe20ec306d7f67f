// Converts the errors of ajv to messages: one case per keyword.
import { oneOf } from "../text/word-lists.ts";
import { didYouMean } from "../text/did-you-mean.ts";
import { type Finding } from "../model/diagnostic.ts";
import { beginsWithPlaceholder } from "../text/environment-placeholder.ts";
import {
  fromPointer,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  valueAt,
  stringOrJson,
} from "../model/json.ts";
import type { SchemaError } from "./compiled-schema.ts";
import { describedAt, keysAt, replaceAt, tagsAt, takesMapping } from "./schema-lookup.ts";

/** The input of a message. */
interface ErrorContext {
  readonly schema: JsonObject;
  /** The whole document; `found` is its value at the path. */
  readonly value: Json;
  readonly path: Path;
  readonly found: Json | undefined;
  readonly params: SchemaError["params"];
}

type ErrorMessage = Pick<Finding, "code" | "message"> & Partial<Finding>;

/** The finding of an error of ajv in a value. */
export function findingOf(schema: JsonObject, value: Json, error: SchemaError): Finding {
  const path = fromPointer(error.instancePath);
  const context = { schema, value, path, found: valueAt(value, path), params: error.params };
  const message = messagesByKeyword[error.keyword]?.(context) ?? {
    code: "wrong-value",
    message: `${subject(path)} ${error.message ?? "is not valid"}.`,
  };
  return { path, ...message };
}

/** One case per keyword of JSON Schema that the schemas use. */
const messagesByKeyword: { readonly [keyword: string]: (context: ErrorContext) => ErrorMessage } = {
  additionalProperties: ({ schema, value, path, params }) => {
    const key = String(params["additionalProperty"]);
    const known = keysAt(schema, value, path);
    const similar = dottedKeyHint(key, known) ?? didYouMean(key, known);
    const place = { code: "unknown-key", path: [...path, key], part: "key" } as const;
    const isOverride = known.length > 0 && known.every((each) => each.startsWith(overridden));
    if (similar === undefined && isOverride)
      return {
        ...place,
        message: `An environment cannot set "${key}".`,
        hint: `It can set parameters.FIELD, with these fields: ${known.map((each) => each.slice(overridden.length)).join(", ")}. All else is the same in every environment.`,
      };
    return {
      ...place,
      message: `Unknown key "${key}".`,
      hint: similar ?? `Known keys: ${known.join(", ")}.`,
    };
  },
  required: ({ schema, value, path, params }) => {
    const key = String(params["missingProperty"]);
    const hint = describedAt(schema, value, [...path, key]);
    return { code: "missing-key", message: `"${key}" is missing.`, hint };
  },
  "false schema": ({ path }) =>
    isIndex(path.at(-1))
      ? {
          code: "wrong-type",
          message: `${subject(path)} is a block, but other items are parts of a text.`,
          hint: "Write parts only (strings and { file: path }), or blocks only: a TEXT block can have parts as its text.",
        }
      : {
          code: "unknown-key",
          part: "key",
          message: `"${path.at(-1)}" is not allowed here: it is already known from the parent definition.`,
        },
  type: ({ schema, value, path, found, params }) => {
    const types = mayBePart(value, path) ? ["string", "object"] : typesOf(params["type"]);
    return {
      code: "wrong-type",
      message: `${subject(path)} has the wrong type: expected ${typeWords(types, path)}, found ${typeOf(found)}.`,
      quotes: types.includes("string") && ["number", "boolean"].includes(typeof found),
      hint:
        typeof found === "string"
          ? textHint(types, found)
          : types.includes("array")
            ? listHint(schema, value, path)
            : undefined,
    };
  },
  enum: ({ path, found, params }) =>
    choice(subject(path), found, params["allowedValues"] as Json[]),
  const: ({ path, found, params }) =>
    choice(subject(path), found, [params["allowedValue"] as Json]),
  discriminator: ({ schema, value, path, params }) => {
    const tag = String(params["tag"]);
    const given = params["tagValue"] as Json | undefined;
    const known = tagsAt(schema, value, path);
    if (given === undefined)
      return { code: "missing-key", message: `"${tag}" is missing: ${oneOf(known)}.` };
    return { ...choice(`"${tag}"`, given, known), path: [...path, tag] };
  },
  pattern: ({ schema, value, path, found }) => ({
    ...wrongValue(path, `has invalid characters or is too long: ${JSON.stringify(found)}`),
    hint: describedAt(schema, value, path),
  }),
  minLength: ({ path }) => wrongValue(path, "must not be empty"),
  minProperties: ({ path }) => wrongValue(path, "must not be empty"),
  minItems: ({ schema, value, path }) =>
    takesMapping(schema, value, [...path, "0"])
      ? {
          ...wrongValue(path, "has no parts"),
          hint: 'Write at least one string or { file: path }, or "" for an empty text.',
        }
      : {
          ...wrongValue(path, "must not be empty"),
          hint: "Write at least one item, or remove the key if it is optional.",
        },
  minimum: ({ path, found, params }) =>
    wrongValue(path, `must be ${String(params["limit"])} or more, not ${String(found)}`),
  maximum: ({ path, found, params }) =>
    wrongValue(path, `must be ${String(params["limit"])} or less, not ${String(found)}`),
  uniqueItems: ({ path, found, params }) => {
    const repeated = Math.max(Number(params["i"]), Number(params["j"]));
    const item = JSON.stringify(valueAt(found, [repeated]));
    return { ...wrongValue(path, `contains ${item} twice`), path: [...path, repeated] };
  },
};

/** How the keys of all values begin that an environment can set. */
const overridden = "parameters.";

/** Whether a value is an item of a content without blocks, which may become a list of texts. */
function mayBePart(value: Json, path: Path): boolean {
  const items = valueAt(value, path.slice(0, -1));
  const isItem = isIndex(path.at(-1)) && path.at(-2) === "content";
  return isItem && Array.isArray(items) && !items.some((each) => isObject(each) && "type" in each);
}

/** What to do about one part of a key with a dot: `temperature` or `parameters`. */
function dottedKeyHint(key: string, known: readonly string[]): string | undefined {
  const whole = known.find((each) => each.endsWith(`.${key}`));
  if (whole !== undefined) return `Did you mean "${whole}"?`;
  const example = known.find((each) => each.startsWith(`${key}.`));
  return example && `Write it as one key with a dot, for example ${example}.`;
}

function wrongValue(path: Path, problem: string): ErrorMessage {
  return { code: "wrong-value", message: `${subject(path)} ${problem}.` };
}

function subject(path: Path): string {
  const key = path.at(-1);
  if (key === undefined) return "The document";
  return isIndex(key)
    ? `Item ${Number(key) + 1}${path.length > 1 ? ` of "${path.at(-2)}"` : ""}`
    : `"${key}"`;
}

function isIndex(key: Path[number] | undefined): boolean {
  return /^\d+$/.test(String(key));
}

function choice(what: string, found: Json | undefined, allowed: readonly Json[]): ErrorMessage {
  const words = allowed.map(stringOrJson);
  return {
    code: "wrong-value",
    message: `${what} must be ${oneOf(words)}, not ${JSON.stringify(found)}.`,
    hint: typeof found === "string" ? didYouMean(found, words) : undefined,
  };
}

function typesOf(types: unknown): string[] {
  return (Array.isArray(types) ? types : String(types).split(",")).map(String);
}

/** What to do about a mapping in place of a list of mappings. */
function listHint(schema: JsonObject, value: Json, path: Path): string | undefined {
  const found = valueAt(value, path);
  const key = isObject(found) ? Object.keys(found)[0] : undefined;
  const known = keysAt(schema, replaceAt(value, path, [found ?? null]), [...path, "0"]);
  if (key === undefined || !known.includes(key)) return undefined;
  return `Begin each item of the list with a dash: "- ${key}: …", with its other keys below ${key}.`;
}

/** What to do about a text in place of a boolean or a number. */
function textHint(types: readonly string[], text: string): string | undefined {
  if (beginsWithPlaceholder(text))
    return "Write the value itself: definitions have no environment variables.";
  if (types.includes("boolean")) {
    if (/^(?:y|yes|n|no|on|off)$/i.test(text))
      return `Write true or false. In YAML 1.2, ${text} is text.`;
    if (/^(?:true|false)$/.test(text)) return `Remove the quotes: ${text}.`;
  }
  const isNumeric =
    (types.includes("number") && /^-?\d+(?:\.\d+)?$/.test(text)) ||
    (types.includes("integer") && /^-?\d+$/.test(text));
  return isNumeric ? `Remove the quotes: ${text}.` : undefined;
}

/** The names of JSON types that have another name in YAML. */
const typeNames: Readonly<Record<string, string>> = { array: "list", object: "mapping" };

function typeWords(types: readonly string[], path: Path): string {
  const words = oneOf(types.map((each) => typeNames[each] ?? each));
  if (words === "string, mapping or list") return "string, { file: path } or list";
  const isPart = words === "string or mapping" && isIndex(path.at(-1));
  return isPart ? "string or { file: path }" : words;
}

function typeOf(value: Json | undefined): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "list";
  return typeof value === "object" ? "mapping" : typeof value;
}
