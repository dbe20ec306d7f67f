// Fields that look like nothing, values of a wrong type and messages without content: all are listed
// with the reason, in every format.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/engine/model/json.ts";
import { importDocuments } from "./import-documents.ts";

const user = { role: "user", content: "Hi" };
const documents: Readonly<Record<string, JsonObject>> = {
  openai: { model: "gpt-4.1", input: [user] },
  "openai-chat": { model: "gpt-4.1", messages: [user] },
  anthropic: { model: "claude-sonnet-4-6", messages: [user] },
  promptfoo: { prompts: ["Hi {{a}}"], providers: "openai:gpt-4.1" },
  github: { model: "openai/gpt-4.1", messages: [user] },
  langfuse: { name: "a", prompt: [user], config: { model: "gpt-4.1" } },
};

const leftOf = (format: string, fields: JsonObject): readonly string[] => {
  const { left, refused, definitions } = importDocuments(format, [
    { ...documents[format], ...fields },
  ]);
  expect(refused).toEqual([]);
  expect(definitions.length).toBeGreaterThan(0);
  return left;
};

describe("a field that is not carried", () => {
  it.each<[format: string, fields: JsonObject, left: readonly string[]]>([
    ["langfuse", { config: { model: "gpt-4.1", a: {} } }, ["/config/a"]],
    ["promptfoo", { scenarios: [] }, ["/scenarios"]],
    [
      "github",
      { testData: [{ input: {} }] },
      ["/testData/0/input: No message and no assertion uses the value."],
    ],
  ])("%s lists empty objects and lists of unknown fields: %j", (format, fields, left) => {
    expect(leftOf(format, fields)).toEqual(left);
  });

  it.each<[format: string, fields: JsonObject]>([
    ["openai-chat", { tools: [], user: "", n: null }],
    ["anthropic", { tools: [], system: "" }],
    ["openai", { tools: [], metadata: {}, variables: {} }],
    ["github", { testData: [], evaluators: [], modelParameters: {} }],
    ["langfuse", { labels: [], tags: [], commitMessage: null }],
    ["promptfoo", { tests: [], defaultTest: {} }],
  ])("%s does not list empty values of known fields: %j", (format, fields) => {
    expect(leftOf(format, fields)).toEqual([]);
  });

  it.each<[format: string, fields: JsonObject, left: readonly string[]]>([
    [
      "openai-chat",
      { response_format: {} },
      ["/response_format: Definitions have texts, JSON and JSON schemas as formats of replies."],
    ],
    [
      "openai",
      { text: { format: {} } },
      ["/text/format: Definitions have texts, JSON and JSON schemas as formats of replies."],
    ],
  ])("%s lists settings that are empty objects: %j", (format, fields, left) => {
    expect(leftOf(format, fields)).toEqual(left);
  });

  it.each<[format: string, fields: JsonObject, left: readonly string[]]>([
    ["openai-chat", { max_tokens: "50" }, ["/max_tokens: It must be a number."]],
    ["openai-chat", { stream: "yes" }, ["/stream: It must be true or false."]],
    ["openai-chat", { tools: "look" }, ["/tools: It must be a list."]],
    ["openai", { variables: "x" }, ["/variables: It must be an object."]],
    ["anthropic", { top_k: 0 }, ["/top_k: It must be a number of 1 or more."]],
    ["anthropic", { system: 5 }, ["/system: It must be a text or a list."]],
    ["github", { description: 5 }, ["/description: It must be a text."]],
    [
      "github",
      { modelParameters: { maxTokens: "5" } },
      ["/modelParameters/maxTokens: It must be a number."],
    ],
    [
      "langfuse",
      { config: { model: "gpt-4.1", temperature: "hot" } },
      ["/config/temperature: It must be a number."],
    ],
    [
      "promptfoo",
      { tests: [{ vars: { a: "x" }, threshold: 2 }] },
      ["/tests/0/threshold: It must be a number from 0 to 1."],
    ],
  ])("%s names the expected type: %j", (format, fields, left) => {
    expect(leftOf(format, fields)).toEqual(left);
  });

  it("names the field that is imported in its place", () => {
    const limits = { max_completion_tokens: 7, max_tokens: 5 };
    expect(leftOf("openai-chat", limits)).toEqual([
      "/max_tokens: max_completion_tokens is imported in its place.",
    ]);
  });

  const noContent = "The message has no content.";
  it.each<[format: string, field: string, message: JsonObject, left: readonly string[]]>([
    ["openai-chat", "messages", { role: "user" }, [`/messages/1: ${noContent}`]],
    [
      "openai-chat",
      "messages",
      { role: "assistant", content: null, tool_calls: [] },
      [`/messages/1: ${noContent}`],
    ],
    [
      "openai-chat",
      "messages",
      { role: "user", content: 5 },
      ["/messages/1/content: It must be a text or a list."],
    ],
    ["openai", "input", { role: "user" }, [`/input/1: ${noContent}`]],
    ["anthropic", "messages", { role: "assistant", content: [] }, [`/messages/1: ${noContent}`]],
  ])("%s lists a message without content: %s %j", (format, field, message, left) => {
    expect(leftOf(format, { [field]: [user, message] })).toEqual(left);
  });

  it.each<[format: string, tool: JsonObject]>([
    ["openai-chat", { type: "function" }],
    ["anthropic", { type: "custom" }],
  ])("%s lists a tool without a function: %j", (format, tool) => {
    expect(leftOf(format, { tools: [tool] })).toEqual([
      "/tools/0: Only functions can be tools of a definition.",
    ]);
  });

  it("is the schema of a tool that is no object", () => {
    const tools = [{ type: "function", function: { name: "look", parameters: "x" } }];
    expect(leftOf("openai-chat", { tools })).toEqual([
      "/tools/0/function/parameters: It must be an object.",
    ]);
  });
});

describe("an empty name", () => {
  it.each([
    ["openai", { name: "", id: "" }],
    ["openai-chat", { custom_id: "" }],
    ["anthropic", { custom_id: "" }],
    ["promptfoo", { description: "" }],
    ["github", { name: "" }],
    ["langfuse", { name: "" }],
  ])("%s is the name of the file", (format, fields) => {
    const { definitions } = importDocuments(format, [{ ...documents[format], ...fields }]);
    expect(definitions).toMatchObject([{ name: "a" }]);
  });
});
