// Keys that appear twice in a mapping.
import { type Document, isScalar, type Scalar, visit } from "yaml";
import type { YamlFile, YamlProblem } from "./yaml-documents.ts";

/** An error for each key that repeats an earlier key of its mapping. */
export function duplicateKeyProblems(
  document: Document.Parsed,
  { lines }: YamlFile,
): YamlProblem[] {
  const problems: YamlProblem[] = [];
  visit(document, {
    Map: (_key, { items }) => {
      const firstByValue = new Map<unknown, Scalar.Parsed>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const { value, range } = key as Scalar.Parsed;
        const first = firstByValue.get(value);
        if (!first) {
          firstByValue.set(value, key as Scalar.Parsed);
          continue;
        }
        const { line } = lines.linePos(first.range[0]);
        const message = `The key ${JSON.stringify(value)} appears twice in this mapping (first on line ${line}).`;
        problems.push({ code: "yaml-syntax", range, message });
      }
    },
  });
  return problems;
}
