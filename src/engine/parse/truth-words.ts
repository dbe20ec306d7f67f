// Plain scalars such as `yes` and `off`: strings in YAML 1.2, booleans in YAML 1.1.
import { type Document, visit } from "yaml";
import { isTruthWord } from "./plain-yaml.ts";

/** The truth words among the values of a document, in the order of the text. */
export function truthWordsIn(
  document: Document.Parsed,
): { readonly word: string; readonly range: [start: number, end: number] }[] {
  const words: { word: string; range: [start: number, end: number] }[] = [];
  visit(document, {
    Scalar: (key, { type, value, range }) => {
      if (key === "key" || type !== "PLAIN" || !range) return;
      if (typeof value === "string" && isTruthWord(value))
        words.push({ word: value, range: [range[0], range[1]] });
    },
  });
  return words;
}
