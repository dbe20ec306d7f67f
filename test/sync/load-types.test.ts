// What an author gets who writes a value of another type, or one that no service could keep.
import { expect, it } from "vitest";
import { loadTexts, formatDiagnostic } from "../fixtures/in-memory.ts";

const head = "kind: prompt\nname: Greet\nparameters: { provider: OPENAI, name: gpt }\n";
const evaluation = `${head}messages: []\n---\nkind: evaluation\nname: e\nprompt: Greet\n`; // ends on line 8
const message = (content: string): string =>
  `${head}messages:\n  - role: user\n    content: ${content}\n`;
const model = (line: string): string =>
  `kind: prompt\nname: Greet\nmessages: []\nparameters:\n  provider: OPENAI\n  name: gpt\n  ${line}\n`;
const tool = (line: string): string =>
  `kind: tool\nname: look\n${line}\n${line.startsWith("description") ? "" : "description: d\n"}${line.startsWith("parameters") ? "" : "parameters: {}\n"}`;
const text = "This text holds";

type Row = readonly [sentence: string, text: string, ...mistakes: string[]];

const types: readonly Row[] = [
  [
    "a number where a name is meant",
    "kind: prompt\nname: 5\nexternal: true\n",
    'wrong-type 2:7 "name" must be text, not a number. → Put it in quotes: "5".',
  ],
  [
    "a number where a variable's value is meant",
    `${evaluation}variables: { year: 2024 }\n`,
    'wrong-type 9:20 "year" must be text or null, not a number. → Put it in quotes: "2024".',
  ],
  [
    "true where a variable's value is meant",
    `${evaluation}variables: { shown: true }\n`,
    'wrong-type 9:21 "shown" must be text or null, not true. → Put it in quotes: "true".',
  ],
  [
    "a list where a variable's value is meant",
    `${evaluation}variables: { names: [a] }\n`,
    'wrong-type 9:21 "names" must be text or null, not a list.',
  ],
  [
    "a number in a list of texts",
    `${evaluation}assertions:\n  - { type: CONTAINS_ANY, targetValues: [hi, 5] }\n`,
    'wrong-type 10:46 Item 2 of "targetValues" must be text, not a number. → Put it in quotes: "5".',
  ],
  [
    "text where a number is meant",
    model("temperature: hot"),
    'wrong-type 7:16 "temperature" must be a number, not text.',
  ],
  [
    "null where a number is meant",
    model("temperature: null"),
    'wrong-type 7:16 "temperature" must be a number, not null.',
  ],
  [
    "text where a number or null is meant",
    model("maxTokens: many"),
    'wrong-type 7:14 "maxTokens" must be a number or null, not text.',
  ],
  [
    "text where true or false is meant",
    model("stream: yes"),
    'wrong-type 7:11 "stream" must be true or false, not text.',
  ],
  [
    "a mapping where a list is meant",
    `${head}messages: { role: user }\n`,
    'wrong-type 4:11 "messages" must be a list, not a mapping.',
  ],
  [
    "text where a list is meant",
    `${evaluation}appendedMessages: hi\n`,
    'wrong-type 9:19 "appendedMessages" must be a list, not text.',
  ],
  [
    "nothing where a list is meant",
    `${head}messages:\n`,
    'wrong-type 4:10 "messages" must be a list, not null.',
  ],
  [
    "text where a mapping is meant",
    tool("parameters: object"),
    'wrong-type 3:13 "parameters" must be a mapping, not text.',
  ],
  [
    "text where a message is meant",
    `${head}messages: [hi]\n`,
    'wrong-type 4:12 Item 1 of "messages" must be a mapping, not text.',
  ],
  [
    "text where a block is meant",
    message("[hi]"),
    'wrong-type 6:15 Item 1 of "content" must be a mapping, not text.',
  ],
  [
    "a number where content is meant",
    message("42"),
    'wrong-type 6:14 "content" must be text, { file: path } or a list of blocks, not a number. → Put it in quotes: "42".',
  ],
  [
    "null where content is meant",
    message("~"),
    'wrong-type 6:14 "content" must be text, { file: path } or a list of blocks, not null.',
  ],
  [
    "a number as the text of a block",
    message("[{ type: TEXT, text: 5 }]"),
    'wrong-type 6:35 "text" must be text or a mapping, not a number. → Put it in quotes: "5".',
  ],
  [
    "a number as the path of a file",
    message("{ file: 5 }"),
    'wrong-type 6:22 "file" must be text, not a number. → Put it in quotes: "5".',
  ],
  [
    "an empty path of a file",
    message("{ file: '' }"),
    'wrong-value 6:22 "file" must not be empty.',
  ],
  [
    "a file that is not there",
    message("{ file: ../no.md }").replace("../", "./"),
    "include 6:22 There is no file no.md.",
  ],
  [
    "an earlier name that is a number",
    tool("renamedFrom: [a, 5]"),
    'wrong-type 3:18 Item 2 of "renamedFrom" must be text, not a number. → Put it in quotes: "5".',
  ],
  [
    "the quotes keep what was written: a version",
    model("toolChoice: 4.10"),
    'wrong-type 7:15 "toolChoice" must be text or null, not a number. → Put it in quotes: "4.10".',
  ],
  [
    "the quotes keep what was written: hexadecimal digits",
    `${evaluation}variables: { code: 0x1F }\n`,
    'wrong-type 9:20 "code" must be text or null, not a number. → Put it in quotes: "0x1F".',
  ],
  [
    "content that is a mapping other than a file",
    message("{ text: hi }"),
    'missing-key 6:14 "file" is missing. → The path of the file, relative to this YAML file, with / between folders. It must be inside the project, and no folder or file name may start with a dot.',
    'unknown-key 6:16 There is no key "text" here. → Known keys here: file.',
  ],
];

