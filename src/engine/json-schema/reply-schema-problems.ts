// Where a schema is not in the subset of JSON Schema that a provider takes for replies and strict tools.
import type { Finding } from "../model/diagnostic.ts";
import {
  fromPointer,
  isObject,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  type Path,
  valueAt,
} from "../model/json.ts";
import type { ReplySchemaFacts } from "../providers/reply-schema-facts.ts";
import { oneOf } from "../text/word-lists.ts";
import { recursiveReference } from "./recursive-reference.ts";
import { patternProblems } from "./refused-patterns.ts";
import { eachSubschema } from "./subschemas.ts";

/** A place where a schema has a form that is refused. */
export interface StrictProblem extends Pick<Finding, "part"> {
  readonly path: Path;
  /** What the schema has there, for the end of "refuses schemas with". */
  readonly what: string;
  readonly hint: string;
}

type Add = (what: string, hint: string, path?: Path, part?: "key") => void;

/** How many places of one form are listed. */
const mostListed = 20;

/** The places where a schema is not in the subset, in the order of the schema. */
export function strictProblems(facts: ReplySchemaFacts, top: JsonObject): StrictProblem[] {
  const found: StrictProblem[] = [];
  const counts = new Map<string, number>();
  const addAt =
    (base: Path): Add =>
    (what, hint, path = [], part) => {
      const count = (counts.get(hint) ?? 0) + 1;
      counts.set(hint, count);
      if (count <= mostListed)
        found.push({ path: [...base, ...path], what, hint, ...(part && { part }) });
    };
  if (facts.needsObject === true) objectAtTop(top, addAt([]));
  const sizes = { properties: 0, enumValues: 0 };
  const level = objectLevels();
  eachSubschema(top, (schema, path, isCondition) => {
    const depth = level(schema, path.length);
    sizes.properties += Object.keys(objectOf(schema["properties"])).length;
    sizes.enumValues += listOf(schema["enum"]).length;
    if (isCondition) return; // the condition itself is refused
    const add = addAt(path);
    for (const check of checks) check(facts, schema, add);
    if (schema !== top) hasType(facts, schema, add);
    reference(top, schema, add);
    if (facts.limits && depth === facts.limits.levels + 1)
      add(`more than ${facts.limits.levels} levels of objects`, "Make the reply flatter.");
  });
  tooLarge(facts, sizes, addAt([]));
  const recursive = facts.isRecursive === true ? undefined : recursiveReference(top);
  if (recursive)
    addAt(recursive)(
      "a reference of a schema to itself",
      "Write the levels that replies need one within the other.",
    );
  return found.map((each) => withOthers(each, counts.get(each.hint)! - mostListed, found));
}

/** The last listed place of a form says how many others there are. */
function withOthers(
  problem: StrictProblem,
  others: number,
  all: readonly StrictProblem[],
): StrictProblem {
  if (others <= 0 || all.findLast(({ hint }) => hint === problem.hint) !== problem) return problem;
  return { ...problem, hint: `${problem.hint} ${others} more places need it.` };
}

/** Returns how many objects each visited schema is in, itself included. */
function objectLevels(): (schema: JsonObject, length: number) => number {
  const objects: number[] = []; // the lengths of the paths of the objects around it
  return (schema, length) => {
    while (objects.length > 0 && objects.at(-1)! >= length) objects.pop();
    if (isObjectSchema(schema)) objects.push(length);
    return isObjectSchema(schema) ? objects.length : 0;
  };
}

function typesOf({ type }: JsonObject): readonly unknown[] {
  return Array.isArray(type) ? type : [type];
}

function isObjectSchema(schema: JsonObject): boolean {
  return typesOf(schema).includes("object") || isObject(schema["properties"]);
}

function objectAtTop(top: JsonObject, add: Add): void {
  const hint = "Write type: object at the top, with the value under a property.";
  if (top["anyOf"] !== undefined) add("anyOf at the top", hint, ["anyOf"], "key");
  else if (top["type"] === undefined) add("no type: object at the top", hint);
  else if (top["type"] !== "object")
    add(`the type ${JSON.stringify(top["type"])} at the top`, hint, ["type"]);
}

/** The checks of one schema. */
const checks: readonly ((facts: ReplySchemaFacts, schema: JsonObject, add: Add) => void)[] = [
  closedObject,
  requiredProperties,
  missingProperties,
  openParts,
  refusedKeywords,
  formats,
  patterns,
  items,
  plainValues,
];

function closedObject(_facts: ReplySchemaFacts, schema: JsonObject, add: Add): void {
  const { additionalProperties: more } = schema;
  if (!isObjectSchema(schema) || more === false) return;
  if (more === undefined)
    add("an object without additionalProperties: false", "Add additionalProperties: false.");
  else
    add(
      "other additionalProperties than false",
      "Write additionalProperties: false, and name every property under properties.",
      ["additionalProperties"],
    );
}

