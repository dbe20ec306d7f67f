// Adds pins to the text of promptctl.yaml.
import { isObject, type Json } from "../model/json.ts";
import type { Address } from "../model/resource.ts";
import { documentsOf } from "../parse/yaml-documents.ts";
import { editFile, setEdit } from "./edit-file.ts";
import { yamlText } from "./yaml-writer.ts";

/** The text with more pins for a service; undefined if they cannot be added in place. */
export function addPins(
  text: string,
  baseUrl: string,
  pins: Readonly<Record<Address, string>>,
  isSameUrl: (url: string) => boolean,
): string | undefined {
  const value = documentsOf(text)[0]?.toJS() as Json | undefined;
  if (value === null || value === undefined) {
    const comments = text === "" || text.endsWith("\n") ? text : `${text}\n`;
    return comments + yamlText({ pins: { [baseUrl]: { ...pins } } });
  }
  const services = isObject(value) ? value["pins"] : undefined;
  const url = isObject(services) ? Object.keys(services).find(isSameUrl) : undefined;
  const existing = url === undefined ? undefined : (services as Record<string, Json>)[url];
  const edits = hasEntries(existing)
    ? Object.entries(pins).map(([address, id]) => setEdit(["pins", url!, address], id))
    : hasEntries(services)
      ? [setEdit(["pins", url ?? baseUrl], { ...pins })]
      : [setEdit(["pins"], { [baseUrl]: { ...pins } })];
  return editFile(text, edits);
}

function hasEntries(value: Json | undefined): boolean {
  return isObject(value) && Object.keys(value).length > 0;
}
