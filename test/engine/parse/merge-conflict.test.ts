import { describe, expect, test } from "vitest";
import { findMergeConflict } from "../../../src/engine/parse/merge-conflict.ts";
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
