// The law of imported requests: what `render` gives equals the request in everything that is carried,
// up to the defaults that docs/import.md names. The import of what `render` gives is the same again. Requests have the types of the official SDKs.
import type { MessageCreateParams, MessageParam } from "@anthropic-ai/sdk/resources/messages";
import * as fc from "fast-check";
import type {
  ChatCompletionCreateParams,
  ChatCompletionMessageParam,
} from "openai/resources/chat/completions";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject, Path } from "../../../src/engine/model/json.ts";
import { propertySettings, propertyTimeout } from "../../fixtures/property-settings.ts";
import { importDocuments } from "../../importers/import-documents.ts";
import { renderedRequest } from "../../importers/rendered-requests.ts";
import { text as plainText } from "./generate-text.ts";

const text = fc.oneof(
  { weight: 3, arbitrary: plainText },
  {
    weight: 1,
    arbitrary: fc.constantFrom("{{x}} and {{ x }}", "{{x}}{{x 2}}", "{{a.b}} {{#if a}}", "{{ }}"),
  },
);

type Fields = { [key: string]: Json };

/** Generates objects with any subset of the fields. */
function some<Value extends object>(fields: {
  [Key in keyof Value]: fc.Arbitrary<NonNullable<Value[Key]>>;
}): fc.Arbitrary<Partial<Value>> {
  return fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<Partial<Value>>;
}

const schema = fc.constantFrom<JsonObject>(
  {},
  { type: "object", properties: { n: { type: "string" } }, required: ["n"] },
  { properties: { __x: { enum: [1, "a", null] } }, additionalProperties: false },
);
const replySchema = {
  type: "json_schema" as const,
  json_schema: {
    name: "a",
    strict: true,
    schema: {
      type: "object",
      properties: { z: { type: "string" }, a: { enum: [1, "a", null] } },
      required: ["a", "z"],
      additionalProperties: false,
    },
    description: "What it is.",
  },
};
const names = fc.uniqueArray(fc.constantFrom("look", "send", "a-b_1"), { minLength: 1 });
const image = "iVBORw0KGgo=";

/** Removes the fields that the import lists. */
function without(request: object, fields: readonly { readonly path: Path }[]): Fields {
  const copy = structuredClone(request) as Fields;
  for (const { path } of fields.toReversed()) {
    const parent = path.slice(0, -1).reduce<Fields>((each, key) => each[key] as Fields, copy);
    const key = path.at(-1)!;
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
  }
  return copy;
}

function withoutDefaults(request: Fields, defaults: Fields): Fields {
  const kept = Object.entries(request).filter(
    ([key, value]) => value !== null && value !== defaults[key],
  );
  return Object.fromEntries(kept);
}

type Part = { type: string; text?: string };

function joined(content: string | Part[], separator: string): string {
  return typeof content === "string" ? content : content.map((part) => part.text).join(separator);
}

/** Models refuse white space at the end of a last text of the assistant. */
function withoutPrefillSpace(messages: readonly Fields[]): Fields[] {
  const copies = messages.map((each) => ({ ...each }));
  for (const message of copies.filter(({ role }) => role !== "system").toReversed()) {
    if (message["role"] !== "assistant" || message["tool_calls"] !== undefined) break;
    message["content"] = String(message["content"]).trimEnd();
    if (message["content"] !== "") break;
  }
  return copies;
}

/** What each request of a format must be after its import. `expected`: what the carried fields say. */
function requestsAreCarried(
  format: "openai-chat" | "anthropic",
  requests: fc.Arbitrary<object>,
  expected: (carried: Fields) => Fields,
): void {
  const check = async (request: object): Promise<void> => {
    const imported = importDocuments(format, [request as JsonObject]);
    if (format === "openai-chat" && imported.refused.length > 0) {
      expect(imported.refused).toEqual([
        expect.stringMatching(/^: (?:It has no messages|None of its messages can be imported)\./),
      ]);
      return;
    }
    expect(imported.refused).toEqual([]);
    const rendered = await renderedRequest(imported.definitions);
    expect(rendered).toEqual(expected(without(request, imported.leftFields)));
    const again = importDocuments(format, [rendered as JsonObject]);
    expect(again.left).toEqual([]);
    expect(await renderedRequest(again.definitions)).toEqual(rendered);
  };
  it(
    "renders as it was sent, and is imported again from that",
    () => fc.assert(fc.asyncProperty(requests, check), propertySettings(150)),
    propertyTimeout(60_000),
  );
}

