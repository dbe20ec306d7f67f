// Requests as applications of 2026 send them: each field is in the request that the imported definition
// renders, or is one that does not matter for replies.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isObject, type Json, type JsonObject, objectOf } from "../../src/engine/model/json.ts";
import { importDocuments } from "./import-documents.ts";
import { renderedRequest } from "./rendered-requests.ts";

const requestsIn = (name: string): readonly JsonObject[] =>
  readFileSync(join(import.meta.dirname, "requests", `${name}.jsonl`), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as JsonObject);

/** The fields that do not matter, as docs/import.md names them. `stream` is off in what is rendered. */
const unsent = new Set(
  "anthropic_version background metadata safety_identifier service_tier store stream stream_options timeout user".split(
    " ",
  ),
);

/** The fields of a value and of all values in it, each with its text. */
function leavesOf(value: Json, path = ""): string[] {
  if (Array.isArray(value))
    return value.flatMap((each: Json, index) => leavesOf(each, `${path}/${index}`));
  if (isObject(value) && Object.keys(value).length > 0)
    return Object.entries(value).flatMap(([key, each]) => leavesOf(each, `${path}/${key}`));
  return [`${path} ${JSON.stringify(value)}`];
}

function withoutUnsent(request: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(request).filter(([key]) => !unsent.has(key)));
}

/** A request of Chat Completions in the form in which definitions are sent. */
function sentChat({
  extra_body,
  max_tokens,
  stop,
  messages,
  modalities,
  ...rest
}: JsonObject): JsonObject {
  expect(modalities ?? ["text"]).toEqual(["text"]);
  const format = structuredClone(objectOf(rest["response_format"])) as { json_schema?: JsonObject };
  if (format.json_schema) format.json_schema = { ...format.json_schema, name: "a" };
  return {
    ...rest,
    ...objectOf(extra_body),
    ...(modalities !== undefined && { modalities }),
    ...(max_tokens !== undefined && { max_completion_tokens: max_tokens }),
    ...(stop !== undefined && { stop: [stop].flat() as Json }),
    ...(format.json_schema && { response_format: format as JsonObject }),
    messages: JSON.parse(
      JSON.stringify(messages)
        .replaceAll('"developer"', '"system"')
        .replaceAll(',"detail":"auto"', ""),
    ) as Json,
  };
}

/** A request of Messages in that form. */
function sentMessages({ output_format, system, ...rest }: JsonObject): JsonObject {
  const texts = Array.isArray(system) ? system.map((each) => objectOf(each)["text"]) : [system];
  return {
    ...rest,
    ...(system !== undefined && { system: texts.join("\n\n") }),
    ...(output_format !== undefined && { output_config: { format: output_format } }),
  };
}

/** A request of Responses in that form: each text is an item, and defaults are not sent. */
function sentResponses({ instructions, input, text, ...rest }: JsonObject): JsonObject {
  const { format: given, ...others } = objectOf(text);
  const { type, ...format } = objectOf(given);
  const items: readonly Json[] = Array.isArray(input) ? input : [{ role: "user", content: input }];
  const isSent = type !== undefined && type !== "text";
  const isJsonSchema = type === "json_schema";
  const sentText = {
    ...others,
    ...(isSent && { format: { type, ...format, ...(isJsonSchema && { name: "a" }) } }),
  };
  return {
    ...withoutDefault(rest, "parallel_tool_calls", true),
    ...(Object.keys(sentText).length > 0 && { text: sentText }),
    input: [
      ...(instructions === undefined ? [] : [{ role: "system", content: instructions }]),
      ...items.map((item) => sentItem(objectOf(item))),
    ],
  };
}

function sentItem({
  id: _id,
  status: _status,
  type,
  role,
  content,
  ...rest
}: JsonObject): JsonObject {
  if (type !== undefined && type !== "message") return { type, ...rest };
  const [only] = Array.isArray(content) ? (content as readonly JsonObject[]) : [];
  const text = only?.["type"] === "output_text" ? only["text"]! : content!;
  return { role: role === "developer" ? "system" : role!, content: text, ...rest };
}

function withoutDefault(request: JsonObject, field: string, value: Json): JsonObject {
  return Object.fromEntries(
    Object.entries(request).filter(([key, each]) => key !== field || each !== value),
  );
}

