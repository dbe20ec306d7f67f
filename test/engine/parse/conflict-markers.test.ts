import { describe, expect, test } from "vitest";
import { findMergeConflict } from "../../../src/engine/parse/conflict-markers.ts";
import { diagnosticsOf } from "../../fixtures/warnings.ts";

const conflict = "<<<<<<< HEAD\nYou are brief.\n=======\nYou are kind.\n>>>>>>> feature\n";

describe("a merge conflict", () => {
  test.for([
    ["at the start", conflict, { offset: 0, length: 12 }],
    ["after a line", `Hello.\n${conflict}`, { offset: 7, length: 12 }],
    ["with CRLF", conflict.replaceAll("\n", "\r\n"), { offset: 0, length: 12 }],
    [
      "with the common ancestor",
      "<<<<<<< a\n1\n||||||| b\n2\n=======\n3\n>>>>>>> c",
      { offset: 0, length: 9 },
    ],
    ["with a heading only", "Title\n=======\n", undefined],
    ["with markers that do not begin their lines", conflict.replace(/^/gm, "  "), undefined],
    ["with two of the markers", conflict.replace(">>>>>>> feature", ""), undefined],
    ["with longer lines", conflict.replace("<<<<<<<", "<<<<<<<<"), undefined],
  ] as const)("%s", ([_name, text, expected]) => {
    expect(findMergeConflict(text)).toEqual(expected);
  });
});

const prompt = `kind: prompt
name: Greeter
variables: { tone: How to speak }
parameters: { provider: OPENAI, name: gpt-5.4 }
messages: [{ role: system, content: { file: ./a.md } }]
`;

test("in YAML it is the only error, and hides no references", async () => {
  const texts = {
    "a.yaml": `kind: tool\n${conflict}`,
    "b.yaml": `${prompt.replace("{ file: ./a.md }", '"Use {{tone}}."')}tools: [lookup]\n`,
  };
  expect(await diagnosticsOf(texts)).toEqual([
    "merge-conflict a.yaml:2 This is an unresolved merge conflict. Keep the lines that are right, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>.",
  ]);
});

test.for([
  ["the last line", "kind: tool\nname: a\nparameters: {}\n>>>>>>> feature\n", 4],
  ["the last line, without a newline", "kind: tool\nname: a\n>>>>>>> feature", 3],
  ["the first line", "<<<<<<< HEAD\nkind: tool\nname: a\n", 1],
  ["the divider", "kind: tool\n=======\nname: a\n", 2],
  ["the divider at the end", "kind: tool\nname: a\n=======\n", 3],
  ["the common ancestor", "kind: tool\n||||||| 1a2b3c4\nname: a\n", 2],
  ["with CRLF", "kind: tool\r\n>>>>>>> feature\r\nname: a\r\n", 2],
  ["alone", "<<<<<<< HEAD\n", 1],
  ["the divider alone", "=======\n", 1],
  ["in brackets", "kind: tool\nparameters: {\n>>>>>>> feature\n  type: object }\n", 3],
  ["in a second document", "kind: tol\n---\nname: a\n>>>>>>> feature\n", 4],
] as const)("one marker that makes the YAML invalid: %s", async ([_name, text, line]) => {
  expect(await diagnosticsOf(text)).toEqual([
    `merge-conflict a.yaml:${line} This is an unresolved merge conflict. Keep the lines that are right, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>.`,
  ]);
});

test("a line of a text that looks like a marker is no conflict", async () => {
  const text = prompt.replace("{ file: ./a.md }", '"{{tone}}\n\n=======\n\n>>>>>>> a"');
  expect(await diagnosticsOf(text)).toEqual([]);
});

test("in an included text it is an error, which a comment ignores", async () => {
  const options = { included: { "a.md": `{{tone}}\n${conflict}` } };
  expect(await diagnosticsOf(prompt, options)).toEqual([
    "merge-conflict-in-text a.md:2 This is an unresolved merge conflict. Resolve it. If the text is about git, add a comment to a.yaml: # promptctl-ignore: merge-conflict-in-text",
  ]);
  const ignored = `# promptctl-ignore: merge-conflict-in-text\n${prompt}`;
  expect(await diagnosticsOf(ignored, options)).toEqual([]);
});

test("a missing include adds no warnings about variables", async () => {
  const evaluation = `---
kind: evaluation
name: one
prompt: Greeter
variables: { tone: kind }
assertions: [{ type: LATENCY, targetThreshold: 1000 }]
appendedMessages: [{ role: user, content: Hello }]
`;
  expect(await diagnosticsOf(prompt + evaluation)).toEqual([
    "include a.yaml:5 There is no file a.md.",
  ]);
});