function requiredProperties(facts: ReplySchemaFacts, schema: JsonObject, add: Add): void {
  if (facts.needsRequired !== true) return;
  const required = new Set(listOf(schema["required"]));
  for (const name of Object.keys(objectOf(schema["properties"])))
    if (!required.has(name))
      add(
        `the optional property ${JSON.stringify(name)}`,
        'Add it to required. If the value can be missing, permit null: type: [string, "null"].',
        ["properties", name],
        "key",
      );
}

function missingProperties(facts: ReplySchemaFacts, schema: JsonObject, add: Add): void {
  if (facts.needsRequired !== true) return;
  const properties = objectOf(schema["properties"]);
  for (const [index, name] of listOf(schema["required"]).entries())
    if (typeof name === "string" && !Object.hasOwn(properties, name))
      add(
        `the required property ${JSON.stringify(name)}, which is not under properties`,
        "Add it to properties, or remove it from required.",
        ["required", index],
      );
}

/** Parts that are true or false in place of a schema. */
function openParts({ needsType }: ReplySchemaFacts, schema: JsonObject, add: Add): void {
  if (needsType !== true) return;
  const parts: (readonly [path: Path, value: Json | undefined])[] = [
    ...["properties", "$defs", "definitions"].flatMap((keyword) =>
      Object.entries(objectOf(schema[keyword])).map(
        ([name, value]) => [[keyword, name], value] as const,
      ),
    ),
    ...listOf(schema["anyOf"]).map((value, index) => [["anyOf", index], value] as const),
    [["items"], schema["items"]],
  ];
  for (const [path, value] of parts) if (typeof value === "boolean") add(noType, typeAdvice, path);
}

function refusedKeywords({ keywords }: ReplySchemaFacts, schema: JsonObject, add: Add): void {
  for (const keyword of Object.keys(schema))
    if (Object.hasOwn(keywords, keyword)) add(keyword, keywords[keyword]!, [keyword], "key");
}

const noType = "a part without a type";
const typeAdvice = "Add its type, for example type: string.";
const typeLike = ["type", "$ref", "anyOf", "allOf", "oneOf", "enum", "const"];

function hasType({ needsType }: ReplySchemaFacts, schema: JsonObject, add: Add): void {
  if (needsType !== true || typeLike.some((keyword) => schema[keyword] !== undefined)) return;
  add(noType, typeAdvice);
}

function formats(facts: ReplySchemaFacts, { format }: JsonObject, add: Add): void {
  if (typeof format !== "string" || facts.formats.includes(format)) return;
  const hint = `Use ${oneOf(facts.formats)}, or say it in the description.`;
  add(`the format ${JSON.stringify(format)}`, hint, ["format"]);
}

/** The keys of `patternProperties` are refused as a whole. */
function patterns(facts: ReplySchemaFacts, { pattern }: JsonObject, add: Add): void {
  if (typeof pattern !== "string") return;
  for (const { what, hint } of patternProblems(facts.patterns, pattern))
    add(what, hint, ["pattern"]);
}

function items(facts: ReplySchemaFacts, schema: JsonObject, add: Add): void {
  if (facts.needsItems === true && typesOf(schema).includes("array") && !("items" in schema))
    add("an array without items", "Add the schema of its items: items: { type: string }.");
  if (Array.isArray(schema["items"]))
    add("a list of schemas as items", "Use an object with a property for each value.", ["items"]);
  const { minItems } = schema;
  if (typeof minItems !== "number" || minItems <= (facts.maxMinItems ?? Infinity)) return;
  const hint = "Use 0 or 1, and say in the description how many there are.";
  add(`minItems: ${minItems}`, hint, ["minItems"]);
}

function plainValues(facts: ReplySchemaFacts, schema: JsonObject, add: Add): void {
  if (facts.plainValues !== true) return;
  const hint = "Use texts, numbers, booleans and null, or anyOf with a schema for each value.";
  for (const [index, value] of listOf(schema["enum"]).entries())
    if (typeof value === "object" && value !== null)
      add("a list or an object as a value of enum", hint, ["enum", index]);
  const { const: constant } = schema;
  if (typeof constant === "object" && constant !== null)
    add("a list or an object as const", hint, ["const"]);
}

function reference(top: JsonObject, schema: JsonObject, add: Add): void {
  const { $ref } = schema;
  if (typeof $ref !== "string") return;
  const hint = "Copy the schema under $defs, and refer to it: $ref: '#/$defs/NAME'.";
  if ($ref !== "#" && !$ref.startsWith("#/"))
    add(`the reference ${JSON.stringify($ref)} to another document`, hint, ["$ref"]);
  else if (valueAt(top, fromPointer($ref.slice(1))) === undefined)
    add(`the reference ${JSON.stringify($ref)}, which names nothing`, hint, ["$ref"]);
}

function tooLarge(
  { limits }: ReplySchemaFacts,
  sizes: { readonly properties: number; readonly enumValues: number },
  add: Add,
): void {
  if (!limits) return;
  const { properties, enumValues } = limits;
  if (sizes.properties > properties)
    add(`more than ${properties} properties`, `It has ${sizes.properties}.`);
  if (sizes.enumValues > enumValues)
    add(`more than ${enumValues} values of enum`, `It has ${sizes.enumValues}.`);
}
