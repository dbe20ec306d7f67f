// What the APIs of providers refuse in the JSON Schema of a tool's parameters, as data: rows of the table
// of providers. A request with such a tool is refused, whether or not the model would call it.
import { pythonPatterns, type RefusedPatterns } from "./pattern-facts.ts";

/** A form that a schema can have. */
export type SchemaForm =
  /** One of these keywords beside `properties`. */
  | { readonly form: "topKeyword"; readonly keywords: readonly string[] }
  /** Another `type` than object at the top. Without one, `type: object` is sent. */
  | { readonly form: "otherType" }
  /** The name of an argument that the pattern does not match. Properties of arguments have any name. */
  | { readonly form: "argumentName"; readonly pattern: RegExp; readonly allowed: string }
  /** `type: array` without `items`, anywhere. */
  | { readonly form: "bareArray" }
  /** A list of schemas as `items`, as before JSON Schema 2020-12, anywhere. */
  | { readonly form: "tuple" }
  /** A part of `pattern`, or of a key of `patternProperties`, anywhere. */
  | { readonly form: "pattern"; readonly patterns: RefusedPatterns };

/** A form that an API refuses. */
export type SchemaRefusal = SchemaForm & {
  /** Matches the names of models, without the date of their snapshot; default: all models. */
  readonly models?: RegExp;
  readonly source: string;
};

/** The Messages API. Its documentation names the type only; its error messages name the rest. */
export const anthropicSchemas: readonly SchemaRefusal[] = [
  {
    form: "otherType",
    source: "https://platform.claude.com/docs/en/api/messages/create",
  },
  {
    form: "topKeyword",
    keywords: ["anyOf", "oneOf", "allOf"],
    source: "https://github.com/anthropics/claude-code/issues/40075",
  },
  {
    form: "argumentName",
    pattern: /^[a-zA-Z0-9_.-]{1,64}$/,
    allowed: 'letters, digits, "_", "." and "-", at most 64 of them',
    source: "https://github.com/decocms/studio/pull/6874",
  },
  {
    form: "tuple",
    models: /^claude-(?:opus-4[.-][89]|(?:opus|sonnet|haiku|fable|mythos)-[5-9](?:[.-]\d+)?)$/,
    source: "https://github.com/openclaw/openclaw/issues/98588",
  },
];

/** The Chat Completions API, without `strict`. The Responses API accepts more. */
export const openaiSchemas: readonly SchemaRefusal[] = [
  {
    form: "otherType",
    source: "https://github.com/BerriAI/litellm/pull/38839",
  },
  {
    form: "topKeyword",
    keywords: ["anyOf", "oneOf", "allOf", "enum", "const", "not"],
    source: "https://github.com/BerriAI/litellm/pull/38839",
  },
  {
    form: "bareArray",
    source:
      "https://community.openai.com/t/function-calling-schema-validation-bug-array-parameters-with-prefixitems-rejected-missing-items-error/1357778",
  },
  { form: "pattern", patterns: pythonPatterns, source: pythonPatterns.sources[0]! },
];
