// What an author gets who writes text that is not YAML, or YAML that has no meaning here.
import { expect, it } from "vitest";
import { loadTexts, formatDiagnostic } from "../fixtures/in-memory.ts";

const rows: readonly (readonly [sentence: string, text: string, ...mistakes: string[]])[] = [
  [
    "a list item that is indented too little is one mistake, at its line",
    "kind: prompt\nname: x\nmessages:\n  - role: user\n   content: hi\n",
    "error yaml-syntax a.yaml:5:1\nInvalid YAML syntax: Sequence item without - indicator.",
  ],
  [
    "a tab before a key is no indentation",
    "kind: tool\nparameters:\n\ttype: object\n",
    "error yaml-syntax a.yaml:3:1\nTabs cannot indent YAML.\n→ Use spaces.",
  ],
  [
    "the second of two equal keys is the mistake",
    "kind: tool\nname: a\nname: b\n",
    "error yaml-syntax a.yaml:3:1\nDuplicate key in this mapping.",
  ],
  [
    "a tag of the author's own has no meaning",
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
    "a list is no document",
    "- kind: tool\n",
    "error not-a-mapping a.yaml:1:1\nA document must be a mapping of keys to values.",
  ],
  [
    "text is no document",
    "hello\n",
    "error not-a-mapping a.yaml:1:1\nA document must be a mapping of keys to values.",
  ],
  [
    "a number is no document, in the second place of a file either",
    "kind: tool\nname: look\nexternal: true\n---\n5\n",
    "error not-a-mapping a.yaml:5:1\nA document must be a mapping of keys to values.",
  ],
  [
    "no kind",
    "name: look\n",
    'error missing-key a.yaml:1:1\n"kind" is missing: tool, prompt, evaluation or assertion.',
  ],
  [
    "a kind with a letter missing",
    "kind: promt\nname: x\n",
    'error unknown-kind a.yaml:1:7\nUnknown kind "promt".\n→ Did you mean "prompt"?',
  ],
  [
    "a kind in capitals",
    "kind: Tool\nname: x\n",
    'error unknown-kind a.yaml:1:7\nUnknown kind "Tool".\n→ Did you mean "tool"?',
  ],
  [
    "a kind that is like none",
    "kind: workflow\nname: x\n",
    'error unknown-kind a.yaml:1:7\nUnknown kind "workflow".\n→ The kinds are tool, prompt, evaluation, assertion.',
  ],
  [
    "a kind that every JavaScript object has",
    "kind: constructor\n",
    'error unknown-kind a.yaml:1:7\nUnknown kind "constructor".\n→ The kinds are tool, prompt, evaluation, assertion.',
  ],
  ["documents of nothing but comments say nothing", "# nothing\n---\n---\n"],
  ["an empty file says nothing", ""],
  [
    "numbers as keys are text",
    "kind: tool\nname: look\ndescription: d\nparameters: { 1: x, true: y }\n",
  ],
];

it.each(rows)("%s", async (_sentence, text, ...mistakes) => {
  const { diagnostics } = await loadTexts(text);
  expect(diagnostics.map(formatDiagnostic)).toEqual(mistakes);
});

// Below, only the location and what must be said are written out where the words are the parser's own.

it("an alias without its anchor is a mistake at the alias", async () => {
  const text = "kind: tool\nname: look\ndescription: *d\nparameters: {}\n";
  const { diagnostics } = await loadTexts(text);
  expect(diagnostics.map(formatDiagnostic)).toEqual([
    "error yaml-alias a.yaml:3:14\nUnresolved alias (the anchor must be set before the alias): d.",
  ]);
});

it("aliases that multiply a document beyond reason are a mistake", async () => {
  const level = (name: string, of: string): string =>
    `  ${name}: &${name} [${Array.from({ length: 10 }, () => of).join(", ")}]`;
  const levels = [level("a", "x"), level("b", "*a"), level("c", "*b"), level("d", "*c")];
  const { diagnostics } = await loadTexts(["kind: tool", "metadata:", ...levels].join("\n"));
  expect(diagnostics.map(formatDiagnostic)).toEqual([
    "error yaml-alias a.yaml:1:1\nThe aliases of this document expand to too much data.",
  ]);
});

it.each([
  ["a list", "metadata: &a [*a]"],
  ["a mapping", "metadata: &a { x: *a }"],
])("an alias inside its own anchor is a mistake, not a crash: %s", async (_what, line) => {
  const text = `kind: tool\nname: look\ndescription: d\nparameters: {}\n${line}\n`;
  const { diagnostics } = await loadTexts(text);
  expect(diagnostics.map((each) => `${each.code} ${each.location.line}`)).toEqual(["yaml-alias 5"]);
});

it.each([
  ["binary", "description: !!binary aGk="],
  ["timestamp", "description: !!timestamp 2024-01-01"],
  ["set", "metadata: !!set { a, b }"],
  ["ordered map", "metadata: !!omap [ a: 1 ]"],
])(
  "a tag that YAML 1.1 knows has no meaning either, and is one mistake: %s",
  async (_what, line) => {
    const rest = line.startsWith("description") ? "" : "description: d\n";
    const { diagnostics } = await loadTexts(
      `kind: tool\nname: look\n${line}\n${rest}parameters: {}\n`,
    );
    const column = line.indexOf("!!") + 1;
    expect(diagnostics.slice(0, 3).map((each) => `${each.code} 3:${each.location.column}`)).toEqual(
      [`yaml-syntax 3:${column}`],
    );
  },
);

it("a directive does not bring YAML 1.1 and its other meaning of no", async () => {
  const text =
    "%YAML 1.1\n---\nkind: tool\nname: look\nexternal: no\ndescription: d\nparameters: {}\n";
  const { diagnostics } = await loadTexts(text);
  expect(diagnostics.map((each) => each.code)).not.toEqual([]);
});

it("a merge key in a tool's parameters is a mistake, not a field called << that is sent", async () => {
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
    "a quote that is never closed is a mistake where it opens",
    'kind: tool\nname: "look\ndescription: d\n',
    "2:7",
    /quote.*(closed|closing)/,
  ],
  [
    "a bracket that is never closed is a mistake where it opens",
    "kind: prompt\nname: x\ntools: [a, b\nmessages: []\n",
    "3:8",
    /\[.*(closed|closing)|\]/,
  ],
  [
    "a line that is indented too far speaks of indentation",
    "kind: tool\nname: look\n description: d\n",
    "2:7",
    /indentation/,
  ],
  [
    "a colon in plain text speaks of quotes",
    "kind: tool\nname: look\ndescription: note: this\nparameters: {}\n",
    "3:14",
    /quotes/,
  ],
  [
    "a key without a space after its colon speaks of the space",
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
