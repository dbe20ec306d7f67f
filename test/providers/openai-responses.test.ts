// The Responses API of OpenAI: requests, replies, failures and costs, at a server that has only this API.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Json, JsonObject } from "../../src/engine/model/json.ts";
import type { Message, ModelOptions, ModelParameters } from "../../src/generated/types.ts";
import { nativeRequest } from "../../src/providers/native-request.ts";
import { refusedByResponses, responsesServer } from "../fixtures/responses-server.ts";
import { callsTo, kindOf, replyOf, trialOf } from "./calls-fixture.ts";
import { fakeProvider } from "./fake-provider.ts";
import { memoryCache } from "./memory-cache.ts";
import { promptOf, type ToolSpec } from "./prompts.ts";
import { gptReply, responsesReply } from "./replies.ts";
import { accessTo, complete, type CompletionResponse } from "./service-fixture.ts";

/** A tool that can be strict. */
const look: ToolSpec = {
  name: "look",
  description: "Looks.",
  parameters: { type: "object", properties: {}, required: [], additionalProperties: false },
};
const options = { api: "responses" } as const;
const model = { provider: "OPENAI", name: "gpt-5.1", options } as const;
const user = (text: string): Message => ({ role: "user", content: [{ type: "TEXT", text }] });

type Parameters = Partial<ModelParameters>;

/** The body as OpenAI receives it. */
function sent(parameters: Parameters, messages: readonly Message[] = [user("Hi")]): JsonObject {
  const prompt = promptOf({ ...model, ...parameters }, [look]);
  const { body } = nativeRequest({ prompt, messages: [...messages] });
  return JSON.parse(JSON.stringify(body)) as JsonObject;
}

const withOptions = (more: ModelOptions): Parameters => ({ options: { ...options, ...more } });

describe("what is sent for an option", () => {
  const schema = { type: "object", properties: { b: { type: "string" }, a: { type: "string" } } };
  const format = { type: "json_schema", name: "Prompt", schema, strict: true };

  it.each<[string, Parameters, JsonObject]>([
    ["responseSchema", withOptions({ responseSchema: schema }), { text: { format } }],
    [
      "responseSchema beside another field of text",
      withOptions({ responseSchema: schema, extra: { text: { verbosity: "low" } } }),
      { text: { format, verbosity: "low" } },
    ],
    [
      "responseSchema in place of the JSON mode",
      { ...withOptions({ responseSchema: schema }), responseFormat: "JSON" },
      { text: { format } },
    ],
    [
      "reasoningEffort",
      withOptions({ reasoningEffort: "high" }),
      { reasoning: { effort: "high" } },
    ],
    [
      "reasoningEffort none",
      withOptions({ reasoningEffort: "none" }),
      { reasoning: { effort: "none" } },
    ],
    [
      "reasoningEffort beside another field of reasoning",
      withOptions({ reasoningEffort: "low", extra: { reasoning: { summary: "auto" } } }),
      { reasoning: { effort: "low", summary: "auto" } },
    ],
    ["strictTools", withOptions({ strictTools: true }), { tools: [strictTool(true)] }],
    ["strictTools false", withOptions({ strictTools: false }), { tools: [strictTool(false)] }],
    ["extra", withOptions({ extra: { prompt_cache_key: "k" } }), { prompt_cache_key: "k" }],
    ["extra with store", withOptions({ extra: { store: true } }), { store: true }],
    ["maxTokens", { maxTokens: 100 }, { max_output_tokens: 100 }],
    ["a chosen tool", { toolChoice: "look" }, { tool_choice: { type: "function", name: "look" } }],
  ])("%s", (_, parameters, fields) => {
    expect(sent(parameters)).toEqual({ ...sent({}), ...fields });
    expect(refusedByResponses(sent(parameters))).toBeUndefined();
  });

  it.each<[string, Parameters]>([
    ["seed", { seed: 7 }],
    ["frequencyPenalty", { frequencyPenalty: 0.5 }],
    ["presencePenalty", { presencePenalty: 0.5 }],
    ["stopSequences", withOptions({ stopSequences: ["END"] })],
  ])("%s is not sent, and the reply says so", async (name, parameters) => {
    expect(sent(parameters)).toEqual(sent({}));
    const { headers } = await run(responsesReply("Hi"), parameters);
    expect(headers.get("x-promptctl-omitted-settings")).toBe(name);
  });

  it("keeps the order of the keys of a schema", () => {
    expect(JSON.stringify(sent(withOptions({ responseSchema: schema })))).toContain(
      JSON.stringify(schema),
    );
  });
});

