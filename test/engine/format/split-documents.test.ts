// The documents of a text are read from the tokens of the whole text: with the same layout as from their
// own text.
import { expect, it } from "vitest";
import { readDocument } from "../../../src/engine/format/read-document.ts";
import { splitDocuments } from "../../../src/engine/format/split-documents.ts";
import { cases } from "../../fixtures/yaml-test-suite.ts";

/** What stands between two documents, and whether the second one is read from the tokens. */
const markers = [
  ["---\n", true],
  ["# comment\n---\n", true],
  ["\n---\n\n# comment\n", true],
  ["--- # comment\n", false],
  ["---   \n", true],
  ["--- ", false],
  ["...\n---\n", true],
] as const;

function layoutOf(document: Parameters<typeof readDocument>[0]): unknown {
  try {
    return readDocument(document);
  } catch (error) {
    return (error as Error).name;
  }
}

it.each(markers)("after %j", (marker, isReused) => {
  let count = 0;
  for (const { text } of cases) {
    const documents = splitDocuments(`# first\na: 1\n${marker}${text}`) ?? [];
    for (const document of documents)
      expect([text, layoutOf(document)]).toEqual([text, layoutOf({ text: document.text })]);
    count += documents.slice(1).filter(({ tokens }) => tokens !== undefined).length;
  }
  expect(count > 50).toBe(isReused);
});
