// The differences between two versions of a resource: fields, list items, lines of text.
import { diffArrays } from "diff";
import {
  canonicalJson,
  isObject,
  isOrdered,
  type Json,
  type JsonObject,
  keepsOrder,
  type Path,
  toPointer,
  valueAt,
} from "../../engine/model/json.ts";
import { exactJsonText } from "../../engine/model/number-texts.ts";
import { fieldPath, pathText } from "../../engine/json/field-path.ts";
import type { SetFields } from "../../engine/model/references.ts";
import { compareTexts, type ComparedTexts } from "../text/compared-texts.ts";
import type { Phrase } from "../text/word-edits.ts";

/** One difference. `path` reads like `messages[0].content[1].text`; `pointer` is a JSON pointer. */
export type FieldChange =
  | { readonly type: "value"; readonly path: string; readonly before?: Json; readonly after?: Json }
  | {
      readonly type: "text";
      readonly path: string;
      readonly pointer: string;
      readonly before: string;
      readonly after: string;
      /** The files from which the text is included. */
      readonly files?: readonly string[];
      /** `before` and `after`, compared once for all that shows them. */
      readonly compared?: ComparedTexts;
      /** Shows the changed lines only: the others are not the same in all texts that it stands for. */
      readonly isExcerpt?: boolean;
      /** What has this text, if the changed lines are not the same in all texts that it stands for. */
      readonly example?: string;
      /** What all of these texts change, in words; none if they change several stretches. */
      readonly phrases?: readonly Phrase[];
    }
  | { readonly type: "added" | "removed"; readonly path: string; readonly item: Json }
  | {
      readonly type: "set";
      readonly path: string;
      readonly added: readonly string[];
      readonly removed: readonly string[];
    }
  /** The values differ only in what a mask hides. */
  | { readonly type: "masked"; readonly path: string }
  /** Different edits of the field in several resources, and how many lines of texts they change. */
  | {
      readonly type: "edits";
      readonly path: string;
      readonly count: number;
      readonly extent: string;
      /** The least and the greatest number on each side, if all values are numbers. */
      readonly range?: { readonly before: NumberRange; readonly after: NumberRange };
    };

export type TextChange = Extract<FieldChange, { readonly type: "text" }>;

/** The two texts of a change, compared. */
export function comparedOf({ compared, before, after }: TextChange): ComparedTexts {
  return compared ?? compareTexts(before, after);
}

type NumberRange = readonly [min: number, max: number];

/** Shown in place of the values of a `masked` change. */
export const maskedChangeText = "changed only in what is masked";

/** Every difference, in the order of the fields. `path`: of the values in the resource. */
export function fieldChanges(
  before: Json | undefined,
  after: Json | undefined,
  sets: SetFields,
  path: Path = [],
): FieldChange[] {
  if (before !== undefined && after !== undefined && canonicalJson(before) === canonicalJson(after))
    return [];
  if (isObject(before) && isObject(after)) {
    if ((isOrdered(before) || isOrdered(after)) && !keepsOrder(before, after))
      return [orderChange(before, after, path)];
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) =>
      fieldChanges(valueAt(before, [key]), valueAt(after, [key]), sets, [...path, key]),
    );
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    if (path.length === 1 && sets.has(String(path[0])))
      return [
        {
          type: "set",
          path: pathText(path),
          added: after.map(String).filter((item) => !before.includes(item)),
          removed: before.map(String).filter((item) => !after.includes(item)),
        },
      ];
    if ([...before, ...after].every(isObject)) return compareItems(before, after, sets, path);
  }
  const shown = fieldPath(path);
  const areTexts = typeof before === "string" && typeof after === "string";
  if (areTexts && (isLong(before) || isLong(after)))
    return [{ type: "text", path: shown, pointer: toPointer(path), before, after }];
  return [
    {
      type: "value",
      path: shown,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    },
  ];
}

/** A change of the order of keys, as texts of which the diff shows what moves. */
function orderChange(before: JsonObject, after: JsonObject, path: Path): FieldChange {
  const [old, now] = [exactJsonText(before, 2), exactJsonText(after, 2)];
  const field = { path: fieldPath(path), pointer: toPointer(path) };
  return { type: "text", ...field, before: old, after: now, phrases: [] }; // words would mislead
}

function isLong(text: string): boolean {
  return text.includes("\n") || text.length > 50;
}

/** Aligns the items first, so that an inserted item does not change all items after it. */
function compareItems(
  before: readonly Json[],
  after: readonly Json[],
  sets: SetFields,
  path: Path,
): FieldChange[] {
  const changes: FieldChange[] = [];
  let oldIndex = 0;
  let newIndex = 0;
  /** Compares removed items with the items added in their place, in pairs. */
  const addChanges = (removed: number, added: number): void => {
    for (let i = 0; i < Math.max(removed, added); i++) {
      const [oldItem, newItem] = [before[oldIndex + i]!, after[newIndex + i]!];
      const newPath = [...path, newIndex + i];
      if (i >= added)
        changes.push({ type: "removed", path: pathText([...path, oldIndex + i]), item: oldItem });
      else if (i >= removed)
        changes.push({ type: "added", path: pathText(newPath), item: newItem });
      else for (const each of fieldChanges(oldItem, newItem, sets, newPath)) changes.push(each);
    }
    oldIndex += removed;
    newIndex += added;
  };
  let removed = 0; // waits for the items added in their place, which come next
  for (const part of diffArrays(before.map(canonicalJson), after.map(canonicalJson))) {
    const size = part.value.length;
    if (part.removed) {
      removed = size;
      continue;
    }
    addChanges(removed, part.added ? size : 0);
    removed = 0;
    if (part.added) continue;
    oldIndex += size;
    newIndex += size;
  }
  addChanges(removed, 0);
  return changes;
}

/** The paths of the fields that differ, each once. */
export function changedPaths(differences: readonly FieldChange[]): string[] {
  return [...new Set(differences.map(({ path }) => path))];
}