const unholdable: readonly Row[] = [
  [
    "a NUL in a text",
    tool('description: "a\\0b"'),
    `bad-text 3:14 ${text} a NUL character: no service can keep it.`,
  ],
  [
    "a NUL in a name",
    'kind: prompt\nname: "a\\0b"\nexternal: true\n',
    `bad-text 2:7 ${text} a NUL character: no service can keep it.`,
  ],
  [
    "half a surrogate pair in a text",
    tool('description: "\\ud800"'),
    `bad-text 3:14 ${text} half of a surrogate pair, which is not text: no service can keep it.`,
  ],
  [
    "half a surrogate pair in a key",
    tool('parameters: { "\\udc00": 1 }'),
    `bad-text 3:15 ${text} half of a surrogate pair, which is not text: no service can keep it.`,
  ],
  ["both halves of a pair are text", tool('description: "\\ud83d\\ude00"')],
  [
    "a whole number past 2^53",
    tool("parameters: { maximum: 9007199254740993 }"),
    "bad-number 3:24 Whole numbers past 2^53 lose digits in JSON. → Write it as text, in quotes.",
  ],
  [
    "a negative whole number past 2^53",
    tool("parameters: { minimum: -9007199254740993 }"),
    "bad-number 3:24 Whole numbers past 2^53 lose digits in JSON. → Write it as text, in quotes.",
  ],
  ["2^53 - 1 is exact", tool("parameters: { maximum: 9007199254740991 }")],
  [
    "infinity",
    tool("parameters: { maximum: .inf }"),
    "bad-number 3:24 JSON has no such number. → Use a finite number.",
  ],
  [
    "not a number, where anything goes",
    tool("parameters: { maximum: .nan }"),
    "bad-number 3:24 JSON has no such number. → Use a finite number.",
  ],
  [
    "not a number, where a number is meant, is one mistake",
    model("temperature: .nan"),
    "bad-number 7:16 JSON has no such number. → Use a finite number.",
  ],
];

it.each([...types, ...unholdable])("%s", async (_sentence, written, ...mistakes) => {
  const { diagnostics } = await loadTexts(written);
  expect(diagnostics.map((each) => formatDiagnostic(each).split("\n").join(" "))).toEqual(
    mistakes.map((each) => each.replace(" ", " a.yaml:").replace(/^/, "error ")),
  );
});

it("what no service could keep is a mistake in an included file too, at the path", async () => {
  const { diagnostics } = await loadTexts(message("{ file: a.md }"), { "a.md": "a\0b" });
  expect(diagnostics.map(formatDiagnostic)).toEqual([
    `error bad-text a.yaml:6:22\n${text} a NUL character: no service can keep it.`,
  ]);
});
