// .prompt.yml files of GitHub Models, and what of them definitions cannot hold.
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/engine/model/json.ts";
import { importDocuments } from "./import-documents.ts";

const prompt = {
  name: "Greeting",
  description: "Greets people.",
  model: "openai/gpt-4.1",
  modelParameters: { temperature: 0.5, maxTokens: 50, topP: 0.9 },
  messages: [
    { role: "system", content: "You greet people." },
    { role: "user", content: "{{input}}" },
  ],
  testData: [{ input: "Hello", expected: "hello" }],
  evaluators: [{ name: "greets", string: { contains: "{{expected}}!" } }],
};

describe("a prompt file of GitHub Models", () => {
  it("becomes a prompt with an evaluation for each row", () => {
    expect(importDocuments("github", [prompt])).toMatchObject({
      left: [],
      refused: [],
      definitions: [
        {
          kind: "prompt",
          name: "Greeting",
          metadata: { description: "Greets people." },
          parameters: {
            provider: "OPENAI",
            name: "gpt-4.1",
            temperature: 0.5,
            topP: 0.9,
            maxTokens: 50,
          },
          messages: prompt.messages,
          evaluations: [
            {
              name: "case 1",
              variables: { input: "Hello" },
              assertions: [
                {
                  type: "CONTAINS_ALL",
                  metadata: { name: "greets" },
                  targetValues: ["hello!"],
                  ignoreCase: true,
                },
              ],
            },
          ],
        },
      ],
    });
  });

  it.each([
    [{ contains: "x" }, { type: "CONTAINS_ALL", targetValues: ["x"], ignoreCase: true }],
    [{ startsWith: "x" }, { type: "STARTS_WITH", targetValue: "x", ignoreCase: true }],
  ])("has the check %j", (string, assertion) => {
    const testData = [{ input: "a" }];
    const { definitions, left } = importDocuments("github", [
      { ...prompt, testData, evaluators: [{ string }] },
    ]);
    expect(left).toEqual([]);
    expect(definitions).toMatchObject([{ evaluations: [{ assertions: [assertion] }] }]);
  });

  it.each([["anthropic/claude-sonnet-4-6", "ANTHROPIC", "claude-sonnet-4-6"]])(
    "has the model %s",
    (model, provider, name) => {
      const { definitions } = importDocuments("github", [{ ...prompt, model }]);
      expect(definitions).toMatchObject([{ parameters: { provider, name } }]);
    },
  );

  const notOurs = "/model: Definitions have models of OpenAI and Anthropic.";

  it.each<[model: Json, left: string[]]>([
    ["", []],
    ["meta/llama-4", [`${notOurs} That of --model is used.`]],
    [5, ["/model: It must be a text."]],
  ])("gets the model of --model in place of %j", (model, left) => {
    const imported = importDocuments("github", [{ ...prompt, model }], { model: "gpt-4o" });
    expect(imported).toMatchObject({
      definitions: [{ parameters: { provider: "OPENAI", name: "gpt-4o" } }],
      refused: [],
      left,
    });
  });

  it("has the assertions in one evaluation if there is nothing to fill in", () => {
    const { definitions, left } = importDocuments("github", [
      {
        ...prompt,
        messages: [{ role: "user", content: "Hi" }],
        testData: [],
        evaluators: [{ name: "fixed", string: { contains: "hi" } }, ...prompt.evaluators],
      },
    ]);
    expect(definitions).toMatchObject([
      { evaluations: [{ name: "case 1", assertions: [{ targetValues: ["hi"] }] }] },
    ]);
    expect(left).toEqual(["/evaluators/1: There is no value for {{expected}}."]);
  });

  it("has the rows that are objects, and no assertion with a placeholder without a value", () => {
    const testData = [
      ...prompt.testData,
      { input: "b" },
      { input: null, expected: "c" },
      { input: "e", expected: null },
      null,
      "d",
    ];
    const { definitions, left, leftFields } = importDocuments("github", [{ ...prompt, testData }]);
    expect(definitions).toMatchObject([
      {
        evaluations: [
          { variables: { input: "Hello" }, assertions: [{ targetValues: ["hello!"] }] },
          { variables: { input: "b" }, assertions: [] },
          { variables: { input: null }, assertions: [{ targetValues: ["c!"] }] },
          { variables: { input: "e" }, assertions: [] },
        ],
      },
    ]);
    expect((definitions[0]!["evaluations"] as unknown[]).length).toBe(4);
    expect(left).toEqual([
      "/testData/5: The row has no values with names.",
      "/evaluators/0: There is no value for {{expected}} in testData[1].",
    ]);
    expect(leftFields.map(({ cases }) => cases)).toEqual([undefined, 2]);
  });

  it("lists what definitions do not have", () => {
    const { left } = importDocuments("github", [
      {
        ...prompt,
        responseFormat: "json_schema",
        jsonSchema: "{}",
        modelParameters: { stop: ["END"] },
        testData: [{ input: "a", expected: "b", note: "c" }],
        evaluators: [
          { name: "similar", uses: "github/similarity" },
          { name: "judge", llm: { modelId: "openai/gpt-4.1", prompt: "Good?" } },
          { name: "ends", string: { endsWith: "x" } },
          { name: "two", string: { equals: "b", contains: "b" } },
        ],
      },
    ]);
    expect(left).toEqual([
      "/testData/0/expected: No message and no assertion uses the value.",
      "/testData/0/note: No message and no assertion uses the value.",
      "/evaluators/0: Assertions can check a text with equals, contains and startsWith.",
      "/evaluators/1: Assertions can check a text with equals, contains and startsWith.",
      "/evaluators/2: Assertions cannot check how a text ends.",
      "/evaluators/3/string/contains",
      "/responseFormat: Definitions have texts, JSON, and schemas in jsonSchema that are strict.",
      "/jsonSchema",
    ]);
  });
});
