// Adds values to mappings in the text of promptctl.yaml: overrides of an environment, and pins.
import { isObject, type Json, type JsonObject, type Path, valueAt } from "../model/json.ts";
import type { Address } from "../model/resource.ts";
import { documentsOf } from "../parse/yaml-documents.ts";
import { editFile, type FileEdit, setEdit } from "./edit-file.ts";
import { yamlText } from "./yaml-writer.ts";

/** The text with the values in the mapping at a path; undefined if they cannot be written in place. */
export function addValues(text: string, path: Path, values: JsonObject): string | undefined {
  const document = documentOf(text);
  if (document !== null && document !== undefined)
    return editFile(text, editsAt(document, path, values));
  const comments = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  return comments + yamlText(nested(path, values));
}

/** The text with more pins for a service; undefined if they cannot be added in place. */
export function addPins(
  text: string,
  baseUrl: string,
  pins: Readonly<Record<Address, string>>,
  isSameUrl: (url: string) => boolean,
): string | undefined {
  const services = valueAt(documentOf(text), ["pins"]);
  const url = isObject(services) ? Object.keys(services).find(isSameUrl) : undefined;
  return addValues(text, ["pins", url ?? baseUrl], { ...pins });
}

function documentOf(text: string): Json | undefined {
  return documentsOf(text)[0]?.toJS() as Json | undefined;
}

/** Sets each value where its mapping exists; else the outermost mapping that is missing or empty. */
function editsAt(document: Json, path: Path, values: JsonObject): FileEdit[] {
  const outermost = path.findIndex(
    (_, index) => !hasEntries(valueAt(document, path.slice(0, index + 1))),
  );
  if (outermost !== -1) {
    const missing = path.slice(0, outermost + 1);
    return [setEdit(missing, nested(path.slice(outermost + 1), values))];
  }
  return Object.entries(values).flatMap(([key, value]) =>
    isObject(value) ? editsAt(document, [...path, key], value) : [setEdit([...path, key], value)],
  );
}

function hasEntries(value: Json | undefined): boolean {
  return isObject(value) && Object.keys(value).length > 0;
}

/** `{a: {b: values}}` for the path `a`, `b`. */
function nested(path: Path, values: JsonObject): JsonObject {
  return path.reduceRight<JsonObject>((inner, key) => ({ [key]: inner }), values);
}
