// Writes values of an environment into the text of promptctl.yaml.
import { isObject, type Json, type JsonObject, type Path, valueAt } from "../model/json.ts";
import { documentsOf } from "../parse/yaml-documents.ts";
import { editFile, type FileEdit, setEdit } from "./edit-file.ts";

/** The text with the values, by pattern and field; undefined if they cannot be written in place. */
export function addOverrides(
  text: string,
  environment: string,
  values: Readonly<Record<string, Readonly<Record<string, Json>>>>,
): string | undefined {
  const document = documentsOf(text)[0]?.toJS() as Json | undefined;
  return editFile(text, editsAt(document, ["environments", environment, "set"], values));
}

/** Sets each value where its mapping exists; else the outermost mapping that does not exist. */
function editsAt(document: Json | undefined, path: Path, values: JsonObject): FileEdit[] {
  const existing = valueAt(document, path);
  if (!isObject(existing) || Object.keys(existing).length === 0) {
    const parent = valueAt(document, path.slice(0, -1));
    const isEmpty = isObject(parent) && Object.keys(parent).length === 0;
    return isEmpty
      ? [setEdit(path.slice(0, -1), { [path.at(-1)!]: values })]
      : [setEdit(path, values)];
  }
  return Object.entries(values).flatMap(([key, value]) =>
    isObject(value) ? editsAt(document, [...path, key], value) : [setEdit([...path, key], value)],
  );
}
