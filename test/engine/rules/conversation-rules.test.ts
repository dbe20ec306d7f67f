import { describe, expect, test } from "vitest";
import { diagnosticsOf } from "../../fixtures/warnings.ts";

const openai = "provider: OPENAI, name: gpt-5.4";
const sonnet = "provider: ANTHROPIC, name: claude-sonnet-4-6";
const haiku = "provider: ANTHROPIC, name: claude-haiku-4-5";

const system = "{ role: system, content: Be brief. }";
const user = "{ role: user, content: Where is it? }";
const assistant = "{ role: assistant, content: Here. }";

/** A prompt in lines 6 to 9; `appended`: the messages of its evaluation in line 12, if it has one. */
function project(parameters: string, messages: readonly string[], appended?: readonly string[]) {
  const prompt = `kind: tool
name: lookup
description: Look up.
parameters: { type: object }
---
kind: prompt
name: Greeter
parameters: { ${parameters} }
messages: [${messages.join(", ")}]
tools: [lookup]
`;
  if (!appended) return prompt;
  return `${prompt}evaluations:
  - { name: one, appendedMessages: [${appended.join(", ")}], assertions: [{ type: LATENCY, targetThreshold: 1000 }] }
`;
}

type Case = [
  name: string,
  messages: string[],
  expected: string[],
  more?: { readonly parameters?: string; readonly appended?: string[] },
];

async function check(...[, messages, expected, { parameters = openai, appended } = {}]: Case) {
  expect(await diagnosticsOf(project(parameters, messages, appended))).toEqual(expected);
}

const refused = "refused-messages a.yaml";

describe("messages", () => {
  test.each<Case>([
    [
      "a system message alone",
      [system],
      [
        `${refused}:9 The prompt has only system messages: Anthropic refuses it without a message of the user.`,
      ],
      { parameters: sonnet },
    ],
    ["the same with OpenAI, without an evaluation", [system], []],
    ["a message of the user alone", [user], [], { parameters: sonnet }],
    [
      "a system message, whose user message an evaluation appends",
      [system],
      [],
      { parameters: sonnet, appended: [user] },
    ],
    [
      "a system message and an evaluation without messages",
      [system],
      [`${refused}:12 The conversation has only system messages: Anthropic refuses it.`],
      { parameters: sonnet, appended: [] },
    ],
    ["the same with OpenAI", [system], [], { appended: [] }],
    [
      "no messages",
      [],
      [`${refused}:9 There are no messages: providers refuse an empty conversation.`],
    ],
    [
      "a message without content",
      ["{ role: user, content: [] }"],
      [`${refused}:9 No message has content: providers refuse an empty conversation.`],
    ],
    [
      "no messages in prompt and evaluation",
      [],
      [`${refused}:12 There are no messages: providers refuse an empty conversation.`],
      { appended: [] },
    ],
    [
      "a conversation that begins with the assistant",
      [system, assistant, user],
      [`${refused}:9 The conversation begins with the assistant: Anthropic refuses it.`],
      { parameters: haiku },
    ],
    [
      "an evaluation that begins it so",
      [system],
      [`${refused}:12 The conversation begins with the assistant: Anthropic refuses it.`],
      { parameters: haiku, appended: [assistant, user] },
    ],
    ["OpenAI may begin so", [assistant, user], []],
    [
      "a last message of the assistant",
      [user, assistant],
      [
        `${refused}:9 The conversation ends with the assistant: claude-sonnet-4-6 refuses to continue its text.`,
      ],
      { parameters: sonnet },
    ],
    [
      "a last message of the assistant before that of an evaluation",
      [user, assistant],
      [],
      { parameters: sonnet, appended: [user] },
    ],
    [
      "a last message of the assistant for an older model",
      [user, assistant],
      [],
      { parameters: haiku },
    ],
    [
      "the JSON mode of OpenAI without the word",
      [user],
      [`${refused}:8 OpenAI refuses the JSON mode if no message contains the word "JSON".`],
      { parameters: `${openai}, responseFormat: JSON` },
    ],
    [
      "the JSON mode with the word in an evaluation",
      [system],
      [],
      {
        parameters: `${openai}, responseFormat: JSON`,
        appended: ["{ role: user, content: As json. }"],
      },
    ],
  ])("%s", check);
});

describe("tool calls", () => {
  const call = (...ids: readonly string[]): string =>
    `{ role: assistant, content: [${ids.map((id) => `{ type: TOOL_CALL, toolCall: { toolCallId: ${id}, type: function, function: { name: lookup, arguments: {} } } }`).join(", ")}] }`;
  const result = (id: string): string =>
    `{ role: tool, content: [{ type: TOOL_RESULT, toolCallId: ${id}, result: sent }] }`;
  const unanswered = (id: string): string =>
    `No result follows the tool call "${id}": providers refuse it.`;
  const invalid = "invalid-arguments a.yaml:9 The arguments of this tool call are not valid JSON.";
  const callWith = (text: string): string =>
    call("c1").replace("arguments: {}", `arguments: ${JSON.stringify(text)}`);
  test.each<Case>([
    ["arguments that are not JSON", [user, callWith("{bad"), result("c1")], [invalid]],
    [
      "arguments with a placeholder, which is not replaced",
      [user, callWith('{"order": {{order}}}'), result("c1")],
      [invalid],
    ],
    ["arguments as JSON text", [user, callWith(' {"order": 1} '), result("c1")], []],
    ["arguments as empty text", [user, callWith(""), result("c1")], []],
    [
      "two calls, each with its result",
      [user, call("c1", "c2"), result("c2"), result("c1"), user],
      [],
    ],
    [
      "a call without a result",
      [user, call("c1"), user],
      [`refused-tool-call a.yaml:9 ${unanswered("c1")}`],
    ],
    [
      "one of two calls without a result",
      [user, call("c1", "c2"), result("c1"), user],
      [`refused-tool-call a.yaml:9 ${unanswered("c2")}`],
    ],
    ["a last call, whose result comes with the request", [user, call("c1")], []],
    [
      "a last call, whose result an evaluation appends",
      [user, call("c1")],
      [],
      { appended: [result("c1")] },
    ],
    [
      "a last call, after which an evaluation appends something else",
      [user, call("c1")],
      [`refused-tool-call a.yaml:12 ${unanswered("c1")}`],
      { appended: [user] },
    ],
    [
      "a last call, after which an evaluation appends nothing",
      [user, call("c1")],
      [`refused-tool-call a.yaml:12 ${unanswered("c1")}`],
      { appended: [] },
    ],
    [
      "a result without a call",
      [user, result("c1")],
      [
        'result-without-call a.yaml:9 No earlier message has the tool call "c1": providers refuse its result.',
      ],
    ],
    [
      "two results of one call",
      [user, call("c1"), result("c1"), result("c1"), user],
      [
        'refused-tool-call a.yaml:9 The tool call "c1" has another result already: providers refuse it.',
      ],
    ],
    [
      "two calls with one id",
      [user, call("c1"), result("c1"), call("c1"), result("c1")],
      ['refused-tool-call a.yaml:9 Another tool call has the id "c1": providers refuse it.'],
    ],
    [
      "an id that Anthropic refuses",
      [user, call("call.1"), result("call.1"), user],
      ['refused-tool-call a.yaml:9 Anthropic refuses the tool call id "call.1".'],
      { parameters: haiku },
    ],
  ])("%s", check);
});
