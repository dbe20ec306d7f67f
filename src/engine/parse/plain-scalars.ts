// Plain scalars that mean something else to a reader: integers whose digits a double loses although its
// value looks exact (1000000000000000000001 is 1e21), and words such as yes and off, which are strings in
// YAML 1.2 and booleans in YAML 1.1.
import { type Document, visit } from "yaml";
import { integerProblem, isExactInteger, isLossyInteger } from "./representable.ts";
import { type YamlProblem, locationAt, type YamlFile } from "./yaml-documents.ts";
import type { Yaml11Boolean } from "./parsed-document.ts";
import { isYaml11Boolean } from "./plain-yaml.ts";

/** The errors of integers whose digits a double loses. Validation reports those that do not look exact. */
export function lossyNumberProblems(document: Document.Parsed): YamlProblem[] {
  const problems: YamlProblem[] = [];
  visit(document, {
    Scalar: (_key, { type, value, range, source = "" }) => {
      if (type !== "PLAIN" || typeof value !== "number" || !range) return;
      if (isLossyInteger(source) && isExactInteger(value))
        problems.push({ ...integerProblem, range });
    },
  });
  return problems;
}

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
