// Which changes of a JSON Schema accept more: values that the old one rejected and the new one does not.
// A change that cannot be classified is not listed.
import { isObject, type Json, type JsonObject, jsonEquals, type Path } from "../model/json.ts";
import type { ValueChange } from "../json/value-change.ts";

/** The changes that accept more. `path`: where the schema is. */
export function looserChanges(
  before: Json | undefined,
  after: Json | undefined,
  path: Path,
): ValueChange[] {
  if (jsonEquals(before, after)) return [];
  if (after === false || before === undefined || before === true) return []; // rejects or accepted all
  if (before === false) return [{ path, before, after }];
  if (!isObject(before)) return [];
  if (isObject(after)) return keywordChanges({ old: before, now: after, path });
  const isLimited = "$ref" in before || keywordChanges({ old: before, now: {}, path }).length > 0;
  return isLimited ? [{ path, before, after }] : []; // no schema accepts all
}

interface Places {
  readonly old: JsonObject;
  readonly now: JsonObject;
  readonly path: Path;
}

function keywordChanges(places: Places): ValueChange[] {
  const { old, now } = places;
  if (valuesOf(now)) return addedValues(places);
  if (valuesOf(old)) return [changeOf(places, "enum" in old ? "enum" : "const")];
  return [
    ...widenedTypes(places),
    ...looserBounds(places),
    ...removedKeywords(places),
    ...removedItems(places, "required"),
    ...removedItems(places, "allOf"),
    ...addedBranches(places, "anyOf"),
    ...addedBranches(places, "oneOf"),
    ...looserProperties(places),
    ...looserItems(places),
    ...looserParts(places),
  ];
}

/** Schemas of parts; without them, each part is accepted. */
const subschemas = ["additionalProperties", "unevaluatedProperties", "propertyNames"];

/** Definitions that references name, by their names. */
const definitionLists = ["$defs", "definitions"];

function looserParts({ old, now, path }: Places): ValueChange[] {
  const ofSubschemas = subschemas.flatMap((keyword) =>
    keyword in old ? looserChanges(old[keyword], now[keyword], [...path, keyword]) : [],
  );
  const ofDefinitions = definitionLists.flatMap((keyword) => {
    const [defined, others] = [old[keyword], now[keyword]];
    if (!isObject(defined) || !isObject(others)) return [];
    return Object.keys(defined).flatMap((key) =>
      Object.hasOwn(others, key)
        ? looserChanges(defined[key], others[key], [...path, keyword, key])
        : [],
    );
  });
  return [...ofSubschemas, ...ofDefinitions];
}

function changeOf({ old, now, path }: Places, keyword: string): ValueChange {
  return { path: [...path, keyword], before: old[keyword], after: now[keyword] };
}

/** The only values that a schema accepts; undefined if it lists none. */
function valuesOf({ enum: list, const: only }: JsonObject): readonly Json[] | undefined {
  if (only !== undefined) return [only];
  return Array.isArray(list) ? (list as readonly Json[]) : undefined;
}

/** A schema that lists its values accepts more if one is new. */
function addedValues(places: Places): ValueChange[] {
  const [values, others] = [valuesOf(places.old), valuesOf(places.now)!];
  if (!values) return [];
  const added = others.filter((value) => !values.some((each) => jsonEquals(each, value)));
  if (added.length === 0) return [];
  return [{ path: [...places.path, "enum"], before: values, after: others }];
}

/** A new type, or no type. Integers are numbers. */
function widenedTypes(places: Places): ValueChange[] {
  const typesOf = ({ type }: JsonObject): readonly Json[] | undefined =>
    typeof type === "string" ? [type] : Array.isArray(type) ? (type as readonly Json[]) : undefined;
  const [types, others] = [typesOf(places.old), typesOf(places.now)];
  if (!types) return [];
  const isKnown = (type: Json): boolean =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  return others?.every(isKnown) ? [] : [changeOf(places, "type")];
}

const limits = [
  ["maxLength", "max"],
  ["maxItems", "max"],
  ["maxProperties", "max"],
  ["maxContains", "max"],
  ["minLength", "min"],
  ["minItems", "min"],
  ["minProperties", "min"],
  ["minContains", "min"],
] as const;

/** Higher maxima, lower minima, and those that are gone. */
function looserBounds(places: Places): ValueChange[] {
  const { old, now } = places;
  const counts = limits.filter(([keyword, side]) => {
    const [limit, other] = [numberIn(old, keyword), numberIn(now, keyword)];
    if (limit === undefined || (side === "min" && limit <= 0)) return false;
    return other === undefined || (side === "max" ? other > limit : other < limit);
  });
  return [
    ...counts.map(([keyword]) => changeOf(places, keyword)),
    ...looserRange(places, "maximum", "exclusiveMaximum", 1),
    ...looserRange(places, "minimum", "exclusiveMinimum", -1),
  ];
}

function numberIn(schema: JsonObject, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === "number" ? value : undefined;
}