function strictTool(strict: boolean): JsonObject {
  return { type: "function", ...look, parameters: look.parameters as JsonObject, strict };
}

describe("the server takes", () => {
  const table = readFileSync(join(import.meta.dirname, "native-requests.yaml"), "utf8");
  const rows = parse(table, { merge: true }) as { case: string; responses: JsonObject }[];
  /** No API takes them: calls without results, and JSON mode without the word. */
  const refused = [
    "a tool call without text",
    "arguments that are not JSON, and JSON that is not an object",
    "several results in one message, together with text and an image",
    "a tool call with an empty text",
    "every setting",
  ];

  it.each(rows)("$case", ({ case: name, responses }) => {
    expect(refusedByResponses(responses) === undefined).toBe(!refused.includes(name));
  });

  it("a loop of tool calls, and its results", () => {
    const call = (id: string): Message["content"][number] => ({
      type: "TOOL_CALL",
      toolCall: { toolCallId: id, type: "function", function: { name: "look", arguments: "{}" } },
    });
    const result = (id: string): Message => ({
      role: "tool",
      content: [{ type: "TOOL_RESULT", toolCallId: id, result: "7" }],
    });
    const loop: Message[] = [
      user("Where is it?"),
      {
        role: "assistant",
        content: [{ type: "TEXT", text: "I look." }, call("call_1"), call("call_2")],
      },
      result("call_1"),
      result("call_2"),
      { role: "assistant", content: [call("call_3")] },
      result("call_3"),
      user("And now?"),
    ];
    const body = sent({}, loop);
    expect(refusedByResponses(body)).toBeUndefined();
    expect(body["input"]).toMatchObject([
      { role: "user" },
      { role: "assistant", content: "I look." },
      { type: "function_call", call_id: "call_1" },
      { type: "function_call", call_id: "call_2" },
      { type: "function_call_output", call_id: "call_1" },
      { type: "function_call_output", call_id: "call_2" },
      { type: "function_call", call_id: "call_3" },
      { type: "function_call_output", call_id: "call_3" },
      { role: "user" },
    ]);
  });

  it.each<[string, JsonObject]>([
    ["a field of Chat Completions", { messages: [] }],
    ["a setting of Chat Completions", { seed: 7 }],
    [
      "a tool without strict",
      { tools: [{ type: "function", name: "look", parameters: openSchema }] },
    ],
    ["a nested function", { tools: [{ type: "function", function: look as unknown as Json }] }],
    ["input of the assistant", { input: [assistant([{ type: "input_text", text: "Hi" }])] }],
    ["too few tokens", { max_output_tokens: 15 }],
    [
      "an image without detail",
      { input: [userInput({ type: "input_image", image_url: "data:" })] },
    ],
    ["a call with an id", { input: [{ ...callItem, id: "call_1" }] }],
    ["a call without a call_id", { input: [{ type: "function_call", name: "look" }] }],
  ])("not %s", (_, fields) => {
    const { tools: __, ...body } = sent({});
    expect(refusedByResponses({ ...body, ...fields })).toMatchObject({ status: 400 });
  });
});

const openSchema: JsonObject = { type: "object", properties: {} };
const callItem = { type: "function_call", call_id: "c", name: "look", arguments: "{}" } as const;
const assistant = (content: Json): JsonObject => ({ role: "assistant", content });
const userInput = (part: JsonObject): JsonObject => ({ role: "user", content: [part] });

/** The reply of the service to a body of the provider. */
async function run(
  body: Json,
  parameters: Parameters = {},
  status = 200,
): Promise<CompletionResponse> {
  await using fake = await fakeProvider({ body, status });
  return await complete({
    parameters: { ...model, ...parameters },
    tools: [look],
    runner: { providers: accessTo(fake.url) },
  });
}

const stopReasonOf = ({ headers }: CompletionResponse): string | null =>
  headers.get("x-promptctl-stop-reason");
const text = (value: string): JsonObject => ({ type: "TEXT", text: value });
const called = (args: string, id: string | object = "call_1"): JsonObject => ({
  type: "TOOL_CALL",
  toolCall: {
    toolCallId: id as string,
    type: "function",
    function: { name: "look", arguments: args },
  },
});
const message = (...content: Json[]): JsonObject => ({
  type: "message",
  role: "assistant",
  content,
});
const output = (...items: Json[]): JsonObject => responsesReply("", { output: items });
const call = (fields: JsonObject = {}): JsonObject => ({
  id: "fc_1",
  type: "function_call",
  status: "completed",
  call_id: "call_1",
  name: "look",
  arguments: '{"id":"7"}',
  ...fields,
});
const newId = expect.stringMatching(/^call_[\w-]{16}$/) as object;
const cut = { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } } as const;
const hi = { type: "output_text", text: "Hi", annotations: [] } as const;
const no = { type: "refusal", refusal: "No." } as const;

