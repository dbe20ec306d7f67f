// Errors for values of the wrong type, and for values that JSON or a service cannot represent.
import { expect, it } from "vitest";
import { loadTexts, formatDiagnostic } from "../../fixtures/in-memory.ts";

const head = "kind: prompt\nname: Greet\nparameters: { provider: OPENAI, name: gpt }\n";
const evaluation = `${head}messages: []\n---\nkind: evaluation\nname: e\nprompt: Greet\n`; // ends on line 8
const message = (content: string): string =>
  `${head}messages:\n  - role: user\n    content: ${content}\n`;
const model = (line: string): string =>
  `kind: prompt\nname: Greet\nmessages: []\nparameters:\n  provider: OPENAI\n  name: gpt\n  ${line}\n`;
const tool = (line: string): string =>
  `kind: tool\nname: look\n${line}\n${line.startsWith("description") ? "" : "description: d\n"}${line.startsWith("parameters") ? "" : "parameters: {}\n"}`;
const text = "The text contains";

type Row = readonly [sentence: string, text: string, ...errors: string[]];

const types: readonly Row[] = [
  [
    "a number instead of a name",
    "kind: prompt\nname: 5\nexternal: true\n",
    'wrong-type 2:7 "name" has the wrong type: expected string, found number. → Put it in quotes: "5".',
  ],
  [
    "a number in a list of texts",
    `${evaluation}assertions:\n  - { type: CONTAINS_ANY, targetValues: [hi, 5] }\n`,
    'wrong-type 10:46 Item 2 of "targetValues" has the wrong type: expected string, found number. → Put it in quotes: "5".',
  ],
  [
    "text instead of a number or null",
    model("maxTokens: many"),
    'wrong-type 7:14 "maxTokens" has the wrong type: expected number or null, found string.',
  ],
  [
    "text instead of true or false",
    model("stream: yes"),
    'wrong-type 7:11 "stream" has the wrong type: expected boolean, found string. → Write true or false. In YAML 1.2, yes is text.',
  ],
  [
    "a boolean in quotes",
    model("stream: 'true'"),
    'wrong-type 7:11 "stream" has the wrong type: expected boolean, found string. → Remove the quotes: true.',
  ],
  [
    "a number in quotes",
    model("temperature: '0.5'"),
    'wrong-type 7:16 "temperature" has the wrong type: expected number, found string. → Remove the quotes: 0.5.',
  ],
  [
    "a mapping instead of a list",
    `${head}messages: { role: user }\n`,
    'wrong-type 4:11 "messages" has the wrong type: expected list, found mapping. → Begin each item of the list with a dash: "- role: …", with its other keys below role.',
  ],
  [
    "a block among the parts of a text",
    message("[hi, { type: TEXT, text: there }]"),
    'wrong-type 6:19 Item 2 of "content" is a block, but other items are parts of a text. → Write parts only (strings and { file: path }), or blocks only: a TEXT block can have parts as its text.',
  ],
  [
    "a number among the parts of a text",
    message("[hi, 5]"),
    'wrong-type 6:19 Item 2 of "content" has the wrong type: expected string or { file: path }, found number. → Put it in quotes: "5".',
  ],
  [
    "a part with a key too many",
    message("[hi, { file: a.md, path: b.md }]"),
    "include 6:27 There is no file a.md.",
    'unknown-key 6:33 Unknown key "path". → Known keys: file.',
  ],
  [
    "no parts",
    message("[{ type: TEXT, text: [] }]"),
    'wrong-value 6:35 "text" has no parts. → Write at least one string or { file: path }, or "" for an empty text.',
  ],
  [
    "no stop sequences",
    model("options: { stopSequences: [] }"),
    'wrong-value 7:29 "stopSequences" must not be empty. → Write at least one item, or remove the key if it is optional.',
  ],
  [
    "parts in place of an image",
    message("[{ type: IMAGE_BASE64, mediaType: image/png, imageBase64: [a] }]"),
    'wrong-type 6:72 "imageBase64" has the wrong type: expected string or mapping, found list.',
  ],
  [
    "a number instead of content",
    message("42"),
    'wrong-type 6:14 "content" has the wrong type: expected string, { file: path } or list, found number. → Put it in quotes: "42".',
  ],
  [
    "an empty path of a file",
    message("{ file: '' }"),
    'wrong-value 6:22 "file" must not be empty.',
  ],
  [
    "the hint quotes the value as written: a version",
    model("toolChoice: 4.10"),
    'wrong-type 7:15 "toolChoice" has the wrong type: expected string or null, found number. → Put it in quotes: "4.10".',
  ],
];

const unholdable: readonly Row[] = [
  [
    "a NUL in a text",
    tool('description: "a\\0b"'),
    `bad-text 3:14 ${text} a NUL character, which services cannot store.`,
  ],
  [
    "half a surrogate pair in a text",
    tool('description: "\\ud800"'),
    `bad-text 3:14 ${text} half of a surrogate pair, which services cannot store.`,
  ],
  [
    "half a surrogate pair in a key",
    tool('parameters: { "\\udc00": 1 }'),
    `bad-text 3:15 ${text} half of a surrogate pair, which services cannot store.`,
  ],
  ["a complete surrogate pair is allowed", tool('description: "\\ud83d\\ude00"')],
  [
    "an integer above 2^53",
    tool("parameters: { maximum: 9007199254740993 }"),
    "bad-number 3:24 Integers above 2^53 lose digits in JSON. → Use a smaller number, or write it as a string, in quotes.",
  ],
  [
    "a negative integer below -2^53",
    tool("parameters: { minimum: -9007199254740993 }"),
    "bad-number 3:24 Integers above 2^53 lose digits in JSON. → Use a smaller number, or write it as a string, in quotes.",
  ],
  ["an integer above 2^53 that a double holds exactly", tool("parameters: { maximum: 1e21 }")],
  [
    "1e23, which a double does not hold exactly",
    tool("parameters: { maximum: 1e23 }"),
    "bad-number 3:24 Integers above 2^53 lose digits in JSON. → Use a smaller number, or write it as a string, in quotes.",
  ],
  [
    "an integer that a double rounds to 1e21",
    tool("parameters: { maximum: 1000000000000000000001 }"),
    "bad-number 3:24 Integers above 2^53 lose digits in JSON. → Use a smaller number, or write it as a string, in quotes.",
  ],
  [
    ".nan where any value is allowed",
    tool("parameters: { maximum: .nan }"),
    "bad-number 3:24 JSON cannot represent this number. → Use a finite number.",
  ],
  [
    ".nan instead of a number is one error",
    model("temperature: .nan"),
    "bad-number 7:16 JSON cannot represent this number. → Use a finite number.",
  ],
];

it.each([...types, ...unholdable])("%s", async (_sentence, written, ...errors) => {
  const { diagnostics } = await loadTexts(written);
  expect(diagnostics.map((each) => formatDiagnostic(each).split("\n").join(" "))).toEqual(
    errors.map((each) => each.replace(" ", " a.yaml:").replace(/^/, "error ")),
  );
});

it("an unrepresentable character in an included file is an error at the path", async () => {
  const { diagnostics } = await loadTexts(message("{ file: a.md }"), { "a.md": "a\0b" });
  expect(diagnostics.map(formatDiagnostic)).toEqual([
    `error bad-text a.yaml:6:22\n${text} a NUL character, which services cannot store.`,
  ]);
});
