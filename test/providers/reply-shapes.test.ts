// Replies of compatible servers whose shape differs from that of the provider: what can be read is read.
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/engine/model/json.ts";
import { fakeProvider } from "./fake-provider.ts";
import { look } from "./prompts.ts";
import { accessTo, complete, models, type ProviderName } from "./service-fixture.ts";

interface Reply {
  readonly status: number;
  readonly content: readonly JsonObject[];
  readonly stopReason: string | null;
}

async function replyTo(provider: ProviderName, body: Json): Promise<Reply> {
  await using fake = await fakeProvider({ body });
  const {
    status,
    body: run,
    headers,
  } = await complete({
    parameters: { provider, name: models[provider] },
    tools: [look],
    runner: { providers: accessTo(fake.url) },
  });
  const { content } = run["message"] as JsonObject;
  const stopReason = headers.get("x-promptctl-stop-reason");
  return { status, content: content as unknown as readonly JsonObject[], stopReason };
}

const chat = (message: JsonObject, choice: JsonObject = {}): JsonObject => ({
  id: "c",
  choices: [{ index: 0, finish_reason: "tool_calls", message, ...choice }],
});
const calls = (...list: Json[]): JsonObject => chat({ content: null, tool_calls: list });
const withArguments = (args: JsonObject): JsonObject =>
  calls({ id: "call_1", type: "function", function: { name: "look", ...args } });
const withId = (id: JsonObject): JsonObject =>
  calls({ type: "function", function: { name: "look", arguments: '{"id":"7"}' }, ...id });
const claude = (...content: Json[]): JsonObject => ({ id: "m", content, stop_reason: "tool_use" });
const use = (fields: JsonObject): JsonObject =>
  claude({ type: "tool_use", name: "look", ...fields });

/** The arguments of the only tool call; its id if it is not made. */
type CallRow = [shape: string, provider: ProviderName, body: JsonObject, args: string, id?: string];

describe("a tool call", () => {
  it.each<CallRow>([
    [
      "arguments as an object",
      "OPENAI",
      withArguments({ arguments: { id: "7" } }),
      '{"id":"7"}',
      "call_1",
    ],
    ["arguments null", "OPENAI", withArguments({ arguments: null }), "{}", "call_1"],
    ["no arguments", "OPENAI", withArguments({}), "{}", "call_1"],
    ["empty arguments", "OPENAI", withArguments({ arguments: "" }), "", "call_1"],
    ["arguments as a list", "OPENAI", withArguments({ arguments: [7] }), "[7]", "call_1"],
    ["arguments that are no JSON", "OPENAI", withArguments({ arguments: "{" }), "{", "call_1"],
    ["no id", "OPENAI", withId({}), '{"id":"7"}'],
    ["id null", "OPENAI", withId({ id: null }), '{"id":"7"}'],
    ["an empty id", "OPENAI", withId({ id: "" }), '{"id":"7"}'],
    ["a number as id", "OPENAI", withId({ id: 7 }), '{"id":"7"}', "7"],
    ["no type", "OPENAI", withId({ id: "a", type: null }), '{"id":"7"}', "a"],
    [
      "name and arguments in the call",
      "OPENAI",
      calls({ id: "a", name: "look", arguments: {} }),
      "{}",
      "a",
    ],
    [
      "a function call of earlier versions",
      "OPENAI",
      chat({ content: null, function_call: { name: "look", arguments: "{}" } }),
      "{}",
    ],
    [
      "a function call beside no tool calls",
      "OPENAI",
      chat({ tool_calls: [], function_call: { name: "look", arguments: {} } }),
      "{}",
    ],
    ["no input", "ANTHROPIC", use({ id: "a" }), "{}", "a"],
    ["input null", "ANTHROPIC", use({ id: "a", input: null }), "{}", "a"],
    ["input as a text", "ANTHROPIC", use({ id: "a", input: '{"n": 7}' }), '{"n": 7}', "a"],
    ["no id", "ANTHROPIC", use({ input: {} }), "{}"],
    ["id null", "ANTHROPIC", use({ id: null, input: {} }), "{}"],
  ])("%s, %s", async (_shape, provider, body, args, id) => {
    const { status, content, stopReason } = await replyTo(provider, body);
    const toolCallId: unknown = id ?? expect.stringMatching(/^call_[\w-]{16}$/);
    const called = { toolCallId, type: "function", function: { name: "look", arguments: args } };
    expect([status, content]).toEqual([200, [{ type: "TOOL_CALL", toolCall: called }]]);
    expect(stopReason).toBe("tool-calls");
  });

  it("without an id has another one than all other calls, of other replies too", async () => {
    const anonymous = { function: { name: "look", arguments: "{}" } };
    const repeated = { id: "a", ...anonymous };
    const idsOf = async (body: JsonObject): Promise<unknown[]> => {
      const { content } = await replyTo("OPENAI", body);
      const made = content.filter(({ type }) => type === "TOOL_CALL");
      return made.map(({ toolCall }) => (toolCall as JsonObject)["toolCallId"]);
    };
    const ids = [
      ...(await idsOf(calls(anonymous, anonymous, repeated, repeated))),
      ...(await idsOf(chat({ content: "Look.", tool_calls: [anonymous] }))),
      ...(await idsOf({ ...calls(anonymous), id: "d" })),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain("a");
  });
});

describe("a text", () => {
  it.each<[string, ProviderName, JsonObject, string | null]>([
    ["tool calls null", "OPENAI", chat({ content: "Hi", tool_calls: null }), "tool-calls"],
    [
      "an empty list of tool calls",
      "OPENAI",
      chat({ content: "Hi", tool_calls: [] }),
      "tool-calls",
    ],
    [
      "content as a list of parts",
      "OPENAI",
      chat({ content: [{ type: "text", text: "Hi" }] }),
      "tool-calls",
    ],
    [
      "parts of another type",
      "OPENAI",
      chat({ content: [{ type: "output_text", text: "Hi" }] }),
      "tool-calls",
    ],
    ["parts without a type", "OPENAI", chat({ content: [{ text: "Hi" }] }), "tool-calls"],
    ["parts as texts", "OPENAI", chat({ content: ["Hi"] }), "tool-calls"],
    [
      "content as one part",
      "OPENAI",
      chat({ content: { type: "text", text: "Hi" } }),
      "tool-calls",
    ],
    ["no finish reason", "OPENAI", chat({ content: "Hi" }, { finish_reason: null }), null],
    ["another finish reason", "OPENAI", chat({ content: "Hi" }, { finish_reason: "eos" }), "other"],
    ["usage null", "OPENAI", { ...chat({ content: "Hi" }), usage: null }, "tool-calls"],
    ["content as a text", "ANTHROPIC", { content: "Hi" }, null],
  ])("%s, %s", async (_shape, provider, body, stopReason) => {
    const reply = await replyTo(provider, body);
    expect(reply).toEqual({ status: 200, content: [{ type: "TEXT", text: "Hi" }], stopReason });
  });

  it.each([chat({ content: null }), chat({})])("is missing: %j", async (body) => {
    expect(await replyTo("OPENAI", body)).toMatchObject({ status: 200, content: [] });
  });
});
