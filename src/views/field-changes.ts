// What differs between two bodies, as a reviewer would say it: fields, list items, lines of text.
import { diffArrays } from "diff";
import { canonicalJson, isObject, type Json } from "../engine/model/json.ts";

/** One thing that differs. `path` reads like `messages[0].content[1].text`. */
export type FieldChange =
  | { readonly what: "value"; readonly path: string; readonly before?: Json; readonly after?: Json }
  | {
      readonly what: "text";
      readonly path: string;
      readonly pointer: string;
      readonly before: string;
      readonly after: string;
    }
  | { readonly what: "added" | "removed"; readonly path: string; readonly item: Json }
  | {
      readonly what: "set";
      readonly path: string;
      readonly added: readonly string[];
      readonly removed: readonly string[];
    };

/** Fields whose lists are sets of references. */
export type SetFields = ReadonlySet<string>;

/** Every difference, in the order of the fields. */
export function fieldChanges(before: Json, after: Json, sets: SetFields): FieldChange[] {
  return compare(before, after, { path: "", pointer: "" }, sets);
}

interface At {
  readonly path: string;
  readonly pointer: string;
}

function compare(
  before: Json | undefined,
  after: Json | undefined,
  at: At,
  sets: SetFields,
): FieldChange[] {
  if (before !== undefined && after !== undefined && canonicalJson(before) === canonicalJson(after))
    return [];
  if (isObject(before) && isObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) => compare(own(before, key), own(after, key), field(at, key), sets));
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    if (sets.has(at.path)) return [setDetail(before.map(String), after.map(String), at)];
    if ([...before, ...after].every(isObject)) return items(before, after, at, sets);
  }
  if (typeof before === "string" && typeof after === "string" && isLong(before, after))
    return [{ what: "text", path: short(at.path), pointer: at.pointer, before, after }];
  return [
    {
      what: "value",
      path: short(at.path),
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    },
  ];
}

function own(object: { readonly [key: string]: Json }, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isLong(...texts: readonly string[]): boolean {
  return texts.some((text) => text.includes("\n") || text.length > 50);
}

function setDetail(before: readonly string[], after: readonly string[], { path }: At): FieldChange {
  return {
    what: "set",
    path,
    added: after.filter((each) => !before.includes(each)),
    removed: before.filter((each) => !after.includes(each)),
  };
}

/** Items are aligned first, so that one put in between does not make all that follow differ. */
function items(
  before: readonly Json[],
  after: readonly Json[],
  at: At,
  sets: SetFields,
): FieldChange[] {
  const runs = diffArrays(before.map(canonicalJson), after.map(canonicalJson));
  const details: FieldChange[] = [];
  let old = 0;
  let now = 0;
  for (const [index, run] of runs.entries()) {
    const size = run.value.length;
    if (!run.added && !run.removed) {
      old += size;
      now += size;
    } else if (run.removed) {
      const next = runs[index + 1];
      const paired = Math.min(size, next?.added ? next.value.length : 0);
      for (let each = 0; each < paired; each++)
        details.push(...compare(before[old + each], after[now + each], item(at, now + each), sets));
      for (let each = paired; each < size; each++)
        details.push({
          what: "removed",
          path: item(at, old + each).path,
          item: before[old + each]!,
        });
      old += size;
      if (next?.added) {
        for (let each = paired; each < next.value.length; each++)
          details.push({
            what: "added",
            path: item(at, now + each).path,
            item: after[now + each]!,
          });
        now += next.value.length;
      }
    } else if (!runs[index - 1]?.removed) {
      for (let each = 0; each < size; each++)
        details.push({ what: "added", path: item(at, now + each).path, item: after[now + each]! });
      now += size;
    }
  }
  return details;
}

function field(at: At, key: string): At {
  const plain = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key);
  const path = plain
    ? at.path === ""
      ? key
      : `${at.path}.${key}`
    : `${at.path}[${JSON.stringify(key)}]`;
  return { path, pointer: `${at.pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}` };
}

function item(at: At, index: number): At {
  return { path: `${at.path}[${index}]`, pointer: `${at.pointer}/${index}` };
}

/** Most messages are one piece of text: its place is the message. */
function short(path: string): string {
  return path.replace(/\.content\[0\]\.text$/, "");
}
