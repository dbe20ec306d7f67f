// The fewest edits of a definition, as its author wrote it, that make it equal to the resource on
// the service.
import {
  isObject,
  jsonEquals,
  keepsOrder,
  type Json,
  type JsonObject,
  type Path,
} from "../model/json.ts";
import type { Shape } from "../model/shape.ts";
import { isPartList } from "../text/text-parts.ts";
import { denormalize } from "../normalize/denormalize.ts";
import { isDataInclude } from "../normalize/normalize.ts";
import {
  joinedEdits,
  type DocumentEdit,
  type Edits,
  includesFile,
  isInclude,
  jsonEdits,
  listEdits,
} from "./document-edit.ts";
import { fitsFile } from "./text-files.ts";

/** The canonical forms of a definition and of its resource, or of a part of both. */
export interface EditSides {
  readonly defined: Json;
  readonly observed: Json;
}

/**
 * Edits of `written`, the value in the file at `path`; undefined if they would lose an included
 * file.
 */
export function documentEdits(
  shape: Shape,
  written: Json,
  sides: EditSides,
  path: Path = [],
): Edits | undefined {
  const { defined, observed } = sides;
  if (jsonEquals(defined, observed)) return [];
  const edits = partialEdits(shape, written, sides, path);
  if (edits || includesFile(written)) return edits;
  return [{ edit: "set", path, value: denormalize(shape, observed) }];
}

/** Edits of parts of the value; undefined if only the whole value can be set. */
function partialEdits(
  shape: Shape,
  written: Json,
  sides: EditSides,
  path: Path,
): Edits | undefined {
  const { defined, observed } = sides;
  switch (shape.form) {
    case "json":
      if (isDataInclude(written))
        return [{ edit: "data", path, value: observed, isOrdered: shape.ordered === true }];
      return shape.ordered && !keepsOrder(written, observed)
        ? undefined
        : jsonEdits(written, observed, path);
    case "value":
    case "jsonText":
      return jsonEdits(written, denormalize(shape, observed), path);
    case "text":
      return typeof observed === "string" ? textEdits(written, observed, path) : undefined;
    case "base64":
      return undefined;
    case "content":
      return contentEdits(shape.items, written, sides, path);
    case "list":
      return shape.set ? undefined : itemEdits(shape.items, written, sides, path);
    case "union": {
      const [before, after] = [defined, observed].map((side) => isObject(side) && side[shape.tag]);
      const chosen =
        before === after && typeof before === "string" ? shape.cases[before] : undefined;
      return chosen
        ? documentEdits(chosen, written, sides, path)
        : otherCaseEdits(shape, written, sides, path);
    }
    case "object":
      return isObject(written) && isObject(defined) && isObject(observed)
        ? fieldEdits(shape, written, { defined, observed }, path)
        : undefined;
  }
}

/** The value becomes another case of a union: fields with equal values keep their text. */
function otherCaseEdits(
  shape: Shape & { form: "union" },
  written: Json,
  { defined, observed }: EditSides,
  path: Path,
): Edits {
  const value = denormalize(shape, observed);
  const whole: Edits = [{ edit: "set", path, value }]; // drops included files
  if (!isObject(written) || !isObject(defined) || !isObject(observed)) return whole;
  const next = shape.cases[String(observed[shape.tag])];
  if (next?.form !== "object") return whole;
  const isKeptText = (name: string): boolean =>
    typeof written[name] === "string" && defined[name] === observed[name];
  if (!Object.keys(next.fields).some(isKeptText)) return whole;
  const removed = Object.keys(defined).filter(
    (name) => Object.hasOwn(written, name) && !Object.hasOwn(next.fields, name),
  );
  const changed = fieldEdits(next, written, { defined, observed }, path);
  if (!changed || changed.some(({ edit }) => ["include", "data", "keep"].includes(edit)))
    return whole;
  const removals = removed.map((name): DocumentEdit => ({ edit: "remove", path: [...path, name] }));
  return [{ edit: "nested", path, edits: [...changed, ...removals], value }];
}

function fieldEdits(
  shape: Shape & { form: "object" },
  written: JsonObject,
  sides: { readonly defined: JsonObject; readonly observed: JsonObject },
  path: Path,
): Edits | undefined {
  return joinedEdits(
    Object.entries(shape.fields).map(([name, field]): Edits | undefined => {
      const [defined, observed] = [sides.defined[name], sides.observed[name]];
      const isWritten = Object.hasOwn(written, name);
      const fieldPath = [...path, name];
      if (jsonEquals(defined, observed)) return [];
      if (observed === undefined || jsonEquals(observed, field.default))
        return isWritten ? [{ edit: "remove", path: fieldPath, value: observed ?? null }] : [];
      return isWritten && defined !== undefined
        ? documentEdits(field.shape, written[name]!, { defined, observed }, fieldPath)
        : [{ edit: "set", path: fieldPath, value: denormalize(field.shape, observed) }];
    }),
  );
}

/**
 * Content is written as a list of blocks, or as one text, which is short for a single text block.
 */
function contentEdits(
  block: Shape,
  written: Json,
  sides: EditSides,
  path: Path,
): Edits | undefined {
  if (Array.isArray(written) && !isPartList(written)) return itemEdits(block, written, sides, path);
  const value = denormalize({ form: "content", items: block }, sides.observed);
  const edits = typeof value === "string" ? textEdits(written, value, path) : undefined;
  return edits ?? [{ edit: "set", path, value }];
}

/**
 * Edits of a text that is included, whole or in parts; undefined for any other. A text that a file
 * cannot hold replaces the include in the definition.
 */
function textEdits(written: Json, text: string, path: Path): Edits | undefined {
  if (Array.isArray(written)) return includesFile(written) ? [{ edit: "keep", path }] : undefined;
  if (!isInclude(written)) return undefined;
  return [fitsFile(text) ? { edit: "include", path, text } : { edit: "set", path, value: text }];
}

/** Equal items stay or move with their text; others change in place, are removed or inserted. */
function itemEdits(
  shape: Shape,
  written: Json,
  { defined, observed }: EditSides,
  path: Path,
): Edits | undefined {
  if (!Array.isArray(written) || !Array.isArray(defined) || !Array.isArray(observed))
    return undefined;
  if (written.length !== defined.length || (defined.length === 0) !== (observed.length === 0))
    return undefined;
  const values = observed.map((item: Json) => denormalize(shape, item));
  return listEdits({ defined, observed }, values, path, (old, now) => {
    const sides = { defined: defined[old] as Json, observed: observed[now] as Json };
    return documentEdits(shape, written[old] as Json, sides, [...path, old]);
  });
}
