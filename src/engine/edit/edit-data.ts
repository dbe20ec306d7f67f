// The new text of a file of data, JSON or YAML, that a definition includes.
import { jsonEdits } from "../export/document-edit.ts";
import { isObject, type Json, keepsOrder, parseJson } from "../model/json.ts";
import { exactJsonText } from "../model/number-texts.ts";
import { documentsOf } from "../parse/yaml-documents.ts";
import { editFile } from "./edit-file.ts";

/** The value that a file gets. */
export interface NewData {
  readonly value: Json;
  /** Whether the order of its keys counts. */
  readonly isOrdered: boolean;
}

/**
 * The text with the new value: JSON with the indentation of the file, YAML edited in place. Undefined if
 * that is impossible in place.
 */
export function editData(text: string, { value, isOrdered }: NewData): string | undefined {
  const json = parseJson(text);
  if (json !== undefined) return jsonText(text, isOrdered ? value : withKeysOf(json, value));
  const [document] = documentsOf(text);
  const before = document?.toJS() as Json | undefined;
  if (before === undefined || (isOrdered && !keepsOrder(before, value))) return undefined;
  const edits = jsonEdits(before, value, []);
  return (
    edits &&
    editFile(
      text,
      edits.map((edit) => ({ document: 0, edit })),
    )
  );
}

function jsonText(before: string, value: Json): string {
  const margin = /^\s*[[{]\r?\n([ \t]+)/.exec(before)?.[1] ?? "  ";
  const text = exactJsonText(value, margin.startsWith("\t") ? 1 : margin.length);
  const indented = margin.startsWith("\t")
    ? text.replace(/^ +/gm, (spaces) => "\t".repeat(spaces.length))
    : text;
  return before.endsWith("\n") ? `${indented}\n` : indented;
}

/** The value with its keys in the order of another one, and new keys after them. */
function withKeysOf(before: Json | undefined, value: Json): Json {
  if (Array.isArray(value))
    return value.map((item: Json, index) =>
      withKeysOf(Array.isArray(before) ? (before[index] as Json) : undefined, item),
    );
  if (!isObject(value) || !isObject(before)) return value;
  const names = Object.keys(before).filter((name) => Object.hasOwn(value, name));
  const keys = new Set([...names, ...Object.keys(value)]);
  return Object.fromEntries([...keys].map((key) => [key, withKeysOf(before[key], value[key]!)]));
}