describe("a request of Chat Completions", () => {
  const settings = some<ChatCompletionCreateParams>({
    temperature: fc.constantFrom(0, 0.5, 1, 2),
    top_p: fc.constantFrom(0.1, 1),
    frequency_penalty: fc.constantFrom(-1, 0, 2),
    presence_penalty: fc.constantFrom(0, 1.5),
    seed: fc.integer({ min: 0, max: 9 }),
    response_format: fc.constantFrom(
      { type: "text" as const },
      { type: "json_object" as const },
      replySchema,
    ),
    stream: fc.boolean() as fc.Arbitrary<false>,
    parallel_tool_calls: fc.boolean(),
    n: fc.constant(2),
    stop: fc.constantFrom("END", ["END", "\n\n"]),
    reasoning_effort: fc.constantFrom("none" as const, "low" as const),
    logit_bias: fc.constant({ "5": 1 }),
    verbosity: fc.constant("low" as const),
    prompt_cache_key: text.filter((key) => key !== ""),
    web_search_options: fc.constant({}),
    // not carried
    user: fc.constant("u"),
  } as never);
  const limit = fc.constantFrom<Partial<ChatCompletionCreateParams>>(
    {},
    { max_tokens: 5 },
    { max_completion_tokens: 7 },
    { max_tokens: 5, max_completion_tokens: 7 },
  );
  const parts = fc.array(
    fc.oneof(
      text.map((each) => ({ type: "text" as const, text: each })),
      fc.constant({
        type: "image_url" as const,
        image_url: { url: `data:image/png;base64,${image}` },
      }),
      fc.constant({
        type: "image_url" as const,
        image_url: { url: "https://example.com/a.png" },
      }),
    ),
    { minLength: 1, maxLength: 3 },
  );
  const textParts = fc.array(
    text.map((each) => ({ type: "text" as const, text: each })),
    { minLength: 1, maxLength: 2 },
  );
  const calls = fc
    .tuple(text, text, fc.option(text))
    .map(([args, result, content]): ChatCompletionMessageParam[] => [
      {
        role: "assistant",
        content,
        tool_calls: [{ id: "c1", type: "function", function: { name: "look", arguments: args } }],
      },
      { role: "tool", tool_call_id: "c1", content: result },
    ]);
  const message = fc.oneof(
    fc.record({
      role: fc.constantFrom("system" as const, "developer" as const),
      content: fc.oneof(text, textParts),
    }),
    fc.record({ role: fc.constant("user" as const), content: fc.oneof(text, parts) }),
    fc.record({ role: fc.constant("assistant" as const), content: fc.oneof(text, textParts) }),
    fc.record({
      role: fc.constant("user" as const),
      content: text,
      name: fc.constant("not carried"),
    }),
    calls,
  );
  const tools = names.chain((list) =>
    fc.tuple(
      fc.tuple(
        ...list.map((name) =>
          some({ description: text, parameters: schema, strict: fc.boolean() }).map((rest) => ({
            type: "function" as const,
            function: { name, ...rest },
          })),
        ),
      ),
      fc.constantFrom("auto", "none", "required", {
        type: "function" as const,
        function: { name: list[0]! },
      }),
      fc.boolean(),
    ),
  );
  const request = fc
    .tuple(settings, limit, fc.array(message, { minLength: 1, maxLength: 4 }), fc.option(tools))
    .map(([given, limits, messages, toolbox]) => ({
      model: "gpt-4.1",
      messages: messages.flat(),
      ...given,
      ...limits,
      ...(toolbox && { tools: toolbox[0], ...(toolbox[2] && { tool_choice: toolbox[1] }) }),
    }));

  /** What the request says, with the defaults of the import and of `render`. */
  function expected(carried: Fields): Fields {
    const { max_tokens: old, stream: _stream, response_format: format, stop, ...rest } = carried;
    const isText = (format as Part | undefined)?.type === "text";
    return withoutDefaults(
      {
        ...rest,
        ...(old !== undefined && { max_completion_tokens: old }),
        ...(format !== undefined && !isText && { response_format: format }),
        ...(stop !== undefined && { stop: [stop].flat() }),
        messages: withoutPrefillSpace((carried["messages"] as Fields[]).flatMap(expectedMessage)),
        ...(carried["tools"] !== undefined && {
          tools: (carried["tools"] as Fields[]).map(expectedTool),
        }),
      },
      {
        temperature: 1,
        top_p: 1,
        frequency_penalty: 0,
        presence_penalty: 0,
        parallel_tool_calls: true,
      },
    );
  }

  function expectedMessage({ role, content, ...rest }: Fields): Fields[] {
    const list = content as unknown as string | Part[] | null | undefined;
    const only = Array.isArray(list) && list.length === 1 && list[0]!.type === "text";
    const texts = Array.isArray(list) ? list.filter((part) => part.text !== "") : list;
    const sent = only
      ? list[0]!.text
      : role === "tool"
        ? joined(list ?? [], "\n")
        : role === "assistant"
          ? joined(texts ?? [], "\n\n")
          : list;
    if (rest["tool_calls"]) return [{ role: role!, content: (sent || null) as Json, ...rest }];
    if (sent === undefined || (Array.isArray(sent) && sent.length === 0)) return [];
    return [
      {
        role: role === "developer" ? "system" : role!,
        ...((sent ?? null) !== null && { content: sent as Json }),
        ...rest,
      },
    ];
  }

  function expectedTool({ type, function: tool }: Fields): Fields {
    const { name, description, parameters, strict } = tool as Fields;
    const isBare = Object.keys((parameters ?? {}) as Fields).length === 0;
    return {
      type: type!,
      function: {
        name: name!,
        ...(description && { description }),
        parameters: {
          type: "object",
          properties: {},
          ...(strict === true && isBare && { additionalProperties: false }),
          ...(parameters as Fields),
        },
        ...(strict === true && { strict }),
      },
    };
  }

  requestsAreCarried("openai-chat", request as fc.Arbitrary<ChatCompletionCreateParams>, expected);
});

