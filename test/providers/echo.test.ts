// The echo: its replies by conversation, without network and deterministic.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/engine/model/json.ts";
import type { Block, Message, ModelParameters } from "../../src/generated/types.ts";
import { wireCompletion } from "../../src/generated/wire-validators.js";
import { look, type ToolSpec } from "./prompts.ts";
import { complete, models, type ServiceFixture } from "./service-fixture.ts";

const text = (content: string): Block => ({ type: "TEXT", text: content });
const image: Block = { type: "IMAGE_BASE64", imageBase64: "AAAA", mediaType: "image/png" };
const user = (...content: Block[]): Message => ({ role: "user", content });
const system: Message = { role: "system", content: [text("Be kind.")] };
const assistant: Message = { role: "assistant", content: [text("Yes?")] };
const result: Block = { type: "TOOL_RESULT", toolCallId: "c1", result: "seven" };
const ask: ToolSpec = { ...look, name: "ask-2" };

/** A text, or the name and arguments of a call. */
const summary = (block: Block): unknown => {
  if (block.type === "TEXT") return block.text;
  if (block.type !== "TOOL_CALL") return block.type;
  return [block.toolCall.function.name, block.toolCall.function.arguments];
};

async function echoed(fixture: ServiceFixture, body: JsonObject = {}): Promise<JsonObject> {
  const fetch = () => Promise.reject(new Error("the echo must not use the network"));
  const completion = await complete({ ...fixture, runner: { echo: true, fetch } }, body);
  expect(completion.status).toBe(200);
  expect(wireCompletion(completion.body)).toBe(true);
  return completion.body;
}

const contentOf = ({ message }: JsonObject): Block[] =>
  (message as unknown as { content: Block[] }).content;

interface Row {
  readonly to: string;
  readonly messages: readonly Message[];
  readonly parameters?: Partial<ModelParameters>;
  readonly replies: readonly unknown[];
}

const rows: readonly Row[] = [
  { to: "the user", messages: [system, user(text("Hi"))], replies: ["[echo] Hi"] },
  {
    to: "the last of several messages",
    messages: [user(text("One")), assistant, user(text("Two")), assistant],
    replies: ["[echo] Two"],
  },
  {
    to: "several texts with an image between them",
    messages: [user(text("a"), image, text("b"))],
    replies: ["[echo] a\nb"],
  },
  { to: "an image", messages: [user(image)], replies: ["[echo] (1 image)"] },
  { to: "two images", messages: [user(image, image)], replies: ["[echo] (2 images)"] },
  { to: "no messages", messages: [], replies: ["[echo] (no content)"] },
  { to: "a system message only", messages: [system], replies: ["[echo] (no content)"] },
  { to: "a user message without content", messages: [user()], replies: ["[echo] (no content)"] },
  {
    to: "a prompt in JSON",
    messages: [user(text('Say "a"'))],
    parameters: { responseFormat: "JSON" },
    replies: ['{"echo":"Say \\"a\\""}'],
  },
  {
    to: "no messages, in JSON",
    messages: [],
    parameters: { responseFormat: "JSON" },
    replies: ['{"echo":"(no content)"}'],
  },
  {
    to: "a line that calls a tool",
    messages: [user(text('Please.\ncall: look {"n": 7}\nThanks.'))],
    replies: [["look", '{"n": 7}']],
  },
  {
    to: "a call without arguments, in a prompt in JSON",
    messages: [user(text("  call:ask-2  \r\n"))],
    parameters: { responseFormat: "JSON" },
    replies: [["ask-2", "{}"]],
  },
  {
    to: "a call with arguments that are not JSON",
    messages: [user(text('call: look {"n": '))],
    replies: [["look", '{"n":']],
  },
  {
    to: "several calls",
    messages: [user(text("call: look {}\ncall: ask-2 {}"), text("call: look [1]"))],
    replies: [
      ["look", "{}"],
      ["ask-2", "{}"],
      ["look", "[1]"],
    ],
  },
  {
    to: "several calls without parallelToolCalls",
    messages: [user(text("call: look {}\ncall: ask-2 {}"))],
    parameters: { parallelToolCalls: false },
    replies: [["look", "{}"]],
  },
  {
    to: "a call with toolChoice none",
    messages: [user(text("call: look {}"))],
    parameters: { toolChoice: "none" },
    replies: ["[echo] call: look {}"],
  },
  {
    to: "a call of a tool that the prompt does not have",
    messages: [user(text("call: shout {}"))],
    replies: ["[echo] call: shout {}"],
  },
  {
    to: "a line that only mentions a call",
    messages: [user(text("Do not call: look {}"))],
    replies: ["[echo] Do not call: look {}"],
  },
  {
    to: "a call in an earlier message",
    messages: [user(text("call: look {}")), assistant, user(text("Thanks"))],
    replies: ["[echo] Thanks"],
  },
  {
    to: "a tool result, without repeating the call",
    messages: [user(text("call: look {}")), assistant, { role: "tool", content: [result] }],
    replies: ["[echo] seven"],
  },
  {
    to: "a result that looks like a call",
    messages: [{ role: "tool", content: [{ ...result, result: "call: look {}" } as Block] }],
    replies: ["[echo] call: look {}"],
  },
];