describe.each([
  ["openai-chat", "chat", sentChat],
  ["anthropic", "messages", sentMessages],
  ["openai", "responses", sentResponses],
] as const)("requests for %s", (format, file, sent) => {
  it.each(requestsIn(file).map((request) => [JSON.stringify(request), request] as const))(
    "%s",
    async (_text, request) => {
      const { definitions, leftFields, refused } = importDocuments(format, [request]);
      expect(refused).toEqual([]);
      expect(leftFields.filter(({ isSent }) => isSent)).toEqual([]);
      const lost = leftFields.map(({ path }) => String(path[0]));
      expect(lost.filter((key) => !unsent.has(key))).toEqual([]);
      const rendered = (await renderedRequest(definitions)) as JsonObject;
      expect(leavesOf(rendered)).toEqual(
        expect.arrayContaining(leavesOf(sent(withoutUnsent(request)))),
      );
    },
  );
});

it.each(["chat", "messages", "responses"])("schemas of %s keep the order of their keys", (file) => {
  const format = { chat: "openai-chat", messages: "anthropic", responses: "openai" }[file]!;
  for (const request of requestsIn(file)) {
    const { definitions } = importDocuments(format, [request]);
    const { options } = objectOf(definitions.at(-1)!["parameters"]);
    const { responseSchema } = objectOf(options);
    if (responseSchema !== undefined)
      expect(JSON.stringify(request)).toContain(JSON.stringify(responseSchema));
  }
});

const chat = { model: "gpt-5.4", messages: [{ role: "user", content: "hi" }] };
const message = { ...chat, model: "claude-sonnet-5", max_tokens: 9 };
const responses = { model: "gpt-5.4", input: "hi" };
const tool = { name: "look", parameters: { type: "object", properties: { a: {} } } };
const search = { type: "web_search" };
const image = { type: "image_url", image_url: { url: "https://example.com/a.png" } };