describe("a reply", () => {
  it.each<[shape: string, body: JsonObject, content: JsonObject[], stopReason: string | null]>([
    ["a text", responsesReply("Hi"), [text("Hi")], "complete"],
    ["no reasoning item", output(message(hi)), [text("Hi")], "complete"],
    [
      "reasoning with a summary",
      output({ type: "reasoning", summary: [{ type: "summary_text", text: "S" }] }, message(hi)),
      [text("Hi")],
      "complete",
    ],
    [
      "reasoning with its text",
      output({ type: "reasoning", content: [{ type: "reasoning_text", text: "R" }] }, message(hi)),
      [text("Hi")],
      "complete",
    ],
    ["several texts", output(message(hi, hi)), [text("Hi"), text("Hi")], "complete"],
    [
      "a commentary and an answer",
      output({ ...message(hi), phase: "commentary" }, { ...message(hi), phase: "final_answer" }),
      [text("Hi"), text("Hi")],
      "complete",
    ],
    ["an empty text", responsesReply(""), [], "complete"],
    ["no items", output(), [], "complete"],
    ["a refusal", output(message(no)), [text("No.")], "refused"],
    ["a text and a refusal", output(message(hi, no)), [text("Hi"), text("No.")], "refused"],
    ["a call", output(call()), [called('{"id":"7"}')], "tool-calls"],
    [
      "a text and calls",
      output(message(hi), call(), call({ call_id: "call_2" })),
      [text("Hi"), called('{"id":"7"}'), called('{"id":"7"}', "call_2")],
      "tool-calls",
    ],
    [
      "arguments as an object",
      output(call({ arguments: { id: "7" } })),
      [called('{"id":"7"}')],
      "tool-calls",
    ],
    ["arguments null", output(call({ arguments: null })), [called("{}")], "tool-calls"],
    ["empty arguments", output(call({ arguments: "" })), [called("")], "tool-calls"],
    [
      "a call without a call_id",
      output(call({ call_id: null })),
      [called('{"id":"7"}', "fc_1")],
      "tool-calls",
    ],
    [
      "a call without an id",
      output(call({ call_id: null, id: null })),
      [called('{"id":"7"}', newId)],
      "tool-calls",
    ],
    [
      "two calls with one id",
      output(call(), call()),
      [called('{"id":"7"}'), called('{"id":"7"}', newId)],
      "tool-calls",
    ],
    ["a truncated text", responsesReply("Hi", cut), [text("Hi")], "truncated"],
    ["truncated while it reasons", { ...output({ type: "reasoning" }), ...cut }, [], "truncated"],
    [
      "a truncated call",
      { ...output(call({ arguments: '{"id', status: "incomplete" })), ...cut },
      [called('{"id')],
      "truncated",
    ],
    ["a truncated refusal", { ...output(message(no)), ...cut }, [text("No.")], "truncated"],
    [
      "a filtered text",
      responsesReply("H", { ...cut, incomplete_details: { reason: "content_filter" } }),
      [text("H")],
      "filtered",
    ],
    [
      "incomplete for a new reason",
      responsesReply("H", { ...cut, incomplete_details: { reason: "new" } }),
      [text("H")],
      "other",
    ],
    [
      "incomplete without a reason",
      responsesReply("H", { status: "incomplete" }),
      [text("H")],
      "other",
    ],
    [
      "details beside the status completed",
      responsesReply("H", { incomplete_details: { reason: "max_output_tokens" } }),
      [text("H")],
      "truncated",
    ],
    ["no status", responsesReply("Hi", { status: null }), [text("Hi")], null],
    [
      "an item without a type",
      output({ role: "assistant", content: [hi] }),
      [text("Hi")],
      "complete",
    ],
    ["content as a text", output({ type: "message", content: "Hi" }), [text("Hi")], "complete"],
    ["content null", output({ type: "message", content: null }), [], "complete"],
    [
      "parts of the type text",
      output(message({ type: "text", text: "Hi" })),
      [text("Hi")],
      "complete",
    ],
    [
      "items of other tools",
      output({ id: "ws_1", type: "web_search_call", status: "completed" }, message(hi)),
      [text("Hi")],
      "complete",
    ],
  ])("%s", async (_, body, content, stopReason) => {
    const reply = await run(body);
    expect([reply.status, reply.body["message"]]).toEqual([200, { role: "assistant", content }]);
    expect(stopReasonOf(reply)).toBe(stopReason);
  });

  it("counts reasoning as output, and has the price of both", async () => {
    const [reply, unknown] = [
      await run(responsesReply("Hi")),
      await run({ ...output(), usage: null }),
    ];
    expect(reply.body["stats"]).toMatchObject({ inputTokenCount: 1000, outputTokenCount: 100 });
    expect((reply.body["stats"] as JsonObject)["cost"]).toBeCloseTo(0.00225, 10);
    expect(unknown.body["stats"]).toMatchObject({ inputTokenCount: 0, outputTokenCount: 0 });
    expect(unknown.headers.get("x-promptctl-cost")).toBe("unknown");
  });
});

