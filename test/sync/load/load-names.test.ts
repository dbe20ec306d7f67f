// Errors between documents: names, keys, references, files.
import { expect, it } from "vitest";
import { loadTexts, formatDiagnostic, type Texts } from "../../fixtures/in-memory.ts";

const tool = (...lines: string[]): string =>
  ["kind: tool", ...lines, "description: d", "parameters: {}", ""].join("\n");
const prompt = (...lines: string[]): string =>
  [
    "kind: prompt",
    "name: Greet",
    "parameters: { provider: OPENAI, name: gpt }",
    "messages: []",
    ...lines,
    "",
  ].join("\n");
const documents = (...each: string[]): string => each.join("---\n");

type Row = readonly [sentence: string, texts: Texts, ...errors: string[]];

const references: readonly Row[] = [
  [
    "an unknown tool with a similar name",
    { "a.yaml": tool("name: look"), "b.yaml": prompt("tools: [look, lok]") },
    'unknown-tool b.yaml:5:15 Unknown tool "lok". → Did you mean "look" (a.yaml:2)?',
  ],
  [
    "an unknown tool with a similar key, with the location of the name",
    { "a.yaml": tool("key: finder", "name: look"), "b.yaml": prompt("tools: [findr]") },
    'unknown-tool b.yaml:5:9 Unknown tool "findr". → Did you mean "finder" (a.yaml:3)?',
  ],
  [
    "an unknown tool in a project without tools",
    prompt("tools: [look]"),
    'unknown-tool a.yaml:5:9 Unknown tool "look". → No file defines a tool.',
  ],
  [
    "references to tools are not checked if a tool has no name",
    documents(tool("nmae: look"), prompt("tools: [look]")),
    'unknown-key a.yaml:2:1 Unknown key "nmae". → Did you mean "name"?',
  ],
  [
    "references to evaluations are not checked if their prompt has no name",
    {
      "a.yaml": prompt("evaluations: [{ name: first }]").replace("name: Greet", "nmae: Greet"),
      "b.yaml": "kind: assertion\nevaluation: Greet/first\ntype: COST\ntargetThreshold: 1\n",
      "c.yaml": "kind: evaluation\nname: second\nprompt: Greet\n",
      "d.yaml": "kind: assertion\nevaluation: Greet/second\ntype: COST\ntargetThreshold: 1\n",
    },
    'unknown-key a.yaml:2:1 Unknown key "nmae". → Did you mean "name"?',
  ],
  [
    "an unknown prompt with a similar name",
    documents(prompt(), "kind: evaluation\nname: e\nprompt: Great\n"),
    'unknown-prompt a.yaml:8:9 Unknown prompt "Great". → Did you mean "Greet" (a.yaml:2)?',
  ],
  [
    "an evaluation without the name of its prompt",
    documents(
      prompt("evaluations: [{ name: first }]"),
      "kind: assertion\nevaluation: first\ntype: COST\ntargetThreshold: 1\n",
    ),
    'unknown-evaluation a.yaml:8:13 Unknown evaluation "first". → Did you mean "Greet/first" (a.yaml:5)?',
  ],
  ["the tools of an external prompt are not checked", prompt("external: true", "tools: [look]")],
  [
    "a file with YAML errors suppresses unknown references in other files",
    { "a.yaml": "kind: tool\nname: look\nname: look\n", "b.yaml": prompt("tools: [look]") },
    'yaml-syntax a.yaml:3:1 The key "name" appears twice in this mapping (first on line 2).',
  ],
  [
    "a tool with a misspelled kind is one error, without another one where it is used",
    documents(tool("name: look").replace("tool", "tol"), prompt("tools: [look]")),
    'unknown-kind a.yaml:1:7 Unknown kind "tol". → Did you mean "tool"?',
  ],
];

const hint = "→ Rename one, or give each its own key if the service has both.";
const duplicates: readonly Row[] = [
  [
    "a name in two files, with both locations",
    { "a.yaml": tool("name: look"), "b.yaml": `# more\n${tool("name: look")}` },
    `duplicate-name b.yaml:3:7 Another tool already has the name "look" (a.yaml:2). ${hint}`,
  ],
  [
    "a repeated key, with both locations",
    documents(tool("key: k", "name: one"), tool("key: k", "name: two")),
    `duplicate-key a.yaml:8:6 Another tool already has the key "k" (a.yaml:2). ${hint}`,
  ],
  [
    "a name that equals the key of another definition",
    documents(tool("key: look", "name: other"), tool("name: look")),
    `duplicate-name a.yaml:8:7 Another tool already has the key "look" (a.yaml:2). ${hint}`,
  ],
  [
    "a key that is the name of a definition with another key",
    documents(tool("key: look", "name: other"), tool("key: k", "name: look")),
    'key-of-other-name a.yaml:2:6 The key "look" is the name of another tool (a.yaml:9). → Use another key.',
  ],
  [
    "a repeated name of which one has a key is an error of the other",
    documents(tool("name: look"), tool("key: k", "name: look")),
    `duplicate-name a.yaml:2:7 Another tool has the name "look" (a.yaml:8). ${hint}`,
  ],
  [
    "a key that is the name of the definition itself",
    documents(tool("key: look", "name: look"), tool("key: l", "name: look")),
  ],
  [
    "equal names with different keys",
    documents(tool("key: k", "name: look"), tool("key: l", "name: look")),
  ],
  [
    "a nested evaluation and an earlier separate one: the separate one is the second",
    documents("kind: evaluation\nname: e\nprompt: Greet\n", prompt("evaluations: [{ name: e }]")),
    'duplicate-name a.yaml:2:7 Another evaluation already has the name "e" (a.yaml:9). → Rename one.',
  ],
];

it.each([...references, ...duplicates])("%s", async (_sentence, texts, ...errors) => {
  const { diagnostics } = await loadTexts(texts);
  expect(diagnostics.map((each) => formatDiagnostic(each).split("\n").join(" "))).toEqual(
    errors.map((each) => `error ${each}`),
  );
});
