// Requests to OpenAI and Anthropic: what is particular to them as sources. That they render as they
// were sent is a law: test/laws/property/import-requests.test.ts.
import { describe, expect, it } from "vitest";
import { type Json, type JsonObject, valueAt } from "../../../src/engine/model/json.ts";
import { parseExactJson } from "../../../src/engine/json/exact-json.ts";
import { importDocuments } from "../import-documents.ts";
import { renderedRequest } from "../rendered-requests.ts";

const chat = { model: "gpt-4.1", messages: [{ role: "user", content: "Hi" }] };
const message = {
  model: "claude-sonnet-4-0",
  max_tokens: 100,
  messages: [{ role: "user", content: "Hi" }],
};

const withText = (text: string): JsonObject => ({
  ...chat,
  messages: [{ role: "user", content: text }],
});

it("the arguments of a call keep the digits that a double does not hold", () => {
  const request = (id: string): Json =>
    parseExactJson(`{
      "model": "claude-sonnet-4-0",
      "max_tokens": 100,
      "messages": [
        { "role": "user", "content": "Look." },
        {
          "role": "assistant",
          "content": [{ "type": "tool_use", "id": "a", "name": "look", "input": { "id": ${id} } }]
        }
      ]
    }`)!;
  const argumentsOf = (id: string): Json | undefined => {
    const { definitions } = importDocuments("anthropic", [request(id)]);
    const path = ["messages", 1, "content", 0, "toolCall", "function", "arguments"];
    return valueAt(definitions[0], path);
  };
  expect(argumentsOf("9007199254740993")).toBe('{"id":9007199254740993}');
  expect(argumentsOf("7")).toEqual({ id: 7 });
});

describe("a request of another API is refused with the command for it", () => {
  const system = { role: "system", content: "Be brief." };
  const responses = { model: "gpt-4.1", instructions: "Be brief.", input: "Hi" };
  const tool = { type: "function", function: { name: "look", parameters: {} } };
  const result = [{ type: "tool_result", tool_use_id: "a", content: "x" }];
  const toAnthropic = "of the Messages API of Anthropic. Use: promptctl import anthropic a.json";
  const toResponses = "of the Responses API of OpenAI. Use: promptctl import openai a.json";
  const toChat = "of the Chat Completions API of OpenAI. Use: promptctl import openai-chat a.json";

  it.each<[format: string, request: JsonObject, advice: string]>([
    ["openai-chat", responses, toResponses],
    ["openai-chat", { model: "gpt-4.1", input: [system] }, toResponses],
    ["openai-chat", { ...message, system: "Be brief." }, toAnthropic],
    ["openai-chat", { ...message, messages: [{ role: "user", content: result }] }, toAnthropic],
    ["openai-chat", { custom_id: "r", params: { ...message, system: "Hi" } }, toAnthropic],
    ["openai", { ...message, system: "Be brief." }, toAnthropic],
    ["openai", { custom_id: "r", params: { ...message, system: "Hi" } }, toAnthropic],
    ["anthropic", responses, toResponses],
    ["anthropic", { ...chat, messages: [system, ...chat.messages] }, toChat],
    ["anthropic", { ...chat, tools: [tool] }, toChat],
    ["anthropic", { ...chat, max_completion_tokens: 9 }, toChat],
    ["anthropic", { custom_id: "r", url: "/v1/responses", body: responses }, toResponses],
  ])("by %s: %j", (format, request, advice) => {
    const { definitions, refused } = importDocuments(format, [request]);
    expect(definitions).toEqual([]);
    expect(refused).toEqual([`: It is a request ${advice}`]);
  });

  it("one of the fields that both have is read", () => {
    expect(importDocuments("openai-chat", [message]).definitions).toHaveLength(1);
    expect(importDocuments("anthropic", [message]).definitions).toHaveLength(1);
  });
});

