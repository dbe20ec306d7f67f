// Which JSON Schemas the APIs of providers take for replies, and OpenAI for the arguments of strict tools, as
// data: rows of the table of providers. Both take a subset only, and refuse every request with another schema.
import { anthropicPatterns, openaiPatterns, type RefusedPatterns } from "./pattern-facts.ts";

export interface ReplySchemaFacts {
  /** Matches the models without reply schemas, without the date of their snapshot. */
  readonly without: RegExp;
  /** The schema must have type: object at its top. */
  readonly needsObject?: boolean;
  /** Every property of an object must be required. */
  readonly needsRequired?: boolean;
  /** Every schema must have a type, a reference, anyOf, enum or const. */
  readonly needsType?: boolean;
  /** Lists must have `items`. */
  readonly needsItems?: boolean;
  /** Schemas can refer to themselves. */
  readonly isRecursive?: boolean;
  /** The keywords that it refuses, with what to write instead. */
  readonly keywords: { readonly [keyword: string]: string };
  readonly formats: readonly string[];
  /** What it refuses in `pattern`. */
  readonly patterns: RefusedPatterns;
  /** The largest `minItems`. */
  readonly maxMinItems?: number;
  /** Values of `enum` and `const` can be no lists and no objects. */
  readonly plainValues?: boolean;
  readonly limits?: {
    /** Of objects within objects. */
    readonly levels: number;
    readonly properties: number;
    readonly enumValues: number;
  };
  readonly source: string;
  /** The day on which the source was read, as YYYY-MM-DD. */
  readonly checked: string;
}

const inDescription = "Say it in the description, and check it in your application.";

function keywords(words: string, advice: string): { readonly [keyword: string]: string } {
  return Object.fromEntries(words.split(" ").map((word) => [word, advice]));
}

/** Neither provider takes them. */
const refusedByBoth = {
  ...keywords("oneOf", "Use anyOf."),
  ...keywords("patternProperties propertyNames", "Name every property under properties."),
  ...keywords("unevaluatedProperties", "Use additionalProperties: false."),
  ...keywords("unevaluatedItems prefixItems", "Use an object with a property for each value."),
  ...keywords("not if then else dependentRequired dependentSchemas dependencies", inDescription),
  ...keywords("minProperties maxProperties", inDescription),
  ...keywords("contains minContains maxContains uniqueItems", inDescription),
};

const formats = ["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6"];

/** `output_config.format` of the Messages API. */
export const anthropicReplySchemas: ReplySchemaFacts = {
  without: /^claude-(?:[123]|(?:opus|sonnet)-4(?:[.-][01])?$)/,
  keywords: {
    ...refusedByBoth,
    ...keywords("minimum maximum exclusiveMinimum exclusiveMaximum multipleOf", inDescription),
    ...keywords("minLength maxLength maxItems", inDescription),
  },
  formats: [...formats, "uri", "uuid"],
  patterns: anthropicPatterns,
  maxMinItems: 1,
  plainValues: true,
  source: "https://platform.claude.com/docs/en/build-with-claude/structured-outputs",
  checked: "2026-11-29",
};

/** `json_schema` with `strict: true` of OpenAI, in both of its APIs, and strict tools. */
export const openaiReplySchemas: ReplySchemaFacts = {
  without: /^(?:gpt-3|gpt-4(?:$|-(?:turbo|32k|\d|vision))|o1-(?:mini|preview)$)/,
  needsObject: true,
  needsRequired: true,
  needsType: true,
  needsItems: true,
  isRecursive: true,
  keywords: {
    ...refusedByBoth,
    ...keywords("allOf", "Write the keywords of its schemas into one schema."),
  },
  formats: [...formats, "uuid"],
  patterns: openaiPatterns,
  limits: { levels: 10, properties: 5000, enumValues: 1000 },
  source: "https://developers.openai.com/api/docs/guides/structured-outputs",
  checked: "2026-11-29",
};
