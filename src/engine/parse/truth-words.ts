// Plain scalars such as `yes` and `off`: strings in YAML 1.2, booleans in YAML 1.1.
import { type Document, visit } from "yaml";
import type { TruthWord } from "./parsed-document.ts";
import { isTruthWord } from "./plain-yaml.ts";
import { locationAt, type YamlFile } from "./yaml-documents.ts";

/** The truth words among the values of a document, in the order of the text. */
export function truthWordsIn(document: Document.Parsed, file: YamlFile): TruthWord[] {
  const words: TruthWord[] = [];
  visit(document, {
    Scalar: (key, { type, value, range }) => {
      if (key === "key" || type !== "PLAIN" || !range) return;
      if (typeof value === "string" && isTruthWord(value))
        words.push({ word: value, location: locationAt(file, range) });
    },
  });
  return words;
}