const errorOf = ({ status, body }: CompletionResponse): [number, Json | undefined] => [
  status,
  body["error"],
];
const failedWith = (code: string, length = 0): JsonObject =>
  responsesReply("", {
    status: "failed",
    output: [],
    error: { code, message: "It failed." },
    instructions: "i".repeat(length),
  });

describe("a failure", () => {
  it.each<[string, Json, number, number, string]>([
    [
      "status failed, by the server",
      failedWith("server_error"),
      200,
      502,
      "failed (502): It failed.",
    ],
    [
      "status failed in a long body",
      failedWith("server_error", 50_000),
      200,
      502,
      "failed (502): It failed.",
    ],
    [
      "status failed, by the rate limit",
      failedWith("rate_limit_exceeded"),
      200,
      429,
      "limits the request rate (429): It failed.",
    ],
    [
      "status failed, by the request",
      failedWith("invalid_image"),
      200,
      400,
      "rejected the request (400): It failed.",
    ],
    [
      "status failed without an error",
      responsesReply("", { status: "failed" }),
      200,
      424,
      "returned status 200 with a reply that cannot be read: its status is failed, not completed or incomplete.",
    ],
    [
      "a reply that is not made yet",
      responsesReply("", { status: "queued" }),
      200,
      424,
      "returned status 200 with a reply that cannot be read: its status is queued, not completed or incomplete.",
    ],
    [
      "no output",
      { status: "completed" },
      200,
      424,
      "returned status 200 with a reply that cannot be read: output is missing.",
    ],
    [
      "a reply of Chat Completions",
      gptReply("Hi"),
      200,
      424,
      "returned status 200 with a reply that cannot be read: output is missing.",
    ],
    [
      "a server without the API",
      { error: { message: "Not found" } },
      404,
      400,
      "does not know the model or has no Responses API, or its base URL is wrong (404): Not found",
    ],
  ])("%s", async (_, body, status, answered, error) => {
    expect(errorOf(await run(body, {}, status))).toEqual([answered, `OpenAI ${error}`]);
  });
});

describe("a call of a test", () => {
  it("goes to the API of its prompt, and its reply is not that of the other", async () => {
    await using fake = await fakeProvider((request) =>
      request.path === "/responses"
        ? responsesServer({ ...request, path: "/v1/responses" })
        : { body: gptReply("Chat") },
    );
    const cache = memoryCache();
    const outcomes = [];
    for (const api of ["responses", "responses", "chat"] as const)
      outcomes.push(
        await callsTo(fake.url, { cache }).call(
          trialOf({ parameters: { ...model, options: { api } } }),
        ),
      );
    expect(outcomes.map(kindOf)).toEqual(["live", "cached", "live"]);
    expect(outcomes.map((each) => replyOf(each).run.message.content)).toEqual([
      [text("Hi")],
      [text("Hi")],
      [text("Chat")],
    ]);
    expect(fake.requests.map(({ path }) => path)).toEqual(["/responses", "/chat/completions"]);
  });

  it("is repeated where the response says that the server failed", async () => {
    await using fake = await fakeProvider((_, index) => ({
      body: index === 0 ? failedWith("server_error") : responsesReply("Hi"),
    }));
    const calls = callsTo(fake.url, { cache: memoryCache() });
    expect(kindOf(await calls.call(trialOf({ parameters: model })))).toBe("live");
    expect(fake.requests).toHaveLength(2);
  });
});