describe("a request of Messages", () => {
  const visible = (value: string): boolean => value.trim() !== "";
  const settings = some<MessageCreateParams>({
    temperature: fc.constantFrom(0, 0.5, 1),
    top_p: fc.constantFrom(0.1, 1),
    top_k: fc.constantFrom(0, 5),
    stream: fc.boolean() as fc.Arbitrary<false>,
    system: fc.oneof(text, fc.array(text.map((each) => ({ type: "text" as const, text: each })))),
    stop_sequences: fc.constant(["END"]),
    thinking: fc.constantFrom(
      { type: "enabled" as const, budget_tokens: 1024 },
      { type: "disabled" as const },
      { type: "adaptive" as const, display: "omitted" },
    ),
    output_config: fc.constantFrom<JsonObject>(
      { effort: "low" },
      { format: { type: "json_schema", schema: replySchema.json_schema.schema } },
      { effort: "max", format: { type: "json_schema", schema: { type: "object" } } },
      { task_budget: { type: "tokens", total: 20000 } },
    ),
    context_management: fc.constant({ edits: [{ type: "clear_tool_uses_20250919" }] }),
    // not carried
    metadata: fc.constant({ user_id: "u" }),
    service_tier: fc.constant("auto" as const),
  } as never);
  const parts = fc.array(
    fc.oneof(
      text.map((each) => ({ type: "text" as const, text: each })),
      fc.constant({
        type: "image" as const,
        source: { type: "base64" as const, media_type: "image/png" as const, data: image },
      }),
      fc.constant({
        type: "image" as const,
        source: { type: "url" as const, url: "https://example.com/a.png" },
      }),
      text.map((each) => ({
        type: "text" as const,
        text: each,
        cache_control: { type: "ephemeral" as const },
      })),
    ),
    { minLength: 1, maxLength: 3 },
  );
  const turns = fc
    .tuple(
      fc.oneof(text, parts),
      fc.option(fc.tuple(text, fc.oneof(text, fc.array(text, { maxLength: 2 })), text)),
    )
    .map(([content, call]): MessageParam[] => [
      { role: "user", content },
      ...(call
        ? [
            {
              role: "assistant" as const,
              content: [
                { type: "text" as const, text: call[0] },
                { type: "tool_use" as const, id: "c1", name: "look", input: { a: call[0] } },
              ],
            },
            {
              role: "user" as const,
              content: [
                {
                  type: "tool_result" as const,
                  tool_use_id: "c1",
                  content: Array.isArray(call[1])
                    ? call[1].map((each) => ({ type: "text" as const, text: each }))
                    : call[1],
                },
                { type: "text" as const, text: call[2] },
              ],
            },
            { role: "assistant" as const, content: call[2] },
          ]
        : [{ role: "assistant" as const, content: "Done." }]),
    ]);
  const tools = names.chain((list) =>
    fc.tuple(
      fc.tuple(
        ...list.map((name) =>
          some({ description: text, type: fc.constant("custom") }).chain((rest) =>
            schema.map((input_schema) => ({ name, ...rest, input_schema })),
          ),
        ),
      ),
      fc.constantFrom(
        { type: "auto" as const },
        { type: "auto" as const, disable_parallel_tool_use: true },
        { type: "any" as const, disable_parallel_tool_use: false },
        { type: "none" as const },
        { type: "tool" as const, name: list[0]!, disable_parallel_tool_use: true },
      ),
      fc.boolean(),
    ),
  );
  const request = fc
    .tuple(settings, fc.array(turns, { minLength: 1, maxLength: 3 }), fc.option(tools))
    .map(([given, messages, toolbox]) => ({
      model: "claude-sonnet-4-0",
      max_tokens: 100,
      messages: messages.flat(),
      ...given,
      ...(toolbox && { tools: toolbox[0], ...(toolbox[2] && { tool_choice: toolbox[1] }) }),
    }));

  function expected(carried: Fields): Fields {
    const { stream: _stream, system, tool_choice: choice, ...given } = carried;
    const { temperature: _temperature, top_p: _topP, top_k: _topK, ...unsampled } = given;
    const { type: thinking } = (given["thinking"] ?? {}) as unknown as Part;
    // Anthropic refuses these settings beside thinking.
    const rest = ["enabled", "adaptive"].includes(thinking) ? unsampled : given;
    const systemParts = (
      typeof system === "string" ? [{ text: system }] : (system ?? [])
    ) as Part[];
    const systemText = systemParts
      .map((part) => part.text!)
      .filter(visible)
      .join("\n\n");
    const { disable_parallel_tool_use: single, ...mode } = (choice ?? {}) as Fields;
    return withoutDefaults(
      {
        ...rest,
        ...(systemText !== "" && { system: systemText }),
        ...(choice !== undefined && {
          tool_choice: { ...mode, ...(single === true && { disable_parallel_tool_use: true }) },
        }),
        messages: withoutPrefillSpace((carried["messages"] as Fields[]).flatMap(expectedMessage)),
        ...(carried["tools"] !== undefined && {
          tools: (carried["tools"] as Fields[]).map(expectedTool),
        }),
      },
      { temperature: 1, top_p: 1 },
    );
  }

  function expectedMessage({ role, content }: Fields): Fields[] {
    const parts = (
      typeof content === "string" ? [{ type: "text", text: content }] : content
    ) as (Part & { content?: string | Part[] })[];
    const sent = parts
      .filter((part) => part.type !== "text" || visible(part.text!))
      .map((part) => {
        if (part.type !== "tool_result") return part;
        const { content: list, ...rest } = part;
        const result = joined(list ?? [], "\n");
        return { ...rest, ...(result !== "" && { content: result }) };
      });
    if (sent.length === 0) return [];
    const [first] = sent;
    const isText = sent.length === 1 && first!.type === "text";
    return [{ role: role!, content: (isText ? first!.text! : sent) as Json }];
  }

  function expectedTool({ name, description, input_schema }: Fields): Fields {
    return {
      name: name!,
      ...(description && { description }),
      input_schema: { type: "object", ...(input_schema as Fields) },
    };
  }

  requestsAreCarried("anthropic", request as fc.Arbitrary<MessageCreateParams>, expected);
});
