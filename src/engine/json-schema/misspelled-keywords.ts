// Keywords of a schema that no version of JSON Schema has, and that are similar to one.
import type { JsonObject, Path } from "../model/json.ts";
import { similarWord } from "../text/did-you-mean.ts";
import { eachSubschema } from "./subschemas.ts";

/** Of draft-04 to 2020-12, and of OpenAPI. */
const keywords = [
  "$anchor $comment $defs $dynamicAnchor $dynamicRef $id $ref $schema $vocabulary id definitions",
  "type enum const title description default examples example deprecated readOnly writeOnly nullable",
  "multipleOf maximum exclusiveMaximum minimum exclusiveMinimum format",
  "maxLength minLength pattern contentEncoding contentMediaType contentSchema",
  "items prefixItems additionalItems unevaluatedItems contains maxItems minItems uniqueItems maxContains minContains",
  "properties patternProperties additionalProperties unevaluatedProperties propertyNames required",
  "maxProperties minProperties dependencies dependentRequired dependentSchemas",
  "allOf anyOf oneOf not if then else discriminator xml externalDocs",
].flatMap((words) => words.split(" "));

/** `note` is a word of its own, not a mistyped `not`. */
const known: ReadonlySet<string> = new Set([...keywords, "note"]);

interface MisspelledKeyword {
  /** With the keyword. */
  readonly path: Path;
  readonly keyword: string;
  readonly similar: string;
}

/** The keywords of a schema and of the schemas in it that are probably misspelled. */
export function misspelledKeywords(schema: JsonObject): MisspelledKeyword[] {
  const found: MisspelledKeyword[] = [];
  eachSubschema(schema, (each, path) => {
    for (const keyword of Object.keys(each)) {
      const similar = known.has(keyword) ? undefined : similarWord(keyword, keywords);
      if (similar !== undefined) found.push({ path: [...path, keyword], keyword, similar });
    }
  });
  return found;
}
