// Misspelled keywords in the schemas of tools and replies: providers ignore or refuse them.
import type { Finding } from "../model/diagnostic.ts";
import { isObject, valueAt } from "../model/json.ts";
import { misspelledKeywords } from "../json-schema/misspelled-keywords.ts";
import type { Subject } from "./rule.ts";

export function misspelledSchemaKeywords({ definition: { row, spec } }: Subject): Finding[] {
  const path = row.replySchema ?? (row.argumentsSchema === undefined ? [] : [row.argumentsSchema]);
  const schema = path.length > 0 ? valueAt(spec, path) : undefined;
  if (schema === undefined || !isObject(schema)) return [];
  return misspelledKeywords(schema).map(({ path: place, keyword, similar }) => ({
    code: "unknown-schema-keyword",
    path: [...path, ...place],
    part: "key",
    message: `JSON Schema has no keyword "${keyword}".`,
    hint: `Did you mean "${similar}"? Providers ignore or refuse unknown keywords.`,
  }));
}
