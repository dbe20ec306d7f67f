// Model options in the native requests.
import { describe, expect, it } from "vitest";
import { parseJson, withOrder, type JsonObject } from "../../src/engine/model/json.ts";
import type { Message, ModelOptions, ModelParameters, Prompt } from "../../src/generated/types.ts";
import { nativeDigest } from "../../src/providers/native-digest.ts";
import { nativeRequest } from "../../src/providers/native-request.ts";
import { schemaName } from "../../src/providers/sent-options.ts";
import { look, promptOf, type ToolSpec } from "./prompts.ts";

const messages: Message[] = [{ role: "user", content: [{ type: "TEXT", text: "Hi" }] }];
const anthropic = { provider: "ANTHROPIC", name: "claude-opus-4-8" } as const;
const openai = { provider: "OPENAI", name: "gpt-5.4" } as const;
const schema = { type: "object", properties: { b: { type: "string" }, a: { type: "string" } } };

interface Sent {
  readonly model: Partial<ModelParameters>;
  readonly options: ModelOptions;
  readonly tools?: readonly ToolSpec[];
}

const promptWith = ({ model, options, tools = [] }: Sent): Prompt =>
  promptOf({ ...model, options }, tools);

/** The body as the provider receives it, without the fields of every request. */
function sent(given: Sent): JsonObject {
  const { body } = nativeRequest({ prompt: promptWith(given), messages });
  const { model: _, messages: __, max_tokens: ___, ...rest } = body;
  return JSON.parse(JSON.stringify(rest)) as JsonObject;
}

const json_schema = { name: "Prompt", schema, strict: true };

describe("what is sent for an option", () => {
  it.each<[string, Sent, object]>([
    [
      "responseSchema, Anthropic",
      { model: anthropic, options: { responseSchema: schema } },
      { output_config: { format: { type: "json_schema", schema } } },
    ],
    [
      "responseSchema, OpenAI",
      { model: openai, options: { responseSchema: schema } },
      { response_format: { type: "json_schema", json_schema } },
    ],
    [
      "responseSchema in place of the JSON mode, OpenAI",
      { model: { ...openai, responseFormat: "JSON" }, options: { responseSchema: schema } },
      { response_format: { type: "json_schema", json_schema } },
    ],
    [
      "reasoningEffort, Anthropic",
      { model: anthropic, options: { reasoningEffort: "xhigh" } },
      { output_config: { effort: "xhigh" } },
    ],
    [
      "reasoningEffort, OpenAI",
      { model: openai, options: { reasoningEffort: "high" } },
      { reasoning_effort: "high" },
    ],
    [
      "reasoningEffort none, Anthropic",
      { model: anthropic, options: { reasoningEffort: "none" } },
      { thinking: { type: "disabled" } },
    ],
    [
      "reasoningEffort none, a model with another name for it",
      {
        model: { ...anthropic, name: "claude-sonnet-5-5" },
        options: { reasoningEffort: "none", responseSchema: schema },
      },
      {
        thinking: { type: "between_tools" },
        output_config: { format: { type: "json_schema", schema } },
      },
    ],
    [
      "reasoningEffort none, OpenAI",
      { model: openai, options: { reasoningEffort: "none" } },
      { reasoning_effort: "none" },
    ],
    [
      "stopSequences, Anthropic",
      { model: anthropic, options: { stopSequences: ["END"] } },
      { stop_sequences: ["END"] },
    ],
    [
      "stopSequences, OpenAI",
      { model: openai, options: { stopSequences: ["a", "b"] } },
      { stop: ["a", "b"] },
    ],
    [
      "strictTools, and a tool without arguments",
      {
        model: openai,
        options: { strictTools: true },
        tools: [look, { name: "f", description: "", parameters: {} }],
      },
      {
        tools: [
          {
            type: "function",
            function: { ...look, strict: true },
          },
          {
            type: "function",
            function: {
              name: "f",
              parameters: { type: "object", properties: {}, additionalProperties: false },
              strict: true,
            },
          },
        ],
      },
    ],
    [
      "strictTools false",
      { model: openai, options: { strictTools: false }, tools: [look] },
      { tools: [{ type: "function", function: look }] },
    ],
    [
      "an explicit effort beside tools, in place of reasoning that is turned off",
      {
        model: { ...openai, name: "gpt-5.6-terra" },
        options: { reasoningEffort: "low" },
        tools: [look],
      },
      { tools: [{ type: "function", function: look }], reasoning_effort: "low" },
    ],
    [
      "no effort beside tools for a model that refuses both",
      { model: { ...openai, name: "gpt-6-astra" }, options: {}, tools: [look] },
      { tools: [{ type: "function", function: look }] },
    ],
    [
      "reasoning that is turned off beside tools",
      { model: { ...openai, name: "gpt-6-luna" }, options: {}, tools: [look] },
      { tools: [{ type: "function", function: look }], reasoning_effort: "none" },
    ],
    [
      "no type of thinking for a model that always thinks",
      { model: { ...anthropic, name: "claude-opus-5-5" }, options: { reasoningEffort: "none" } },
      {},
    ],
    ["null in every option", { model: openai, options: nothing() }, {}],
  ])("%s", (_, given, body) => {
    expect(sent(given)).toStrictEqual(body);
  });

  function nothing(): ModelOptions {
    const names = "responseSchema reasoningEffort stopSequences strictTools api extra";
    return Object.fromEntries(names.split(" ").map((name) => [name, null]));
  }
});