describe("a request", () => {
  describe.each(["openai-chat", "openai"])("of a batch file for Responses, with %s,", (format) => {
    const lineOf = (body: JsonObject): JsonObject => ({
      custom_id: "r-1",
      method: "POST",
      url: "/v1/responses",
      body: { model: "gpt-4.1", ...body },
    });

    it("is a prompt with its messages, tools and settings", () => {
      const body = {
        instructions: "Be brief.",
        input: [
          { role: "developer", content: "In French." },
          { role: "user", content: [{ type: "input_text", text: "Hi {{name}}" }] },
        ],
        tools: [{ type: "function", name: "look", description: "Look.", parameters: {} }],
        tool_choice: "required",
        text: { format: { type: "json_object" } },
        max_output_tokens: 100,
        store: true,
      };
      expect(importDocuments(format, [lineOf(body)])).toMatchObject({
        left: [],
        refused: [],
        definitions: [
          { kind: "tool", name: "look" },
          {
            name: "r-1",
            tools: ["look"],
            parameters: { responseFormat: "JSON", maxTokens: 100, toolChoice: "required" },
            messages: [
              { role: "system", content: "Be brief." },
              { role: "system", content: "In French." },
              { role: "user", content: "Hi {{name}}" },
            ],
            evaluations: [{ name: "as sent", variables: { name: "{{name}}" } }],
          },
        ],
      });
    });

    it("lists what definitions do not have", () => {
      const schema = { type: "json_schema", name: "a", schema: {} };
      const body = {
        input: "Hi",
        tools: [{ type: "web_search" }],
        text: { format: schema },
        previous_response_id: "resp_1",
      };
      const { definitions, left } = importDocuments(format, [lineOf(body)]);
      expect(definitions).toMatchObject([{ messages: [{ role: "user", content: "Hi" }] }]);
      expect(left).toEqual([
        "/body/tools/0: Only functions can be tools of a definition.",
        "/body/text/format: Definitions have texts, JSON and JSON schemas as formats of replies.",
        "/body/previous_response_id: The earlier messages are stored at the provider. Import a request that has them.",
      ]);
    });

    it.each<[what: string, url: string, line: JsonObject]>([
      ["without input", "/v1/responses", lineOf({})],
      ["for embeddings", "/v1/embeddings", { ...lineOf({ input: "Hi" }), url: "/v1/embeddings" }],
    ])("is refused %s", (_what, url, line) => {
      expect(importDocuments(format, [line]).refused).toEqual([
        `/body: It has no messages. Its url is ${url}.`,
      ]);
    });
  });

  it("has literal double braces as values of an evaluation", async () => {
    const text = "Write {{name}}, {{ name }} or {{#if}}.";
    const { definitions } = importDocuments("openai-chat", [withText(text)]);
    expect(definitions).toMatchObject([
      {
        messages: [{ content: "Write {{name}}, {{name 2}} or {{#if}}." }],
        evaluations: [
          {
            name: "as sent",
            variables: { name: "{{name}}", "name 2": "{{ name }}" },
            assertions: [],
          },
        ],
      },
    ]);
    expect(await renderedRequest(definitions)).toMatchObject({ messages: [{ content: text }] });
  });

  it.each([
    ["double-braces", "Hi {{ name }}, {x} ${y}", "Hi {{ name }}, {x} ${y}"],
    ["single-braces", "Hi {name}, {{json}}", "Hi {{name}}, {json}"],
    ["dollar-braces", "Hi ${user.name}, {x}", "Hi {{user.name}}, {x}"],
  ] as const)("has the placeholders of %s", (placeholders, text, content) => {
    const { definitions } = importDocuments("openai-chat", [withText(text)], { placeholders });
    expect(definitions).toMatchObject([{ messages: [{ content }] }]);
    expect(definitions[0]).not.toHaveProperty("evaluations");
  });

  it.each([
    ['{email}: {"a": 1, "n": {"b": {}}}', '{{email}}: {"a": 1, "n": {"b": {}}}'],
    ['{"to": {email}, "n": {"to": {email}}}', '{"to": {{email}}, "n": {"to": {{email}}}}'],
    ["{n:.2f} {0} {} { a } {x!r} {{b}}", "{n:.2f} {0} {} { a } {x!r} {b}"],
    ["{{{email}}}, {x.y}, {} }}", "{{{email}}}, {{x.y}}, {} }"],
    ["a { b, {email}", "a { b, {{email}}"],
    ["a } b, {email}", "a } b, {{email}}"],
  ])("carries other braces than {name} as text, with one note: %j", (text, content) => {
    const placeholders = "single-braces";
    const { definitions, changed, refused } = importDocuments("openai-chat", [withText(text)], {
      placeholders,
    });
    expect({ definitions, refused }).toMatchObject({
      definitions: [{ messages: [{ content }] }],
      refused: [],
    });
    expect(changed).toEqual(["/messages/0/content: Braces other than {name} stay text."]);
  });

  it.each([
    ["double-braces", "{{ name | upper }}", '"{{ name | upper }}" is template logic, which'],
    ["double-braces", "{{#if a}} x", '"{{#if a}}" is template logic, which'],
    [
      "single-braces",
      'Hi {name}, {{b}} {"c": 1}',
      "The text has a literal {{b}} beside the placeholders of {x}.",
    ],
    ["dollar-braces", "${f(x)}", '"${f(x)}" is no plain placeholder.'],
    [
      "dollar-braces",
      "${a} {{b}}",
      "The text has a literal {{b}} beside the placeholders of ${x}.",
    ],
  ] as const)("is refused if %s cannot be carried", (placeholders, text, reason) => {
    const { refused } = importDocuments("openai-chat", [withText(text)], { placeholders });
    expect(refused).toEqual([expect.stringContaining(`/messages/0/content: ${reason}`)]);
  });

  it.each([
    ["openai-chat", { type: "image_url", image_url: { url: "https://example.com/a.png" } }],
    ["anthropic", { type: "image", source: { type: "url", url: "https://example.com/a.png" } }],
    ["github", { type: "image_url", image_url: { url: "https://example.com/a.png" } }],
  ])("of %s names what its messages have if nothing of it is imported", (format, part) => {
    const messages = [{ role: "user", content: [part, part] }];
    const request = { model: "openai/gpt-test", max_tokens: 9, messages };
    const reason = "Messages of definitions have no such content.";
    const { refused, left } = importDocuments(format, [request]);
    expect([refused, left]).toEqual([
      [
        `: None of its messages can be imported. messages[0].content[0]: ${reason} messages[0].content[1]: ${reason}`,
      ],
      [],
    ]);
  });

  it("names messages of a wrong type", () => {
    const refusedOf = (messages: Json): readonly string[] =>
      importDocuments("openai-chat", [{ ...chat, messages }]).refused;
    const none = ": None of its messages can be imported.";
    expect(refusedOf("Hi")).toEqual([`${none} messages: It must be a list.`]);
    const wrong = [1, 2, 3, 4, 5].map((content) => ({ role: "user", content }));
    const named = [0, 1, 2].map((i) => `messages[${i}].content: It must be a text or a list.`);
    expect(refusedOf(wrong)).toEqual([`${none} ${named.join(" ")} And 2 more.`]);
  });

  it("lists what definitions do not have, with the reason", () => {
    const chatRequest = {
      ...chat,
      messages: [
        { role: "user", name: "ann", content: [{ type: "input_audio", input_audio: {} }] },
        { role: "user", content: "Hi" },
        { role: "tool", content: "lost" },
        { role: "assistant", tool_calls: [{ id: "c", type: "custom", custom: { name: "x" } }] },
      ],
      response_format: { type: "json_schema", json_schema: { name: "x" } },
      tools: [{ type: "custom", custom: { name: "x" } }],
      n: 2,
    };
    expect(importDocuments("openai-chat", [chatRequest])).toMatchObject({
      definitions: [{ messages: [{ role: "user", content: "Hi" }] }],
      left: [
        "/messages/0/name",
        "/messages/0/content/0: Messages of definitions have no such content.",
        "/messages/2: A message with a result needs the id of its call.",
        "/messages/3/tool_calls/0: Only calls of functions can be in a definition.",
        "/response_format: Definitions have texts, JSON and JSON schemas as formats of replies.",
        "/tools/0: Only functions can be tools of a definition.",
      ],
    });
    const messageRequest = {
      ...message,
      messages: [
        { role: "assistant", content: [{ type: "thinking", thinking: "Hm." }] },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "c", content: "none", is_error: true },
            { type: "image", source: { type: "url", url: "https://example.com/a.png" } },
          ],
        },
      ],
      tools: [{ type: "bash_20250124", name: "bash" }],
      tool_choice: { type: "auto" },
      top_k: 0,
      thinking: { type: "enabled", budget_tokens: 1024 },
    };
    expect(importDocuments("anthropic", [messageRequest]).left).toEqual([
      "/messages/0/content/0: Messages of definitions have no such content.",
      "/messages/1/content/0/is_error",
      "/messages/1/content/1: Messages of definitions have no such content.",
      "/tools/0: Only functions can be tools of a definition.",
      "/tool_choice: The prompt has no tools.",
      "/top_k: It must be a number of 1 or more.",
    ]);
  });
  it.each([
    ["openai-chat", chat, "gpt-4o", { provider: "OPENAI", name: "gpt-4o" }],
    ["anthropic", message, "claude-x", { provider: "ANTHROPIC", name: "claude-x" }],
  ])("%s: --model is the model of a request without one", (format, value, model, parameters) => {
    const without = { ...value, model: "" };
    expect(importDocuments(format, [without, value], { model }).definitions).toMatchObject([
      { parameters },
      { parameters: { name: value.model } },
    ]);
  });

  it.each([
    ["openai-chat", { messages: chat.messages }, ": It names no model. Name one with --model."],
    ["anthropic", "text", ": It is not a JSON object."],
  ])("%s is refused without messages or a model", (format, value, reason) => {
    expect(importDocuments(format, [value])).toMatchObject({ definitions: [], refused: [reason] });
  });
});
