// Plain scalars such as `yes` and `off`: strings in YAML 1.2, booleans in YAML 1.1.
import { type Document, visit } from "yaml";
import type { Yaml11Boolean } from "./parsed-document.ts";
import { isYaml11Boolean } from "./plain-yaml.ts";
import { locationAt, type YamlFile } from "./yaml-documents.ts";

/** The YAML 1.1 booleans among the values of a document, in the order of the text. */
export function findYaml11Booleans(document: Document.Parsed, file: YamlFile): Yaml11Boolean[] {
  const booleans: Yaml11Boolean[] = [];
  visit(document, {
    Scalar: (key, { type, value, range }) => {
      if (key === "key" || type !== "PLAIN" || !range) return;
      if (typeof value === "string" && isYaml11Boolean(value))
        booleans.push({ word: value, location: locationAt(file, range) });
    },
  });
  return booleans;
}
