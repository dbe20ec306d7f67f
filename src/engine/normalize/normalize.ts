// The normal form: one way to write each value, so that equal meaning is equal text.
// Everything follows from the shape of the kind; nothing here knows a field by name.
import {
  canonicalJson,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  toPointer,
} from "../model/json.ts";
import type { Shape } from "../model/shape.ts";
import { findUnrepresentable } from "../model/representable.ts";

/** A `{ file }` where text may stand; undefined where the file could not be read. */
export type ReadInclude = (path: Path, file: string, form: "text" | "base64") => string | undefined;

/** What a reading is told of an answer, and what it adds: what it found besides the known fields. */
export interface NormalizeNotes {
  /** Told: fields of the answer that are no part of the body. */
  readonly ignoredFields: readonly (string | undefined)[];
  /** Pointers of fields the shape does not have, if there are any. */
  unknownFields?: string[];
  /** Pointers of values the shape does not know, if there are any. */
  unknownValues?: string[];
}

/**
 * The body a definition stands for: shorthands spelled out, files in place, defaults filled in,
 * local keys gone, fields in the order of the shape.
 */
export function normalizeDefinition(shape: Shape, value: Json, include: ReadInclude): Json {
  return walk(shape, value, [], writing, include);
}

const writing: Visitor<ReadInclude> = {
  text: (found, form, path, include) =>
    isObject(found) ? included(found, path, form, include) : found,
  jsonText: (found) => (typeof found === "string" ? found : canonicalJson(found)),
  content: (found, path, include) => {
    if (Array.isArray(found)) return found;
    const text = isObject(found) ? included(found, path, "text", include) : found;
    return [{ type: "TEXT", text }];
  },
};

/** The text of a `{ file }`; empty where that is not well formed, which the schema tells. */
function included(
  found: JsonObject,
  path: Path,
  form: "text" | "base64",
  include: ReadInclude,
): string {
  const { file } = found;
  return typeof file === "string" && file !== "" ? (include([...path], file, form) ?? "") : "";
}

/** The body of an answer; what was not understood is added to the notes. */
export function normalizeObserved(shape: Shape, value: JsonObject, notes: NormalizeNotes): Json {
  const body = walk(shape, value, [], reading, notes);
  if (body !== value) return body;
  const kept = Object.entries(value).filter(([key]) => !notes.ignoredFields.includes(key));
  return Object.fromEntries(kept); // nothing of it was understood
}

const reading: Visitor<NormalizeNotes> = {
  unknown: (path, key, notes) => {
    if (path.length > 0 || !notes.ignoredFields.includes(key))
      (notes.unknownFields ??= []).push(toPointer([...path, key]));
  },
  foreign: (path, notes) => void (notes.unknownValues ??= []).push(toPointer(path)),
};

/** The same body as it is compared: sets sorted, JSON text as canonical text. */
export function canonicalForm(shape: Shape, value: Json): Json {
  return walk(shape, value, [], comparing, undefined);
}

const comparing: Visitor<undefined> = {
  jsonText: (found) => canonicalText(found),
  set: (items) =>
    [...new Map(items.map((item) => [canonicalJson(item), item])).entries()]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, item]) => item),
};

function canonicalText(found: Json): Json {
  if (typeof found !== "string") return found;
  try {
    const parsed = JSON.parse(found) as Json;
    return findUnrepresentable(parsed).length > 0 ? found : canonicalJson(parsed); // its numbers would lose digits
  } catch {
    return found; // models do not always write valid JSON
  }
}

/**
 * What a walk does at the places that matter, with what it is given for it; what it leaves out stays
 * as it is. Paths are those of the moment.
 */
interface Visitor<Given> {
  text?(value: Json, form: "text" | "base64", path: Path, given: Given): Json;
  jsonText?(value: Json): Json;
  content?(value: Json, path: Path, given: Given): Json;
  set?(items: readonly Json[]): Json;
  unknown?(path: Path, key: string, given: Given): void;
  foreign?(path: Path, given: Given): void;
}

function walk<Given>(
  shape: Shape,
  value: Json,
  path: (string | number)[],
  visit: Visitor<Given>,
  given: Given,
): Json {
  switch (shape.form) {
    case "value":
      if (shape.known && !shape.known.includes(value)) visit.foreign?.(path, given);
      return value;
    case "text":
    case "base64":
      return visit.text?.(value, shape.form, path, given) ?? value;
    case "jsonText":
      return visit.jsonText?.(value) ?? value;
    case "content":
      return list(shape.items, visit.content?.(value, path, given) ?? value, path, visit, given);
    case "list": {
      const items = list(shape.items, value, path, visit, given);
      return shape.set && visit.set && Array.isArray(items) ? visit.set(items) : items;
    }
    case "union": {
      const tag = isObject(value) ? value[shape.tag] : undefined;
      const chosen =
        typeof tag === "string" && Object.hasOwn(shape.cases, tag) ? shape.cases[tag] : undefined;
      if (chosen) return walk(chosen, value, path, visit, given);
      visit.foreign?.([...path, shape.tag], given);
      return value;
    }
    case "object":
      return isObject(value)
        ? object(shape, value, path, visit, given)
        : (visit.foreign?.(path, given), value);
  }
}

function list<Given>(
  items: Shape,
  value: Json,
  path: (string | number)[],
  visit: Visitor<Given>,
  given: Given,
): Json {
  if (Array.isArray(value))
    return value.map((item: Json, index) => beneath(items, item, path, index, visit, given));
  visit.foreign?.(path, given);
  return value;
}

function object<Given>(
  shape: Shape & { form: "object" },
  value: JsonObject,
  path: (string | number)[],
  visit: Visitor<Given>,
  given: Given,
): JsonObject {
  if (visit.unknown)
    for (const key in value) if (!Object.hasOwn(shape.fields, key)) visit.unknown(path, key, given);
  const known: Record<string, Json> = {};
  for (const name in shape.fields) {
    const field = shape.fields[name]!;
    const found = Object.hasOwn(value, name) ? value[name] : undefined;
    const isLeftOut = found === undefined || found === null;
    const meant = isLeftOut && field.default !== undefined ? field.default : found;
    if (meant === undefined) continue;
    const isAsIs = field.shape.form === "value" && !visit.foreign; // a walk would do nothing there
    known[name] = isAsIs ? meant : beneath(field.shape, meant, path, name, visit, given);
  }
  return known;
}

/** One path for the whole walk: most of its places are never asked for. */
function beneath<Given>(
  shape: Shape,
  value: Json,
  path: (string | number)[],
  key: string | number,
  visit: Visitor<Given>,
  given: Given,
): Json {
  path.push(key);
  const walked = walk(shape, value, path, visit, given);
  path.pop();
  return walked;
}
