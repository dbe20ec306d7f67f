// Which texts of pulled definitions get files of their own.
import { expect, it } from "vitest";
import { extractFiles } from "../../../src/engine/export/text-files.ts";
import type { JsonObject } from "../../../src/engine/model/json.ts";
import { kindNamed } from "../../../src/engine/model/kind.ts";
import { kinds } from "../../../src/kinds.ts";

/** The document after its long texts are stored, and the texts. */
function stored(document: JsonObject): { texts: string[]; document: JsonObject } {
  const texts: string[] = [];
  const row = kindNamed(kinds, "prompt");
  const result = extractFiles(kinds, row, document, {
    text: (text) => `${texts.push(text)}.md`,
    json: (text) => `${texts.push(text)}.json`,
  });
  return { texts, document: result };
}

it.each<[what: string, content: string, isStored: boolean]>([
  ["of two lines", "a\nb", true],
  ["of one line that ends with a newline", "a\n", false],
  ["of 200 characters", "a".repeat(200), false],
  ["of 201 characters", "a".repeat(201), true],
  ["with a CR, which readers drop", "a\r\nb", false],
  ["with a byte order mark, which readers drop", "\ufeffa\nb", false],
  ["with half a surrogate pair, which files cannot hold", "a\n\ud800", false],
])("a text %s", (_what, content, isStored) => {
  const { texts, document } = stored({ messages: [{ role: "user", content }] });
  expect(texts).toEqual(isStored ? [content] : []);
  const written = isStored ? { file: "1.md" } : content;
  expect(document).toEqual({ messages: [{ role: "user", content: written }] });
});

it("texts are stored from messages and blocks, also of nested evaluations, and from nothing else", () => {
  const long = "a\nb";
  const message = (text: unknown): JsonObject => ({ role: "user", content: text as string });
  const block = (text: unknown): JsonObject => ({ type: "TEXT", text: text as string });
  const documentWith = (at: (place: number) => unknown): JsonObject => ({
    name: "Greet",
    metadata: { note: long },
    messages: [message(at(1)), message([block(at(2)), { type: "IMAGE_BASE64", text: long }])],
    evaluations: [{ name: long, variables: { a: long }, appendedMessages: [message(at(3))] }],
  });
  const { texts, document } = stored(documentWith(() => long));
  expect(texts).toEqual([long, long, long]);
  expect(document).toEqual(documentWith((place) => ({ file: `${place}.md` })));
});
