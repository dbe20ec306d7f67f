import { createLocator } from "../../../src/engine/parse/locate.ts";
import { fieldSource } from "../../../src/sync/load/load.ts";
import { expect, it } from "vitest";
import { loadTexts } from "../../fixtures/in-memory.ts";

const texts = {
  "look.yaml": `kind: tool
name: look
metadata: &schema
  type: object
  properties: { id: { type: string } }
description: { file: ./text/look.md }
parameters: *schema
`,
  "prompts/greet.yaml": `kind: prompt
name: Other
external: true
---
kind: prompt
key: greet
name: Greet
tools: [look]
parameters: { provider: OPENAI, name: gpt }
messages:
  - role: system
    content: You greet.
  - role: user
    content: { file: hi.md }
  - role: user
    content:
      - type: TEXT
        text: { file: ../text/look.md }
      - type: TEXT
        text: more
evaluations:
  - name: first
    variables: { "a/b": c }
    assertions:
      - { type: COST, targetThreshold: 1 }
      - { type: LATENCY, targetThreshold: 5 }
---
kind: assertion
evaluation: greet/first
type: TOOL_CALLED
toolName: look
`,
};
const included = { "text/look.md": "l\n", "prompts/hi.md": "h\n" };

/** The location and the marked text; with the included files if there are any. */
async function located(address: string, pointer: string): Promise<string | undefined> {
  const project = await loadTexts(texts, included);
  expect(project.diagnostics).toEqual([]);
  const found = fieldSource(project, address, pointer);
  if (!found) return undefined;
  const { file, line, column, endColumn, text } = createLocator(project)(found.place);
  const marked = text.slice(column - 1, endColumn - 1);
  return `${file}:${line}:${column} ${marked}${found.included.length === 0 ? "" : ` ← ${found.included.join(", ")}`}`;
}

it.each<[string, string, string, string | undefined]>([
  ["a document", "tool/look", "", "look.yaml:1:1 kind: tool"],
  ["a field", "tool/look", "/name", "look.yaml:2:7 look"],
  [
    "a text from an included file, with the file",
    "tool/look",
    "/description",
    "look.yaml:6:14 { file: ./text/look.md } ← text/look.md",
  ],
  [
    "a field in an aliased value",
    "tool/look",
    "/parameters/properties/id/type",
    "look.yaml:5:29 string",
  ],
  [
    "a content in short form",
    "prompt/greet",
    "/messages/0/content/0/text",
    "prompts/greet.yaml:12:14 You greet.",
  ],
  [
    "an included file in short form, with the file",
    "prompt/greet",
    "/messages/1/content/0/text",
    "prompts/greet.yaml:14:14 { file: hi.md } ← prompts/hi.md",
  ],
  [
    "an included file in a block, with the file",
    "prompt/greet",
    "/messages/2/content/0/text",
    "prompts/greet.yaml:18:15 { file: ../text/look.md } ← text/look.md",
  ],
  ["a nested evaluation", "evaluation/greet/first", "", "prompts/greet.yaml:22:5 name: first"],
  ["an address without a definition", "tool/other", "", undefined],
])("%s", async (_sentence, address, pointer, expected) => {
  expect(await located(address, pointer)).toBe(expected);
});
