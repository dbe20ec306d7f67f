// What a definition would have to say to be what the service holds: as few changes of what is
// written as possible, in the places where it is written.
import { canonical, isObject, type Json, type JsonObject, type Path } from "./json.ts";
import type { Shape } from "./shape.ts";
import { fitsFile } from "./text-files.ts";
import { unwritten } from "./unwritten.ts";

/** A change of a document, or of a file that a text was included from. */
export type Amendment =
  | { readonly does: "set"; readonly path: Path; readonly value: Json }
  /** Takes a key out; where it cannot go, it says the default. */
  | { readonly does: "remove"; readonly path: Path; readonly value: Json }
  /** Takes items out of the list at the path and puts others in before one of them; indexes are those of now. */
  | {
      readonly does: "list";
      readonly path: Path;
      readonly drop: readonly number[];
      readonly index: number;
      readonly values: readonly Json[];
    }
  /** A new text for the file that is included at the path. */
  | { readonly does: "include"; readonly path: Path; readonly text: string };

/** The changes of what is `written` at a path; undefined where they would lose what stands there. */
export function amendments(
  shape: Shape,
  written: Json,
  have: Json,
  want: Json,
  path: Path = [],
): readonly Amendment[] | undefined {
  if (canonical(have) === canonical(want)) return [];
  const whole = (): readonly Amendment[] | undefined =>
    includesFile(written) ? undefined : [{ does: "set", path, value: unwritten(shape, want) }];
  switch (shape.form) {
    case "value":
    case "jsonText":
      return whole();
    case "text":
    case "base64":
      return isInclude(written) && shape.form === "text" && typeof want === "string"
        ? [inFile(path, want)]
        : whole();
    case "content":
      return content(shape.items, written, have, want, path) ?? whole();
    case "list":
      return (shape.set ? undefined : items(shape.items, written, have, want, path)) ?? whole();
    case "union": {
      const [is, shall] = [have, want].map((each) => isObject(each) && each[shape.tag]);
      const chosen = is === shall && typeof is === "string" ? shape.cases[is] : undefined;
      return chosen
        ? amendments(chosen, written, have, want, path)
        : [{ does: "set", path, value: unwritten(shape, want) }]; // files of the other kind go
    }
    case "object":
      return isObject(written) && isObject(have) && isObject(want)
        ? fields(shape, written, have, want, path)
        : whole();
  }
}

function fields(
  shape: Shape & { form: "object" },
  written: JsonObject,
  have: JsonObject,
  want: JsonObject,
  path: Path,
): readonly Amendment[] | undefined {
  return together(
    Object.entries(shape.fields).map(([name, field]) => {
      const [is, shall] = [have[name], want[name]];
      if (is !== undefined && shall !== undefined && canonical(is) === canonical(shall)) return [];
      if (is === undefined && shall === undefined) return [];
      const at = [...path, name];
      const isDefault =
        shall === undefined ||
        (field.default !== undefined && canonical(shall) === canonical(field.default));
      if (isDefault)
        return Object.hasOwn(written, name)
          ? [{ does: "remove", path: at, value: shall ?? null }]
          : [];
      return Object.hasOwn(written, name) && is !== undefined
        ? amendments(field.shape, written[name]!, is, shall, at)
        : [{ does: "set", path: at, value: unwritten(field.shape, shall) }];
    }),
  );
}

/** One text may stand for a list of one block. */
function content(
  block: Shape,
  written: Json,
  have: Json,
  want: Json,
  path: Path,
): readonly Amendment[] | undefined {
  if (Array.isArray(written)) return items(block, written, have, want, path);
  const text = unwritten({ form: "content", items: block }, want);
  if (typeof text !== "string") return [{ does: "set", path, value: text }]; // no file says that
  return isInclude(written) ? [inFile(path, text)] : [{ does: "set", path, value: text }];
}

/** What a file would lose stands in the definition instead. */
function inFile(path: Path, text: string): Amendment {
  return fitsFile(text) ? { does: "include", path, text } : { does: "set", path, value: text };
}

/** Items that are equal at both ends stay; those between change by their place, go or come. */
function items(
  shape: Shape,
  written: Json,
  have: Json,
  want: Json,
  path: Path,
): readonly Amendment[] | undefined {
  if (!Array.isArray(written) || !Array.isArray(have) || !Array.isArray(want)) return undefined;
  if (written.length !== have.length || (have.length === 0) !== (want.length === 0))
    return undefined;
  const [is, shall] = [have, want].map((list) => list.map((each: Json) => canonical(each)));
  const start = commonLength(is!, shall!);
  const end = commonLength(is!.slice(start).toReversed(), shall!.slice(start).toReversed());
  const [before, after] = [have.length - start - end, want.length - start - end];
  const paired = Math.min(before, after);
  const at = (offset: number): Path => [...path, start + offset];
  const changes = Array.from({ length: paired }, (_, each) =>
    amendments(
      shape,
      written[start + each] as Json,
      have[start + each] as Json,
      want[start + each] as Json,
      at(each),
    ),
  );
  const drop = Array.from({ length: before - paired }, (_, each) => start + paired + each);
  const values = want
    .slice(start + paired, start + after)
    .map((each: Json) => unwritten(shape, each));
  const index = start + before;
  const listed: Amendment[] =
    drop.length + values.length > 0 ? [{ does: "list", path, drop, index, values }] : [];
  return together([...changes, listed]);
}

/** How many items two lists have in common at their beginnings. */
function commonLength(one: readonly string[], other: readonly string[]): number {
  const differs = one.findIndex((each, index) => each !== other[index]);
  return differs < 0 ? Math.min(one.length, other.length) : differs;
}

function together(
  all: readonly (readonly Amendment[] | undefined)[],
): readonly Amendment[] | undefined {
  return all.every((each) => each !== undefined) ? all.flat() : undefined;
}

function isInclude(written: Json): boolean {
  return isObject(written) && typeof written["file"] === "string";
}

function includesFile(written: Json): boolean {
  if (Array.isArray(written)) return written.some(includesFile);
  return isInclude(written) || (isObject(written) && Object.values(written).some(includesFile));
}