/** Whether the limit moved outwards: `sign` is 1 for a maximum, -1 for a minimum. */
function looserRange(
  places: Places,
  inclusive: string,
  exclusive: string,
  sign: 1 | -1,
): ValueChange[] {
  const limitOf = (schema: JsonObject): readonly [limit: number, isExclusive: boolean] => {
    const [value, other] = [numberIn(schema, inclusive), numberIn(schema, exclusive)];
    const closed = value === undefined ? Infinity : value * sign;
    const open = other === undefined ? Infinity : other * sign;
    // Draft 4 has a boolean beside the limit.
    return open <= closed ? [open, true] : [closed, schema[exclusive] === true];
  };
  const [before, wasExclusive] = limitOf(places.old);
  const [after, isExclusive] = limitOf(places.now);
  const isLooser = after > before || (after === before && wasExclusive && !isExclusive);
  if (before === Infinity || !isLooser) return [];
  const keywords = [inclusive, exclusive].filter(
    (keyword) => !jsonEquals(places.old[keyword], places.now[keyword]),
  );
  return keywords.map((keyword) => changeOf(places, keyword));
}

const conditions = [
  "pattern",
  "format",
  "contains",
  "not",
  "dependentRequired",
  "dependentSchemas",
];

/** Conditions that are gone. Another pattern is not classified. */
function removedKeywords(places: Places): ValueChange[] {
  const { old, now } = places;
  const gone = conditions.filter((keyword) => keyword in old && !(keyword in now));
  const isMultiple = looserMultiple(old["multipleOf"], now["multipleOf"]);
  const isUnique = old["uniqueItems"] === true && now["uniqueItems"] !== true;
  return [...gone, ...(isMultiple ? ["multipleOf"] : []), ...(isUnique ? ["uniqueItems"] : [])].map(
    (keyword) => changeOf(places, keyword),
  );
}

function looserMultiple(before: Json | undefined, after: Json | undefined): boolean {
  if (typeof before !== "number" || before === after) return false;
  return typeof after === "number" ? before % after === 0 : after === undefined;
}

/** All items of the list must hold: one less accepts more. */
function removedItems(places: Places, keyword: "required" | "allOf"): ValueChange[] {
  const { old, now, path } = places;
  const [items, others = []] = [old[keyword], now[keyword]];
  if (!Array.isArray(items) || !Array.isArray(others)) return [];
  const known = items as readonly Json[];
  if (keyword === "allOf" && known.length === others.length)
    return known.flatMap((item, index) =>
      looserChanges(item, others[index] as Json, [...path, keyword, index]),
    );
  const isKept = (item: Json): boolean => others.some((each: Json) => jsonEquals(each, item));
  return known.every(isKept) ? [] : [changeOf(places, keyword)];
}

/** One of the branches must hold: one more accepts more, and so does no list at all. */
function addedBranches(places: Places, keyword: "anyOf" | "oneOf"): ValueChange[] {
  const { old, now, path } = places;
  const [items, others] = [old[keyword], now[keyword]];
  if (!Array.isArray(items)) return [];
  if (!Array.isArray(others)) return [changeOf(places, keyword)];
  const known = items as readonly Json[];
  if (known.length === others.length)
    return known.flatMap((item, index) =>
      looserChanges(item, others[index] as Json, [...path, keyword, index]),
    );
  const isKnown = (item: Json): boolean => known.some((each) => jsonEquals(each, item));
  return others.every(isKnown) ? [] : [changeOf(places, keyword)];
}

/** A property without a schema of its own has that of additional properties. */
function looserProperties({ old, now, path }: Places): ValueChange[] {
  return ["properties", "patternProperties"].flatMap((keyword) => {
    const [known, others] = [old[keyword], now[keyword]].map((each) =>
      isObject(each) ? each : {},
    );
    const keys = new Set([...Object.keys(known!), ...Object.keys(others!)]);
    return [...keys].flatMap((key) =>
      looserChanges(schemaOf(old, known!, key), schemaOf(now, others!, key), [
        ...path,
        keyword,
        key,
      ]).map((change) => ({
        ...change,
        // What is said of the property itself is whether the schema lists it.
        ...(change.path.length === path.length + 2 && {
          before: known![key],
          after: others![key],
        }),
      })),
    );
  });
}

/** Patterns may concern any property, so that one that is not listed accepts an unknown set. */
function schemaOf(schema: JsonObject, listed: JsonObject, key: string): Json {
  if (Object.hasOwn(listed, key)) return listed[key]!;
  return schema["additionalProperties"] ?? true;
}

/** The schema of all items, or one for each position. */
function looserItems({ old, now, path }: Places): ValueChange[] {
  return ["items", "prefixItems"].flatMap((keyword) => {
    const [items, others] = [old[keyword], now[keyword]];
    if (items === undefined) return [];
    if (!Array.isArray(items)) return looserChanges(items, others, [...path, keyword]);
    if (!Array.isArray(others)) return [];
    return (items as readonly Json[])
      .slice(0, others.length)
      .flatMap((item, index) =>
        looserChanges(item, others[index] as Json, [...path, keyword, index]),
      );
  });
}
