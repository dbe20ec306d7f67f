// The new text of a file of data, JSON or YAML, that a definition includes.
import { jsonEdits } from "../export/document-edit.ts";
import { type Json, keepsOrder, parseJson } from "../model/json.ts";
import { documentsOf } from "../parse/yaml-documents.ts";
import { editFile } from "./edit-file.ts";
import { editJson } from "./edit-json.ts";

/** The value that a file gets. */
export interface NewData {
  readonly value: Json;
  /** Whether the order of its keys counts. */
  readonly isOrdered: boolean;
}

/** The text with the new value, edited in place; undefined if that is impossible. */
export function editData(text: string, { value, isOrdered }: NewData): string | undefined {
  if (parseJson(text) !== undefined) return editJson(text, value, isOrdered);
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
