// Prompts of Langfuse, and what of them definitions cannot hold.
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/engine/model/json.ts";
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

  it.each<[what: string, documents: Json[]]>([
    ["a page of a list", [{ data: [prompt], meta: { page: 1, limit: 50, totalPages: 1 } }]],
    ["an exported list", [[prompt]]],
  ])("is read from %s", (_what, documents) => {
    expect(importDocuments("langfuse", documents)).toMatchObject({
      definitions: [{ name: "movie-critic", metadata: { version: 4 } }],
      left: [],
      refused: [],
    });
  });

  it("names pages that are missing", () => {
    const meta = { page: 1, limit: 1, totalItems: 3, totalPages: 3 };
    const { left } = importDocuments("langfuse", [{ data: [prompt], meta }]);
    expect(left).toEqual(["/meta: The list has more pages. Import their files too."]);
  });

  const versionOf = (version: number | null, ...labels: readonly string[]): JsonObject => ({
    ...prompt,
    id: `cm${version}`,
    version,
    labels,
  });

  it.each<[what: string, versions: JsonObject[], imported: (number | null)[], left: string[]]>([
    [
      "the one with the label production",
      [versionOf(1), versionOf(2, "staging", "production"), versionOf(3, "latest")],
      [2],
      [
        "/0: Version 2 was chosen: it has the label production.",
        "/2: Version 2 was chosen: it has the label production.",
      ],
    ],
    [
      "without that label, the newest one",
      [versionOf(3), versionOf(10), versionOf(2, "staging")],
      [10],
      [
        "/0: Version 10 was chosen: it is the newest one.",
        "/2: Version 10 was chosen: it is the newest one.",
      ],
    ],
    ["of equal ones, one", [versionOf(1), versionOf(1)], [1], []],
    ["of other names, all", [versionOf(1), { ...versionOf(2), name: "b" }], [1, 2], []],
  ])("of several versions is %s", (_what, versions, imported, left) => {
    const result = importDocuments("langfuse", [versions]);
    const metadata = result.definitions.map((each) => each["metadata"] as JsonObject);
    expect(metadata.map(({ version = null }) => version)).toEqual(imported);
    expect([result.left, result.refused]).toEqual([left, []]);
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
