// Reading one document of a text gives the same places as reading all of them.
import { visit } from "yaml";
import { expect, test } from "vitest";
import { readDocumentFile, unreadDocumentFile } from "../../../src/engine/parse/document-file.ts";
import { readYaml } from "../../../src/engine/parse/yaml-documents.ts";

const texts: Readonly<Record<string, string>> = {
  "one document": "kind: tool\nname: a\n",
  "no line ending at the end": "kind: tool\n---\nname: b",
  "a marker first": "---\nkind: tool\n---\nkind: prompt\n",
  "a comment before the first marker": "# Tools\n\n---\nkind: tool # a\n---\nkind: prompt\n",
  "a comment between documents": "kind: tool\n---\n# Prompts\nkind: prompt\n",
  "markers in texts": "kind: tool\ntext: |\n  ---\n  a\nlist:\n  - b ---\n---\nkind: prompt\n",
  "windows line endings": "kind: tool\r\n---\r\nkind: prompt\r\n",
  "a line separator before a marker": "kind: tool\ntext: a\u2028---\n---\nkind: prompt\n",
  "a marker with text after it": "--- # Tools\nkind: tool\n--- { kind: prompt }\n",
  "ends of documents": "kind: tool\n...\n---\nkind: prompt\n...\n",
  nothing: "",
};

test.each(Object.entries(texts))("%s", (_name, text) => {
  const file = { path: "a.yaml", text };
  const whole = readDocumentFile(readYaml(file));
  const single = unreadDocumentFile(file);
  expect(single.lines.lineStarts).toEqual(whole.lines.lineStarts);
  const count = readYaml(file).documents.length;
  expect(single.startLines).toHaveLength(count);
  for (let index = count - 1; index >= 0; index -= 1)
    expect(rangesOf(single, index)).toEqual(rangesOf(whole, index));
  expect(single.documentAt(count)).toBeUndefined();
});

/** The starts and ends of all values and keys of a document. */
function rangesOf(file: ReturnType<typeof readDocumentFile>, index: number): unknown[] {
  const ranges: unknown[] = [];
  visit(file.documentAt(index)!, { Node: (_key, { range }) => void ranges.push(range) });
  return ranges;
}