describe("the option extra", () => {
  it.each<[string, Sent, object]>([
    [
      "a field beside those that promptctl writes",
      { model: openai, options: { extra: { prompt_cache_key: "k", verbosity: null } } },
      { prompt_cache_key: "k", verbosity: null },
    ],
    [
      "a field in an object that promptctl writes",
      {
        model: anthropic,
        options: {
          reasoningEffort: "low",
          extra: { output_config: { task_budget: { type: "tokens" } }, metadata: { team: "a" } },
        },
      },
      {
        output_config: { effort: "low", task_budget: { type: "tokens" } },
        metadata: { team: "a" },
      },
    ],
    [
      "a field in a deep object",
      {
        model: openai,
        options: {
          responseSchema: schema,
          extra: { response_format: { json_schema: { description: "d" } } },
        },
      },
      {
        response_format: { type: "json_schema", json_schema: { ...json_schema, description: "d" } },
      },
    ],
    [
      "not what promptctl writes, with and without a value",
      {
        model: openai,
        options: {
          stopSequences: ["a"],
          extra: { stop: "b", stream: true, messages: [], reasoning_effort: "low", max_tokens: 1 },
        },
      },
      { stop: ["a"] },
    ],
    [
      "not a value in place of an object that promptctl writes fields of",
      {
        model: anthropic,
        options: { reasoningEffort: "low", extra: { output_config: "x", system: [] } },
      },
      { output_config: { effort: "low" } },
    ],
    [
      "not the tools of a prompt with tools",
      { model: openai, options: { extra: { tools: [] } }, tools: [look] },
      { tools: [{ type: "function", function: look }] },
    ],
    [
      "the tools of a prompt without tools",
      { model: anthropic, options: { extra: { tools: [{ type: "web_search_20260209" }] } } },
      { tools: [{ type: "web_search_20260209" }] },
    ],
  ])("adds %s", (_, given, body) => {
    expect(sent(given)).toStrictEqual(body);
  });

  it("has keys like any other named __proto__ and constructor", () => {
    const extra = parseJson('{"__proto__": {"polluted": 1}, "a": {"constructor": 2}}') as object;
    const { body } = nativeRequest({
      prompt: promptWith({ model: openai, options: { extra: { ...extra } } }),
      messages,
    });
    expect(JSON.stringify(body)).toContain('"__proto__":{"polluted":1},"a":{"constructor":2}');
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

it("the order of a reply schema counts in the digest of a request, that of extra does not", () => {
  const digestOf = (options: ModelOptions): string =>
    nativeDigest({ prompt: promptWith({ model: openai, options }), messages });
  const { type, properties } = schema;
  const { a, b } = properties;
  const turned = { type, properties: { a, b } };
  const [one, other] = [schema, turned].map((responseSchema) =>
    digestOf({
      responseSchema: withOrder(responseSchema),
      extra: { response_format: { json_schema: { description: "d" } } },
    }),
  );
  expect(one).not.toBe(other);
  expect(digestOf({ extra: { a: 1, b: 2 } })).toBe(digestOf({ extra: { b: 2, a: 1 } }));
});

it.each([
  ["Support triage", "Support_triage"],
  ["Überblick: 50 % – Café", "Uberblick_50_Cafe"],
  ["分類", "reply"],
  ["a/b.c-d_e", "a_b_c-d_e"],
  ["x".repeat(100), "x".repeat(64)],
])("the reply schema of the prompt %s is named %s", (prompt, name) => {
  expect(schemaName(prompt)).toBe(name);
});
