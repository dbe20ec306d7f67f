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
])("%s", async (_mistake, text, expected) => {
  const { diagnostics } = await loadTexts({ "a.yaml": text });
  expect(diagnostics.map(formatDiagnostic)).toEqual([expected]);
});

it("a key that is missing elsewhere is an error of its own", async () => {
  const text = `${head}messages:\n  - { content: hi }\nfoo: 1\n`;
  const { diagnostics } = await loadTexts({ "a.yaml": text });
  expect(diagnostics.map(({ code }) => code)).toEqual(["missing-key", "unknown-key"]);
});
