// Pins in the text of promptctl.yaml: added where they stand already, or in a block of their own.
import type { Amendment } from "../export/amendments.ts";
import { isObject, type Json } from "../model/json.ts";
import { documentsOf } from "../parse/parse.ts";
import type { Address } from "../model/resource.ts";
import { editFile } from "./edit-file.ts";
import { yamlText } from "./yaml-writer.ts";

/** The text with more pins of a service; undefined where they cannot be put in place. */
export function addPins(
  text: string,
  baseUrl: string,
  pins: Readonly<Record<Address, string>>,
  isSame: (url: string) => boolean,
): string | undefined {
  const value = documentsOf(text)[0]?.toJS() as Json | undefined;
  if (value === null || value === undefined) {
    const start = text === "" || text.endsWith("\n") ? text : `${text}\n`;
    return start + yamlText({ pins: { [baseUrl]: { ...pins } } });
  }
  const all = isObject(value) ? value["pins"] : undefined;
  const url = isObject(all) ? Object.keys(all).find(isSame) : undefined;
  const own = url === undefined ? undefined : (all as Record<string, Json>)[url];
  const isThere = (each: Json | undefined): boolean =>
    isObject(each) && Object.keys(each).length > 0;
  const ops: Amendment[] = isThere(own)
    ? Object.entries(pins).map(([address, id]) => put(["pins", url!, address], id))
    : isThere(all)
      ? [put(["pins", url ?? baseUrl], { ...pins })]
      : [put(["pins"], { [baseUrl]: { ...pins } })];
  return editFile(text, { changed: new Map([[0, ops]]), dropped: new Set() });
}

function put(path: readonly string[], value: Json): Amendment {
  return { does: "set", path, value };
}
