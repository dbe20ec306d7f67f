// The edits that make a definition equal to its resource, with as much of the author's text as possible.
import { expect, it } from "vitest";
import { documentEdits } from "../../../src/engine/export/document-edits.ts";
import type { Json, JsonObject } from "../../../src/engine/model/json.ts";
import { kindNamed } from "../../../src/engine/model/kind.ts";
import { canonicalForm, normalizeDefinition } from "../../../src/engine/normalize/normalize.ts";
import { kinds } from "../../../src/kinds.ts";

/** The edits of fields of a prompt or an assertion. The texts of the files are `old`. */
function editsOf(kind: string, written: JsonObject, wanted: JsonObject): unknown {
  const { shape } = kindNamed(kinds, kind);
  const formOf = (document: JsonObject): JsonObject =>
    canonicalForm(
      shape,
      normalizeDefinition(
        shape,
        document,
        (name) => `tool/${name}`,
        () => ({}),
      ),
    );
  const withTexts = (value: Json): Json =>
    JSON.parse(JSON.stringify(value).replaceAll(/\{"file":"[^"]*"\}/g, '"old"')) as Json;
  const sides = { defined: formOf(withTexts(written) as JsonObject), observed: formOf(wanted) };
  return documentEdits(shape, written, sides);
}

const parameters = { provider: "OPENAI", name: "gpt" };
const prompt = (fields: JsonObject): JsonObject => ({ parameters, messages: [], ...fields });
const message = (content: Json): JsonObject => prompt({ messages: [{ role: "user", content }] });
const file = { file: "a.md" };
const content = ["messages", 0, "content"];

it.each<[sentence: string, written: JsonObject, wanted: JsonObject, edits: unknown]>([
  [
    "equal meanings need no edit",
    prompt({ parameters: { ...parameters, stream: false } }),
    prompt({}),
    [],
  ],
  [
    "a value that is the default again is removed",
    prompt({ parameters: { ...parameters, temperature: 0.5 } }),
    prompt({}),
    [{ edit: "remove", path: ["parameters", "temperature"], value: 1 }],
  ],
  [
    "a field that is not written is added",
    prompt({}),
    prompt({ parameters: { ...parameters, temperature: 0.5 } }),
    [{ edit: "set", path: ["parameters", "temperature"], value: 0.5 }],
  ],
  [
    "a text in a file is changed in the file",
    message(file),
    message("new"),
    [{ edit: "include", path: content, text: "new" }],
  ],
  [
    "a text that a file cannot hold replaces the include",
    message(file),
    message("new\r\n"),
    [{ edit: "set", path: content, value: "new\r\n" }],
  ],
  [
    "a text in parts with a file stays, because no part is known to have changed",
    message(["Hi ", file]),
    message("new"),
    [{ edit: "keep", path: content }],
  ],
  [
    "a text in parts without files is replaced",
    message(["Hi ", "there"]),
    message("new"),
    [{ edit: "set", path: content, value: "new" }],
  ],
  [
    "a message that moves keeps its text",
    prompt({
      messages: [
        { role: "system", content: "a" },
        { role: "user", content: file },
      ],
    }),
    prompt({
      messages: [
        { role: "user", content: "old" },
        { role: "system", content: "a" },
      ],
    }),
    [
      {
        edit: "list",
        path: ["messages"],
        removed: [0],
        inserted: [{ before: 2, items: [{ moved: 0 }] }],
      },
    ],
  ],
])("%s", (_sentence, written, wanted, edits) => {
  expect(editsOf("prompt", written, wanted)).toEqual(edits);
});

it.each<[sentence: string, written: JsonObject, wanted: JsonObject, edits: unknown]>([
  [
    "an assertion of another type keeps the text of equal fields",
    { type: "EXACT_MATCH", targetValue: "hi", ignoreCase: true },
    { type: "STARTS_WITH", targetValue: "hi", ignoreCase: true },
    [
      {
        edit: "nested",
        path: [],
        edits: [{ edit: "set", path: ["type"], value: "STARTS_WITH" }],
        value: { type: "STARTS_WITH", targetValue: "hi", ignoreCase: true },
      },
    ],
  ],
  [
    "an assertion of another type without equal texts is written again",
    { type: "EXACT_MATCH", targetValue: "hi", weight: 0.5 },
    { type: "COST", targetThreshold: 1, weight: 0.5 },
    [{ edit: "set", path: [], value: { type: "COST", targetThreshold: 1, weight: 0.5 } }],
  ],
])("%s", (_sentence, written, wanted, edits) => {
  expect(editsOf("assertion", written, wanted)).toEqual(edits);
});
