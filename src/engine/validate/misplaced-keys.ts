// Keys with wrong indentation: unknown where they are, and missing or known in another mapping.
import { groupBy, memo } from "../model/collections.ts";
import {
  fromPointer,
  isObject,
  type Json,
  type JsonObject,
  objectOf,
  toPointer,
  valueAt,
} from "../model/json.ts";
import type { SchemaError } from "./compiled-schema.ts";
import { keysAt, replaceAt, tagsAt, takesMapping } from "./schema-lookup.ts";

interface MisplacedKeys {
  /** The errors that a misplaced key causes. */
  readonly caused: ReadonlySet<SchemaError>;
  /** Hints for the unknown keys, by their errors. */
  readonly hints: ReadonlyMap<SchemaError, string>;
}

/** The unknown keys that belong to another mapping of a document. */
export function misplacedKeys(
  errors: readonly SchemaError[],
  schema: JsonObject,
  value: Json,
): MisplacedKeys {
  const unknown = errors.filter(({ keyword }) => keyword === "additionalProperties");
  const caused = new Set<SchemaError>();
  const hints = new Map<SchemaError, string>();
  if (unknown.length === 0) return { caused, hints };
  for (const group of keysAfterNull(errors, unknown, schema, value)) {
    for (const each of group.caused) caused.add(each);
    hints.set(group.first, group.hint);
  }
  const others = unknown.filter((each) => !caused.has(each) && !hints.has(each));
  // Looked up for each unknown key of a mapping, of which there can be thousands.
  const previousIn = memo((pointer: string) => previousKeys(valueAt(value, fromPointer(pointer))));
  const missing = errors.filter(({ keyword }) => keyword === "required");
  const missingByKey = groupBy(missing, ({ params }) => String(params["missingProperty"]));
  for (const [key, [each, second]] of groupBy(others, keyOf)) {
    // Of several, none is certain to be the missing one.
    if (!each || second) continue;
    const found = missingByKey.get(key) ?? [];
    const around = found.findLast((other) => isBelow(each.instancePath, other.instancePath));
    const below = found.findLast((other) => isBelow(other.instancePath, each.instancePath));
    const place = around ?? below;
    if (place) caused.add(place);
    const hint = place
      ? placeHint(place.instancePath, around !== undefined)
      : optionalPlaceHint(each, schema, value, previousIn(each.instancePath).get(key));
    if (hint !== undefined) hints.set(each, hint);
  }
  return { caused, hints };
}

function keyOf({ params }: SchemaError): string {
  return String(params["additionalProperty"]);
}

function placeHint(pointer: string, isAround: boolean): string {
  return isAround
    ? "It belongs to the mapping around this one: indent it less."
    : `It belongs to ${pointer.slice(1).replaceAll("/", ".")}: indent it more.`;
}

/**
 * The hint for a key that a mapping around its own knows and lacks, or the last mapping in the value before it:
 * no key is missing there, because it is optional. `previous`: the key before it.
 */
function optionalPlaceHint(
  error: SchemaError,
  schema: JsonObject,
  value: Json,
  previous: string | undefined,
): string | undefined {
  const key = keyOf(error);
  const path = fromPointer(error.instancePath);
  const lacks = (place: readonly string[]): boolean => {
    const found = valueAt(value, place);
    return (
      isObject(found) && !Object.hasOwn(found, key) && keysAt(schema, value, place).includes(key)
    );
  };
  const around = path.map((_part, index) => path.slice(0, index)).findLast(lacks);
  if (around) return placeHint("", true);
  const below = lastPlacesIn(previous, path, value).findLast(lacks);
  return below && placeHint(`/${below.join("/")}`, false);
}

/** The keys of a mapping, each with the key before it. */
function previousKeys(mapping: Json | undefined): ReadonlyMap<string, string | undefined> {
  const keys = Object.keys(objectOf(mapping));
  return new Map(keys.map((key, index) => [key, keys[index - 1]]));
}

/** The paths of the last value in the value of a key of the mapping at a path, and of those around that. */
function lastPlacesIn(key: string | undefined, path: readonly string[], value: Json): string[][] {
  let place = [...path];
  let next = key;
  const places: string[][] = [];
  while (next !== undefined) {
    place = [...place, next];
    places.push(place);
    const found = valueAt(value, place);
    next = typeof found === "object" && found !== null ? Object.keys(found).at(-1) : undefined;
  }
  return places;
}

/** The unknown keys after a key without a value, which they should have been indented below. */
interface KeysAfterNull {
  readonly first: SchemaError;
  readonly hint: string;
  readonly caused: readonly SchemaError[];
}

function keysAfterNull(
  errors: readonly SchemaError[],
  unknown: readonly SchemaError[],
  schema: JsonObject,
  value: Json,
): KeysAfterNull[] {
  return [...groupBy(unknown, ({ instancePath }) => instancePath)].flatMap(([pointer, here]) => {
    const around = fromPointer(pointer);
    const mapping = valueAt(value, around) as JsonObject;
    const errorByKey = new Map(here.map((each) => [keyOf(each), each]));
    return runsAfterNull(mapping, errorByKey).flatMap(([name, run]): KeysAfterNull[] => {
      const path = [...around, name];
      const below = Object.fromEntries(run.map((key) => [key, mapping[key]!]));
      const own = keysAt(schema, replaceAt(value, path, below), path);
      const item = replaceAt(value, path, [below]);
      const inItem = keysAt(schema, item, [...path, "0"]);
      const isTagged = tagsAt(schema, item, [...path, "0"]).length > 0;
      const isOpen = own.length === 0 && takesMapping(schema, replaceAt(value, path, {}), path);
      const isList = !isOpen && !run.some((key) => own.includes(key));
      const known = isList ? [...inItem, ...(isTagged ? ["type"] : [])] : own;
      const start = isOpen ? 0 : run.findIndex((key) => known.includes(key));
      const [first, ...rest] = (start < 0 ? [] : run.slice(start)).map((key) =>
        errorByKey.get(key)!,
      );
      if (!first) return [];
      const hint = isList ? itemHint(name, first, rest.length) : keyHint(name, rest.length);
      const ofNull = errors.filter(({ instancePath }) => instancePath === toPointer(path));
      return [{ first, hint, caused: [...ofNull, ...rest] }];
    });
  });
}

/** The known keys of a mapping without a value, each with the unknown keys right after it. */
function runsAfterNull(
  mapping: JsonObject,
  unknown: ReadonlyMap<string, SchemaError>,
): [name: string, run: string[]][] {
  const runs: [string, string[]][] = [];
  let run: string[] | undefined;
  for (const [key, value] of Object.entries(mapping)) {
    if (unknown.has(key)) run?.push(key);
    else if (value === null) runs.push([key, (run = [])]);
    else run = undefined;
  }
  return runs;
}

function keyHint(name: string, others: number): string {
  return others === 0
    ? `It belongs to "${name}": indent it more.`
    : `It belongs to "${name}", as the next ${keysText(others)}: indent them more.`;
}

function itemHint(name: string, first: SchemaError, others: number): string {
  const start = `It begins an item of the list "${name}": write "- ${keyOf(first)}: …"`;
  if (others === 0) return `${start}.`;
  return `${start}, and indent the next ${keysText(others)} by two spaces.`;
}

function keysText(count: number): string {
  return count === 1 ? "key" : `${count} keys`;
}

function isBelow(pointer: string, other: string): boolean {
  return pointer.startsWith(`${other}/`);
}
