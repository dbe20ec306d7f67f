// Writes values as YAML in the layout of fmt, with the Document API of `yaml`: block collections,
// short lists of scalars in brackets, long texts as literal blocks.
import { Document, isPair, isScalar, Scalar, type ScalarTag, type Tags, visit } from "yaml";
import type { Json, JsonObject } from "../model/json.ts";
import { fitsLiteralBlock, flowText, keyText, maxLineLength, scalarText } from "./scalar-text.ts";

/** The text of a document; ends with a newline. */
export function yamlText(value: JsonObject): string {
  return print(new Document(value, documentOptions));
}

/** The lines of a list item, beginning with its dash. */
export function itemLines(value: Json): string[] {
  return linesOf(print(new Document([value], documentOptions)));
}

/** The lines of a key with its value. `keySource`: the key as the file has it, quotes included. */
export function entryLines(keySource: string, value: Json): string[] {
  const document = new Document({}, documentOptions);
  const key = new Scalar(keySource);
  key.source = keySource;
  document.set(key, value);
  return linesOf(print(document));
}

function linesOf(text: string): string[] {
  return text.replace(/\n$/, "").split("\n");
}

/** Replaces the scalars of `yaml` by those of scalar-text.ts; literal blocks stay its own. */
const customTags: Tags | ((tags: Tags) => Tags) = (tags) =>
  tags.map((tag) => {
    const [, type] = /:(str|int|float)$/.exec(typeof tag === "object" ? tag.tag : "") ?? [];
    if (type === undefined) return tag;
    const stringify = type === "str" ? textStringifier(tag as ScalarTag) : numberText;
    return { ...(tag as ScalarTag), stringify } as ScalarTag;
  });

const numberText: ScalarTag["stringify"] = ({ value }) => scalarText(value as number);

function textStringifier({ stringify }: ScalarTag): ScalarTag["stringify"] {
  return (item, context, ...callbacks) => {
    const text = item.value as string;
    if (context.implicitKey) return item.source ?? keyText(text);
    if (context.inFlow || !fitsLiteralBlock(text)) return scalarText(text, context.inFlow === true);
    return stringify!({ ...item, type: "BLOCK_LITERAL" } as Scalar, context, ...callbacks);
  };
}

const documentOptions = { customTags, aliasDuplicateObjects: false };

function print(document: Document): string {
  visit(document, {
    Seq: (_key, node, path) => {
      const parent = path.at(-1);
      const lead = isPair(parent) ? `${keyText(String(parent.key))}:` : "-";
      const isShort = node.items.every(
        (item) => isScalar(item) && item.value !== null && !String(item.value).includes("\n"),
      );
      const width = lead.length + 1 + (isShort ? flowText(node.toJSON() as Json).length : 0);
      node.flow = node.items.length === 0 || (isShort && width <= maxLineLength);
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}
