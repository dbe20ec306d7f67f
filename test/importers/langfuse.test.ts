// Prompts of Langfuse, and what of them definitions cannot hold.
import { describe, expect, it } from "vitest";
import { importDocuments } from "./import-documents.ts";

const prompt = {
  id: "cm1",
  name: "movie-critic",
  version: 4,
  type: "chat",
  prompt: [
    { type: "chatmessage", role: "system", content: "You rate {{genre}} movies." },
    { role: "user", content: "{{movie}}" },
  ],
  config: { model: "gpt-4.1", temperature: 0.7, max_tokens: 300 },
  labels: ["production"],
  tags: [],
};

describe("a prompt of Langfuse", () => {
  it("becomes a prompt with the settings of its config", () => {
    expect(importDocuments("langfuse", [prompt])).toMatchObject({
      left: [],
      refused: [],
      definitions: [
        {
          kind: "prompt",
          name: "movie-critic",
          metadata: { id: "cm1", version: 4, labels: ["production"] },
          parameters: { provider: "OPENAI", name: "gpt-4.1", temperature: 0.7, maxTokens: 300 },
          messages: [
            { role: "system", content: "You rate {{genre}} movies." },
            { role: "user", content: "{{movie}}" },
          ],
        },
      ],
    });
  });

  it("is one message of the user if it is a text prompt", () => {
    const { definitions, left } = importDocuments("langfuse", [
      { ...prompt, type: "text", prompt: "Rate {{movie}}." },
    ]);
    expect(left).toEqual([]);
    expect(definitions).toMatchObject([
      { messages: [{ role: "user", content: "Rate {{movie}}." }] },
    ]);
  });

  it("has the tools of its config", () => {
    const tools = [{ type: "function", function: { name: "look", description: "Look." } }];
    const { definitions, left } = importDocuments("langfuse", [
      { ...prompt, config: { ...prompt.config, tools, tool_choice: "required" } },
    ]);
    expect(left).toEqual([]);
    expect(definitions).toMatchObject([
      { kind: "tool", name: "look" },
      { tools: ["look"], parameters: { toolChoice: "required" } },
    ]);
  });

  it.each([
    [{}, []],
    [{ model: "", modelName: "" }, []],
    [
      { model: "", model_name: "gemini-3" },
      [
        "/config/model_name: Definitions have models of OpenAI and Anthropic. That of --model is used.",
      ],
    ],
  ])("gets the model of --model in place of %j", (config, left) => {
    const imported = importDocuments("langfuse", [{ ...prompt, config }], { model: "gpt-4o" });
    expect(imported).toMatchObject({
      definitions: [{ parameters: { provider: "OPENAI", name: "gpt-4o" } }],
      refused: [],
      left,
    });
  });

  it("lists what definitions do not have", () => {
    const { left } = importDocuments("langfuse", [
      {
        ...prompt,
        prompt: [...prompt.prompt, { type: "placeholder", name: "history" }],
        config: { ...prompt.config, tool_choice: "required", audience: "adults" },
      },
    ]);
    expect(left).toEqual([
      "/prompt/2: Definitions have no placeholders for messages.",
      "/config/tool_choice: The prompt has no tools.",
      "/config/audience",
    ]);
  });

  it.each([
    [{ ...prompt, config: {} }, "/config: It names no model. Name one with --model."],
    [
      { ...prompt, config: { model: "gemini-3" } },
      '/config/model: Definitions have models of OpenAI and Anthropic. "gemini-3" is none of them: name one with --model.',
    ],
    [
      { ...prompt, prompt: "Hi {% if x %}" },
      '/prompt: "{% if x %}" is template logic, which definitions do not have.',
    ],
    [
      { ...prompt, prompt: "@@@langfusePrompt:name=a|label=b@@@" },
      '/prompt: "@@@langfusePrompt:name=a|label=b@@@" inserts another prompt. Export it resolved.',
    ],
    [{ ...prompt, prompt: [] }, ": It has no messages in prompt."],
    [
      { data: [{ name: "a", versions: [1] }], meta: { page: 1 } },
      ": It is a list of prompts without their texts. Get each prompt from /api/public/v2/prompts/NAME.",
    ],
  ])("is refused if its text or its model cannot be in a definition", (value, reason) => {
    expect(importDocuments("langfuse", [value])).toMatchObject({
      definitions: [],
      refused: [reason],
    });
  });
});
