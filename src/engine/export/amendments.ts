// What a definition would have to say to be what the service holds: as few changes of what is
// written as possible, in the places where it is written.
import { align } from "./align.ts";
import {
  canonicalJson,
  isObject,
  jsonEquals,
  type Json,
  type JsonObject,
  type Path,
} from "../model/json.ts";
import type { Shape } from "../model/shape.ts";
import { fitsFile } from "./text-files.ts";
import { denormalize } from "../normalize/denormalize.ts";

/** A change of a document, or of a file that a text was included from. */
export type Amendment =
  | { readonly does: "set"; readonly path: Path; readonly value: Json }
  /** Takes a key out; where it cannot go, it says the value, where there is one. */
  | { readonly does: "remove"; readonly path: Path; readonly value?: Json }
  /** Takes items out of the list at the path and puts others in; indexes are those of now. */
  | {
      readonly does: "list";
      readonly path: Path;
      readonly drop: readonly number[];
      readonly puts: readonly Put[];
    }
  /** Several changes within the value at the path; where one cannot be made, the whole value is set. */
  | {
      readonly does: "within";
      readonly path: Path;
      readonly ops: readonly Amendment[];
      readonly value: Json;
    }
  /** A new text for the file that is included at the path. */
  | { readonly does: "include"; readonly path: Path; readonly text: string };

/** Comes right before an item of the list; before its length is at the end. */
export interface Put {
  readonly before: number;
  /** A value, or an item of the list as it stands. */
  readonly items: readonly ({ readonly value: Json } | { readonly moved: number })[];
}

/** The changes of what is `written` at a path; undefined where they would lose what stands there. */
export function amendments(
  shape: Shape,
  written: Json,
  have: Json,
  want: Json,
  path: Path = [],
): readonly Amendment[] | undefined {
  if (canonicalJson(have) === canonicalJson(want)) return [];
  const whole = (): readonly Amendment[] | undefined =>
    includesFile(written) ? undefined : [{ does: "set", path, value: denormalize(shape, want) }];
  switch (shape.form) {
    case "value":
    case "jsonText":
      return within(written, denormalize(shape, want), path) ?? whole();
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
        : [{ does: "set", path, value: denormalize(shape, want) }]; // files of the other kind go
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
      if (is !== undefined && shall !== undefined && canonicalJson(is) === canonicalJson(shall))
        return [];
      if (is === undefined && shall === undefined) return [];
      const at = [...path, name];
      const isDefault =
        shall === undefined ||
        (field.default !== undefined && canonicalJson(shall) === canonicalJson(field.default));
      if (isDefault)
        return Object.hasOwn(written, name)
          ? [{ does: "remove", path: at, value: shall ?? null }]
          : [];
      return Object.hasOwn(written, name) && is !== undefined
        ? amendments(field.shape, written[name]!, is, shall, at)
        : [{ does: "set", path: at, value: denormalize(field.shape, shall) }];
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
  const text = denormalize({ form: "content", items: block }, want);
  if (typeof text !== "string") return [{ does: "set", path, value: text }]; // no file says that
  return isInclude(written) ? [inFile(path, text)] : [{ does: "set", path, value: text }];
}

/** What a file would lose stands in the definition instead. */
function inFile(path: Path, text: string): Amendment {
  return fitsFile(text) ? { does: "include", path, text } : { does: "set", path, value: text };
}

/** Changes within plain JSON: keys and items that stay are left as they stand. */
function within(written: Json, want: Json, path: Path): readonly Amendment[] | undefined {
  const ops = plainly(written, want, path);
  const isWhole = ops.length === 1 && ops[0]!.path.length === path.length;
  return isWhole || includesFile(written)
    ? undefined
    : [{ does: "within", path, ops, value: want }];
}

function plainly(written: Json, want: Json, path: Path): readonly Amendment[] {
  if (jsonEquals(written, want)) return [];
  if (Array.isArray(written) && Array.isArray(want) && want.length > 0 && written.length > 0)
    return listed(written, want, want, path, (old, now) =>
      plainly(written[old] as Json, want[now] as Json, [...path, old]),
    )!;
  const isKept = (key: string): boolean => isObject(want) && Object.hasOwn(want, key);
  if (!isObject(written) || !isObject(want) || !Object.keys(written).some(isKept))
    return [{ does: "set", path, value: want }];
  const gone = Object.keys(written).filter((key) => !isKept(key));
  return [
    ...gone.map((key): Amendment => ({ does: "remove", path: [...path, key] })),
    ...Object.entries(want).flatMap(([key, value]): readonly Amendment[] =>
      Object.hasOwn(written, key)
        ? plainly(written[key]!, value, [...path, key])
        : [{ does: "set", path: [...path, key], value }],
    ),
  ];
}

/** Items that are equal stay or move as they stand; others change by their place, go or come. */
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
  const values = want.map((each: Json) => denormalize(shape, each));
  return listed(have, want, values, path, (old, now) =>
    amendments(shape, written[old] as Json, have[old] as Json, want[now] as Json, [...path, old]),
  );
}

/** The changes of a list from what it says to what it is to say; `values`: that, as it is written. */
function listed(
  have: readonly Json[],
  want: readonly Json[],
  values: readonly Json[],
  path: Path,
  change: (old: number, now: number) => readonly Amendment[] | undefined,
): readonly Amendment[] | undefined {
  const { changed, drop, puts } = align(have.map(canonicalJson), want.map(canonicalJson));
  const put = puts.map(({ before, items: all }): Put => ({
    before,
    items: all.map(({ from, index }) =>
      from === "new" ? { value: values[index]! } : { moved: index },
    ),
  }));
  const list: Amendment[] =
    drop.length + put.length > 0 ? [{ does: "list", path, drop, puts: put }] : [];
  return together([...changed.map(([old, now]) => change(old, now)), list]);
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