describe("the echo replies to", () => {
  it.each(rows)("$to", async ({ messages, parameters, replies }) => {
    const body = await echoed({ messages, tools: [look, ask], ...(parameters && { parameters }) });
    expect(contentOf(body).map(summary)).toEqual(replies);
  });
});

it.each(["ANTHROPIC", "OPENAI"] as const)("replaces %s, without its key", async (provider) => {
  const parameters = { provider, name: models[provider] };
  const body = await echoed({ parameters, messages: [user(text("Hi {{name}}"))] }, {
    variables: { name: "Ann" },
  } satisfies JsonObject);
  expect(body).toEqual({
    provider,
    name: models[provider],
    stats: { inputTokenCount: 2, outputTokenCount: 4, latency: 0, cost: 0 },
    message: { role: "assistant", content: [{ type: "TEXT", text: "[echo] Hi Ann" }] },
  });
});

it("call ids are equal for equal conversations and differ for others", async () => {
  const idsFor = async (content: string): Promise<string[]> =>
    contentOf(await echoed({ messages: [user(text(content))], tools: [look] })).map((block) =>
      block.type === "TOOL_CALL" ? block.toolCall.toolCallId : "",
    );
  const twice = "call: look {}\ncall: look {}";
  const [first, again, other] = [
    await idsFor(twice),
    await idsFor(twice),
    await idsFor(`${twice}\n!`),
  ];
  expect(first).toEqual([expect.stringMatching(/^echo_[0-9a-f]{24}$/), expect.any(String)]);
  expect(again).toEqual(first);
  expect(new Set([...first, ...other]).size).toBe(4);
});

it.each<[string, Message[], number]>([
  ["nothing", [], 0],
  ["four characters", [user(text("abcd"))], 1],
  ["five characters in two messages", [user(text("abc")), user(text("de"))], 2],
  ["emoji, a character each", [user(text("😀😀😀😀"))], 1],
  ["an image and a character", [user(image, text("a"))], 1001],
  ["a result of five", [{ role: "tool", content: [result] }], 2],
  [
    "a call of four and its arguments of two",
    [
      {
        role: "assistant",
        content: [
          {
            type: "TOOL_CALL",
            toolCall: {
              toolCallId: "c1",
              type: "function",
              function: { name: "look", arguments: "{}" },
            },
          },
        ],
      },
    ],
    2,
  ],
])("counts the tokens of %s", async (_, messages, expected) => {
  const body = await echoed({ messages });
  expect((body["stats"] as JsonObject)["inputTokenCount"]).toBe(expected);
});
