// Files of JSON and YAML in place of JSON Schemas.
import { expect, it } from "vitest";
import { formatDiagnostic, loadTexts } from "../../fixtures/in-memory.ts";
import { diagnosticsOf } from "../../fixtures/warnings.ts";

const tool = (parameters: string): string =>
  `kind: tool\nname: look\ndescription: Looks.\nparameters: ${parameters}\n`;
const prompt = (schema: string): string =>
  `kind: prompt\nname: Ask\nparameters:\n  provider: OPENAI\n  name: gpt-5.4\n  options: { responseSchema: ${schema} }\nmessages: []\n`;

const json = '{ "type": "object", "properties": { "b": {}, "a": {} } }';
const value = { type: "object", properties: { b: {}, a: {} } };

async function specOf(text: string, included: Record<string, string>): Promise<unknown> {
  const { definitions, diagnostics } = await loadTexts(text, included);
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  return definitions[0]!.spec;
}

it.each([
  ["JSON", "schema.json", json],
  ["YAML", "deep/schema.yaml", "type: object\nproperties: { b: {}, a: {} }\n"],
  ["YAML with anchors", "a.yml", "type: object\nproperties: { b: &empty {}, a: *empty }\n"],
])("a file of %s", async (_name, file, text) => {
  const included = { [file]: text };
  expect(await specOf(tool(`{ file: ${file} }`), included)).toMatchObject({ parameters: value });
  const spec = await specOf(prompt(`{ file: ${file} }`), included);
  expect(spec).toMatchObject({ parameters: { options: { responseSchema: value } } });
});

it("an object with more than file is data itself", async () => {
  const parameters = { type: "object", file: "a.json" };
  expect(await specOf(tool(JSON.stringify(parameters)), {})).toMatchObject({ parameters });
});

it.each([
  ["a file that does not exist", {}, ["error include a.yaml:4:21\nThere is no file schema.json."]],
  [
    "invalid JSON, in its place",
    { "schema.json": '{ "type": "object",\n  "properties": { "a": } }}\n' },
    [expect.stringMatching(/^error yaml-syntax schema.json:2:\d+\nInvalid JSON syntax: /)],
  ],
  [
    "JSON that YAML would read: no value",
    { "schema.json": '{ "type": "object",\n  "a": }\n' },
    [
      "error yaml-syntax schema.json:2:8\nInvalid JSON syntax.\n→ Correct it, or name the file .yaml if it is YAML.",
    ],
  ],
  [
    "JSON that YAML would read: a comment",
    { "schema.json": '{ "type": "object" # here\n}\n' },
    [
      "error yaml-syntax schema.json:1:20\nInvalid JSON syntax.\n→ Correct it, or name the file .yaml if it is YAML.",
    ],
  ],
  [
    "a list",
    { "schema.json": "[1]\n" },
    ["error not-a-mapping schema.json:1:1\nA document must be a mapping of keys to values."],
  ],
  [
    "an empty file",
    { "schema.json": "" },
    [
      "error include a.yaml:4:21\nschema.json has no content.\n→ Write one mapping or one JSON object into it.",
    ],
  ],
  [
    "several documents",
    { "schema.yaml": "type: object\n---\ntype: object\n" },
    [
      "error include a.yaml:4:21\nschema.yaml has several documents.\n→ Write one mapping or one JSON object into it.",
    ],
  ],
  [
    "a number that loses digits",
    { "schema.json": '{ "maximum": 10000000000000000000000001 }' },
    [expect.stringMatching(/^error bad-number schema.json:1:14\n/)],
  ],
  [
    "half of a surrogate pair",
    { "schema.json": '{ "description": "\\ud800" }' },
    [expect.stringMatching(/^error bad-text schema.json:1:18\n/)],
  ],
])("%s is one error", async (_sentence, included, expected) => {
  const { diagnostics } = await loadTexts(
    tool(`{ file: ${Object.keys(included)[0] ?? "schema.json"} }`),
    included,
  );
  expect(diagnostics.map(formatDiagnostic)).toEqual(expected);
});

it("a file that two definitions include is one error", async () => {
  const texts = {
    "a.yaml": tool("{ file: s.json }"),
    "b.yaml": tool("{ file: s.json }").replace("look", "see"),
  };
  const { diagnostics } = await loadTexts(texts, { "s.json": "{" });
  expect(diagnostics).toHaveLength(1);
});

it("a finding in the data is in the file", async () => {
  const text = `${tool("{ file: s.json }")}---\n${prompt("null")}tools: [look]\n`;
  const included = {
    "s.json": '{\n  "type": "object",\n  "properties": {\n    "a": { "type": "array" } }\n}\n',
  };
  const found = await diagnosticsOf(text, { included });
  expect(found.join("\n")).toContain("refused-tool-schema s.json:4 OpenAI refuses");
});