describe("one field more in a request", () => {
  it.each<[format: string, request: JsonObject, options: JsonObject]>([
    ["openai-chat", { ...chat, enable_thinking: true }, { extra: { enable_thinking: true } }],
    ["openai-chat", { ...chat, logprobs: true }, { extra: { logprobs: true } }],
    ["openai-chat", { ...chat, n: 2 }, { extra: { n: 2 } }],
    ["openai-chat", { ...chat, stop: "x" }, { stopSequences: ["x"] }],
    ["openai-chat", { ...chat, reasoning_effort: "high" }, { reasoningEffort: "high" }],
    ["openai-chat", { ...chat, functions: [tool] }, { extra: { functions: [tool] } }],
    ["openai-chat", { ...chat, new_in_2027: [1] }, { extra: { new_in_2027: [1] } }],
    ["openai-chat", { ...chat, extra_body: { min_p: 0.1 } }, { extra: { min_p: 0.1 } }],
    ["anthropic", { ...message, output_config: { effort: "low" } }, { reasoningEffort: "low" }],
    ["anthropic", { ...message, thinking: { type: "disabled" } }, { reasoningEffort: "none" }],
    [
      "anthropic",
      { ...message, thinking: { type: "disabled" }, output_config: { effort: "low" } },
      { reasoningEffort: "low", extra: { thinking: { type: "disabled" } } },
    ],
    [
      "anthropic",
      { ...message, model: "claude-sonnet-5-5", thinking: { type: "between_tools" } },
      { reasoningEffort: "none" },
    ],
    ["anthropic", { ...message, speed: "fast" }, { extra: { speed: "fast" } }],
    [
      "openai",
      { ...responses, text: { verbosity: "low" } },
      responsesExtra({ text: { verbosity: "low" } }),
    ],
    ["openai", { ...responses, truncation: "auto" }, responsesExtra({ truncation: "auto" })],
    [
      "openai",
      { ...responses, tools: [{ type: "function", ...tool, strict: true }] },
      { strictTools: true, api: "responses" },
    ],
  ])("%s carries it: %j", (format, request, options) => {
    const { definitions, leftFields } = importDocuments(format, [request]);
    expect(leftFields).toEqual([]);
    expect(objectOf(definitions.at(-1)!["parameters"])["options"]).toEqual(options);
  });

  function responsesExtra(extra: JsonObject): JsonObject {
    return { api: "responses", extra };
  }

  it.each<[format: string, request: JsonObject, field: string]>([
    ["openai-chat", { ...chat, audio: { voice: "a" }, modalities: ["text", "audio"] }, "/audio"],
    ["openai-chat", { ...chat, extra_headers: { a: "b" } }, "/extra_headers"],
    ["openai-chat", { ...chat, tools: [search] }, "/tools/0"],
    ["openai-chat", { ...chat, reasoning_effort: "ultra" }, "/reasoning_effort"],
    [
      "openai-chat",
      { ...chat, messages: [{ role: "user", content: ["a", image] }] },
      "/messages/0/content/1",
    ],
    ["openai-chat", { ...chat, response_format: { type: "grammar" } }, "/response_format"],
    ["anthropic", { ...message, mcp_servers: [{ type: "url" }] }, "/mcp_servers"],
    ["anthropic", { ...message, container: "c" }, "/container"],
    ["anthropic", { ...message, betas: ["b"] }, "/betas"],
    ["anthropic", { ...message, output_config: { effort: "none" } }, "/output_config/effort"],
    [
      "anthropic",
      { ...message, system: [{ type: "text", text: "a", cache_control: { type: "ephemeral" } }] },
      "/system/0/cache_control",
    ],
    [
      "anthropic",
      { ...message, tools: [{ name: "look", input_schema: {}, strict: true }] },
      "/tools/0/strict",
    ],
    ["openai", { ...responses, previous_response_id: "r1" }, "/previous_response_id"],
    ["openai", { ...responses, conversation: "c1" }, "/conversation"],
    ["openai", { ...responses, background: true }, "/background"],
    ["openai", { ...responses, prompt: { id: "pmpt_1" } }, "/prompt/id"],
    ["openai", { ...responses, tools: [search] }, "/tools/0"],
    [
      "openai",
      {
        ...responses,
        input: [
          { role: "user", content: "a" },
          { type: "item_reference", id: "i" },
        ],
      },
      "/input/1",
    ],
  ])("%s names it as sent: %j", (format, request, field) => {
    const { leftFields } = importDocuments(format, [request]);
    expect(
      leftFields.filter(({ isSent }) => isSent).map(({ path }) => `/${path.join("/")}`),
    ).toContain(field);
  });

  it.each(["metadata", "user", "store", "service_tier", "safety_identifier"])(
    "%s is named, and does not count as sent",
    (key) => {
      const { leftFields } = importDocuments("openai-chat", [{ ...chat, [key]: "x" }]);
      expect(leftFields).toMatchObject([{ path: [key], reason: "It does not change replies." }]);
      expect(leftFields[0]).not.toHaveProperty("isSent");
    },
  );
});

it("of tools that are not all strict, the strict ones are named", () => {
  const of = (name: string, strict: boolean): JsonObject => ({
    type: "function",
    function: { ...tool, name, strict },
  });
  const { left } = importDocuments("openai-chat", [
    { ...chat, tools: [of("a", true), of("b", false)] },
  ]);
  expect(left).toEqual([
    "/tools/0/function/strict: Definitions have one setting for all tools of a prompt, and others are not strict.",
  ]);
});

const strictSchema = {
  type: "object",
  properties: { a: { type: "string" } },
  required: ["a"],
  additionalProperties: false,
};

it.each<[what: string, schema: JsonObject, strict: boolean | null, named: readonly string[]]>([
  ["that is not strict", { type: "object", properties: { a: {} } }, null, ["/response_format"]],
  ["that is sent with strict: false", strictSchema, false, ["/response_format/json_schema/strict"]],
  ["that could be strict", strictSchema, null, ["/response_format/json_schema"]],
  ["that is no object, as OpenAI wants it", { type: "string" }, null, ["/response_format"]],
])("a schema %s is named", (_what, schema, strict, named) => {
  const json_schema = { name: "a", schema, strict };
  const { leftFields } = importDocuments("openai-chat", [
    { ...chat, response_format: { type: "json_schema", json_schema } },
  ]);
  expect(leftFields.map(({ path }) => `/${path.join("/")}`)).toEqual(named);
});
