// Integers whose digits a double loses although its value looks exact: 1000000000000000000001 is 1e21.
import { type Document, visit } from "yaml";
import { integerProblem, isExactInteger, isLossyInteger } from "./representable.ts";
import type { YamlProblem } from "./yaml-documents.ts";

/** The errors of such integers in a document. Validation reports those that do not look exact. */
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
