// A key with another indentation than its mapping, where the text is valid YAML, is one error.
import { expect, it } from "vitest";
import { formatDiagnostic, loadTexts } from "../../fixtures/in-memory.ts";

const head =
  "kind: prompt\nname: P\nparameters:\n  provider: ANTHROPIC\n  name: claude-sonnet-4-6\n";
const moreIn = (path: string): string => `It belongs to ${path}: indent it more.`;
const less = "It belongs to the mapping around this one: indent it less.";

it.each([
  [
    "a key too deep, in the mapping before it",
    `${head}  messages: [{ role: user, content: hi }]\n`,
    `error unknown-key a.yaml:6:3\nUnknown key "messages".\n→ ${less}`,
  ],
  [
    "a key of an item with too little",
    `${head}messages:\n- role: user\ncontent: hi\n`,
    `error unknown-key a.yaml:8:1\nUnknown key "content".\n→ ${moreIn("messages.0")}`,
  ],
  [
    "a key of the last of two items with too little",
    `${head}messages:\n- role: system\n  content: ho\n- role: user\ncontent: hi\n`,
    `error unknown-key a.yaml:10:1\nUnknown key "content".\n→ ${moreIn("messages.1")}`,
  ],
  [
    "the prompt of an evaluation too deep",
    `${head}messages: [{ role: user, content: hi }]\n---\nkind: evaluation\nname: E\nvariables:\n  a: b\nassertions:\n  - type: EXACT_MATCH\n    targetValue: x\n    prompt: P\n`,
    expect.stringMatching(/^error unknown-key a\.yaml:15:5\nUnknown key "prompt"\./) as string,
  ],
  [
    "an optional key of an evaluation on the first level",
    `${head}messages: [{ role: user, content: hi }]\nevaluations:\n  - name: e\nassertions: []\n`,
    `error unknown-key a.yaml:9:1\nUnknown key "assertions".\n→ ${moreIn("evaluations.0")}`,
  ],
  [
    "an optional key of the prompt in a message",
    `${head}messages:\n  - role: user\n    content: hi\n    evaluations: []\n`,
    `error unknown-key a.yaml:9:5\nUnknown key "evaluations".\n→ ${less}`,
  ],
  [
    "the keys of parameters are not indented",
    `kind: prompt\nname: P\nparameters:\nprovider: OPENAI\nmaxTokens: 9\nmessages: []\n`,
    `error unknown-key a.yaml:4:1\nUnknown key "provider".\n→ It belongs to "parameters", as the next key: indent them more.`,
  ],
  [
    "the keys of parameters are not indented, one of them known to the prompt",
    `kind: prompt\nname: P\nparameters:\nprovider: OPENAI\nname: gpt-5.4\nmessages: []\n`,
    `error yaml-syntax a.yaml:5:1\nThe key "name" appears twice in this mapping (first on line 2).\n→ "parameters" on line 3 has no value: indent the keys that belong to it more.`,
  ],
  [
    "the names of variables are not indented",
    `${head}messages: [{ role: user, content: "{{a}}" }]\nevaluations:\n  - name: e\n    variables:\n    a: x\n    assertions: [{ type: EXACT_MATCH, targetValue: x }]\n`,
    `error unknown-key a.yaml:10:5\nUnknown key "a".\n→ It belongs to "variables": indent it more.`,
  ],
  [
    "the schema of a tool is not indented",
    `kind: tool\nname: look\ndescription: d\nparameters:\ntype: object\nproperties: {}\n`,
    `error unknown-key a.yaml:5:1\nUnknown key "type".\n→ It belongs to "parameters", as the next key: indent them more.`,
  ],
  [
    "a message without indentation and dash",
    `${head}messages:\nrole: user\ncontent: hi\n`,
    `error unknown-key a.yaml:7:1\nUnknown key "role".\n→ It begins an item of the list "messages": write "- role: …", and indent the next key by two spaces.`,
  ],
  [
    "an assertion of a wrong type without a dash",
    `${head}messages: [{ role: user, content: hi }]\nevaluations:\n  - name: e\n    assertions:\n    type: CONTAINS\n    value: x\n`,
    `error unknown-key a.yaml:10:5\nUnknown key "type".\n→ It begins an item of the list "assertions": write "- type: …", and indent the next key by two spaces.`,
  ],
  [
    "a message without a dash",
    `${head}messages:\n  role: user\n  content: hi\n`,
    `error wrong-type a.yaml:7:3\n"messages" has the wrong type: expected list, found mapping.\n→ Begin each item of the list with a dash: "- role: …", with its other keys below role.`,
  ],
])("%s", async (_mistake, text, expected) => {
  const { diagnostics } = await loadTexts({ "a.yaml": text });
  expect(diagnostics.map(formatDiagnostic)).toEqual([expected]);
});

it("a key that is missing elsewhere is an error of its own", async () => {
  const text = `${head}messages:\n  - { content: hi }\nfoo: 1\n`;
  const { diagnostics } = await loadTexts({ "a.yaml": text });
  expect(diagnostics.map(({ code }) => code)).toEqual(["missing-key", "unknown-key"]);
});

it("a key that is unknown in two mappings is moved from neither", async () => {
  const text = `${head}  content: a\nmessages:\n  - { role: user }\ncontent: b\n`;
  const { diagnostics } = await loadTexts({ "a.yaml": text });
  expect(diagnostics.map(({ code, hint }) => [code, String(hint).includes("indent")])).toEqual([
    ["unknown-key", false],
    ["missing-key", false],
    ["unknown-key", false],
  ]);
});
