// Errors for invalid YAML, and for YAML that definitions cannot contain.
import { expect, it } from "vitest";
import { loadTexts, formatDiagnostic } from "../../fixtures/in-memory.ts";

const rows: readonly (readonly [sentence: string, text: string, ...errors: string[]])[] = [
  [
    "a list item that is indented too little is one error, at its line",
    "kind: prompt\nname: x\nmessages:\n  - role: user\n   content: hi\n",
    "error yaml-syntax a.yaml:5:4\nThis line starts at another column than the lines that it belongs to.\n→ Indent it as the key or the item before it on its level.",
  ],
  [
    "a tab before a key",
    "kind: tool\nparameters:\n\ttype: object\n",
    "error yaml-syntax a.yaml:3:1\nTabs cannot indent YAML.\n→ Use spaces.",
  ],
  [
    "the second of two equal keys is the error",
    "kind: tool\nname: a\nname: b\n",
    'error yaml-syntax a.yaml:3:1\nThe key "name" appears twice in this mapping (first on line 2).',
  ],
  [
    "each key that repeats an earlier key of its mapping",
    "kind: tool\nparameters:\n  { type: x, type: y }\nname: a\nkind: b\nkind: c\n",
    'error yaml-syntax a.yaml:3:14\nThe key "type" appears twice in this mapping (first on line 3).',
    'error yaml-syntax a.yaml:5:1\nThe key "kind" appears twice in this mapping (first on line 1).',
    'error yaml-syntax a.yaml:6:1\nThe key "kind" appears twice in this mapping (first on line 1).',
  ],
  [
    "a custom tag",
    "kind: tool\nname: look\ndescription: !env HOME\nparameters: {}\n",
    "error yaml-syntax a.yaml:3:14\nUnresolved tag: !env: YAML tags are not supported.",
  ],
  [
    "a mapping as a key",
    "kind: tool\nname: look\ndescription: d\nparameters: { ? {a: 1} : x }\n",
    "error yaml-syntax a.yaml:4:17\nA key must be a string.\n→ Put it in quotes.",
  ],
  [
    "a merge key is unknown, with the reason",
    [
      "kind: prompt",
      "name: Greet",
      "metadata: &m { temperature: 0 }",
      "parameters: { <<: *m, provider: OPENAI, name: gpt }",
      "messages: []",
    ].join("\n"),
    'error unknown-key a.yaml:4:15\nUnknown key "<<".\n→ YAML 1.2 has no merge keys: repeat the fields, or use an alias for a whole value.',
  ],
  [
    "a list as a document",
    "- kind: tool\n",
    "error not-a-mapping a.yaml:1:1\nA document must be a mapping of keys to values.",
  ],
  [
    "a number as the second document of a file",
    "kind: tool\nname: look\nexternal: true\n---\n5\n",
    "error not-a-mapping a.yaml:5:1\nA document must be a mapping of keys to values.",
  ],
  [
    "a missing kind",
    "name: look\n",
    'error missing-key a.yaml:1:1\n"kind" is missing: tool, prompt, evaluation or assertion.',
  ],
  [
    "a kind in capitals",
    "kind: Tool\nname: x\n",
    'error unknown-kind a.yaml:1:7\nUnknown kind "Tool".\n→ Did you mean "tool"?',
  ],
  [
    "a kind that every JavaScript object has",
    "kind: constructor\n",
    'error unknown-kind a.yaml:1:7\nUnknown kind "constructor".\n→ The kinds are tool, prompt, evaluation, assertion.',
  ],
  ["documents that contain only comments are ignored", "# nothing\n---\n---\n"],
  [
    "numbers as keys are text",
    "kind: tool\nname: look\ndescription: d\nparameters: { 1: x, true: y }\n",
  ],
];

it.each(rows)("%s", async (_sentence, text, ...errors) => {
  const { diagnostics } = await loadTexts(text);
  expect(diagnostics.map(formatDiagnostic)).toEqual(errors);
});

// The messages of the parser are compared only in part.

it("an alias without its anchor is an error at the alias", async () => {
  const text = "kind: tool\nname: look\ndescription: *d\nparameters: {}\n";
  const { diagnostics } = await loadTexts(text);
  expect(diagnostics.map(formatDiagnostic)).toEqual([
    "error yaml-alias a.yaml:3:14\nUnresolved alias (the anchor must be set before the alias): d.",
  ]);
});

it("aliases that expand to too much data are an error", async () => {
  const level = (name: string, of: string): string =>
    `  ${name}: &${name} [${Array.from({ length: 10 }, () => of).join(", ")}]`;
  const levels = [level("a", "x"), level("b", "*a"), level("c", "*b"), level("d", "*c")];
  const { diagnostics } = await loadTexts(["kind: tool", "metadata:", ...levels].join("\n"));
  expect(diagnostics.map(formatDiagnostic)).toEqual([
    "error yaml-alias a.yaml:1:1\nThe aliases of this document expand to too much data.",
  ]);
});

it("a merge key in the parameters of a tool is an error, not a field with the name <<", async () => {
  const text =
    "kind: tool\nname: look\ndescription: d\nparameters:\n  a: &a { type: string }\n  b:\n    <<: *a\n";
  const { diagnostics } = await loadTexts(text);
  expect(
    diagnostics.map((each) => `${each.code} ${each.location.line}:${each.location.column}`),
  ).toEqual(["unknown-key 7:5"]);
});

const unclear: readonly (readonly [
  sentence: string,
  text: string,
  location: string,
  words: RegExp,
])[] = [
  [
    "an unclosed quote is located at its start",
    'kind: tool\nname: "look\ndescription: d\n',
    "2:7",
    /quote.*(closed|closing)/,
  ],
  [
    "an unclosed bracket is located at its start",
    "kind: prompt\nname: x\ntools: [a, b\nmessages: []\n",
    "3:8",
    /\[.*(closed|closing)|\]/,
  ],
  [
    "the message for a line that is indented too far mentions indentation",
    "kind: tool\nname: look\n description: d\n",
    "3:2",
    /indentation/,
  ],
  [
    "the message for a colon in plain text mentions quotes",
    "kind: tool\nname: look\ndescription: note: this\nparameters: {}\n",
    "3:14",
    /quotes/,
  ],
  [
    "the message for a key without a space after its colon mentions the space",
    "kind: tool\nname:look\n",
    "2:1",
    /space/,
  ],
];

it.each(unclear)("%s", async (_sentence, text, location, words) => {
  const { diagnostics } = await loadTexts(text);
  const found = diagnostics.map(
    (each) => `${each.location.line}:${each.location.column} ${each.message} ${each.hint ?? ""}`,
  );
  expect(found).toEqual([expect.stringMatching(`^${location} `)]);
  expect(found[0]).toMatch(words);
});
