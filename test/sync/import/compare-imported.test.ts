// Which fields of a definition an import would change, by what they mean.
import { describe, expect, it } from "vitest";
import { definitionSchemas } from "../../../src/cli/project/project.ts";
import { addressOf } from "../../../src/engine/model/resource.ts";
import type { ImportedDefinition } from "../../../src/importers/convert/definitions.ts";
import { kinds } from "../../../src/kinds.ts";
import { compareImported, withExistingKeys } from "../../../src/sync/import/compare-imported.ts";
import type { JsonObject } from "../../../src/engine/model/json.ts";
import { loadTexts } from "../../fixtures/in-memory.ts";

/** Where an imported definition comes from, which is not compared. */
const prompt = {} as ImportedDefinition["prompt"];

const text = (content: string, more = ""): string =>
  `kind: prompt\nname: Greet\nparameters: { provider: OPENAI, name: gpt }\nmessages:\n  - { role: user, content: ${content} }\n${more}`;

const imported = (content: string, more: JsonObject = {}): JsonObject => ({
  kind: "prompt",
  name: "Greet",
  parameters: { provider: "OPENAI", name: "gpt" },
  messages: [{ role: "user", content }],
  ...more,
});

it.each<[sentence: string, existing: string, imported: JsonObject, fields: string[]]>([
  ["equal definitions", text("hello"), imported("hello"), []],
  ["the text is in a file of its own", text("{ file: a.md }"), imported("hello"), []],
  ["a default is written out", text("hello", "tools: []\n"), imported("hello"), []],
  ["another text", text("hello"), imported("bye"), ["messages"]],
  [
    "an evaluation that only the import has",
    text("hello"),
    imported("hello", { evaluations: [{ name: "one" }] }),
    ["evaluations (one)"],
  ],
  [
    "an evaluation that only the project has",
    text("hello", "evaluations: [{ name: one }]\n"),
    imported("hello", { evaluations: [] }),
    ["evaluations (one)"],
  ],
  [
    "an evaluation in a document of its own, which the import does not have, stays",
    `${text("hello")}---\nkind: evaluation\nname: one\nprompt: Greet\n`,
    imported("hello"),
    [],
  ],
  [
    "an evaluation of which an assertion differs",
    text(
      "hello",
      "evaluations: [{ name: one, assertions: [{ type: COST, targetThreshold: 1 }] }]\n",
    ),
    imported("hello", {
      evaluations: [{ name: "one", assertions: [{ type: "COST", targetThreshold: 2 }] }],
    }),
    ["evaluations (one)"],
  ],
])("%s", async (_sentence, existing, document, fields) => {
  const project = await loadTexts(existing, { "a.md": "hello" });
  const schemas = definitionSchemas;
  const differentFields = await compareImported(project, [{ document, prompt }], {
    kinds,
    schemas,
  });
  expect(differentFields(addressOf("prompt", "Greet"))).toEqual(fields);
});

describe("an imported definition gets the key that the project has for its name", () => {
  const tool = (name: string, key?: string): string =>
    `kind: tool\n${key === undefined ? "" : `key: ${key}\n`}name: ${name}\ndescription: d\nparameters: {}\n`;
  it.each<[sentence: string, existing: string[], key: string | undefined]>([
    ["one definition has the name", [tool("look", "l")], "l"],
    ["two definitions have the name", [tool("look", "l"), tool("look", "m")], undefined],
    ["a definition has the name as its address", [tool("look"), tool("look", "l")], undefined],
    ["none has the name", [tool("other", "l")], undefined],
  ])("%s: %j → %j", async (_sentence, existing, key) => {
    const project = await loadTexts(existing.join("---\n"));
    const documents = [
      { document: { kind: "tool", name: "look" }, prompt },
      { document: { kind: "prompt", name: "Greet", tools: ["look"] }, prompt },
    ];
    const [definition, user] = withExistingKeys(project, kinds, documents);
    expect(definition!.document["key"]).toBe(key);
    expect(user!.document["tools"]).toEqual([key ?? "look"]);
  });
});
