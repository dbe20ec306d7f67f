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

interface Case {
  readonly name: string;
  readonly parameters?: string;
  readonly messages: readonly string[];
  readonly appended?: readonly string[];
  readonly expected: readonly string[];
}

function check({ parameters = openai, messages, appended, expected }: Case): Promise<void> {
  return expect(diagnosticsOf(project(parameters, messages, appended))).resolves.toEqual(expected);
}

const refused = "refused-messages a.yaml";

describe("messages", () => {
  test.for<Case>([
    {
      name: "a system message alone, whose user message comes with the request",
      parameters: sonnet,
      messages: [system],
      expected: [],
    },
    {
      name: "a system message, whose user message an evaluation appends",
      parameters: sonnet,
      messages: [system],
      appended: [user],
      expected: [],
    },
    {
      name: "a system message and an evaluation without messages",
      parameters: sonnet,
      messages: [system],
      appended: [],
      expected: [`${refused}:12 The conversation has only system messages: Anthropic refuses it.`],
    },
    { name: "the same with OpenAI", messages: [system], appended: [], expected: [] },
    {
      name: "no messages",
      messages: [],
      expected: [`${refused}:9 There are no messages: providers refuse an empty conversation.`],
    },
    {
      name: "a message without content",
      messages: ["{ role: user, content: [] }"],
      expected: [`${refused}:9 No message has content: providers refuse an empty conversation.`],
    },
    {
      name: "no messages in prompt and evaluation",
      messages: [],
      appended: [],
      expected: [`${refused}:12 There are no messages: providers refuse an empty conversation.`],
    },
    {
      name: "a conversation that begins with the assistant",
      parameters: haiku,
      messages: [system, assistant, user],
      expected: [`${refused}:9 The conversation begins with the assistant: Anthropic refuses it.`],
    },
    {
      name: "an evaluation that begins it so",
      parameters: haiku,
      messages: [system],
      appended: [assistant, user],
      expected: [`${refused}:12 The conversation begins with the assistant: Anthropic refuses it.`],
    },
    { name: "OpenAI may begin so", messages: [assistant, user], expected: [] },
    {
      name: "a last message of the assistant",
      parameters: sonnet,
      messages: [user, assistant],
      expected: [
        `${refused}:9 The conversation ends with the assistant: claude-sonnet-4-6 refuses to continue its text.`,
      ],
    },
    {
      name: "a last message of the assistant before that of an evaluation",
      parameters: sonnet,
      messages: [user, assistant],
      appended: [user],
      expected: [],
    },
    {
      name: "a last message of the assistant for an older model",
      parameters: haiku,
      messages: [user, assistant],
      expected: [],
    },
    {
      name: "the JSON mode of OpenAI without the word",
      parameters: `${openai}, responseFormat: JSON`,
      messages: [user],
      expected: [
        `${refused}:8 OpenAI refuses the JSON mode if no message contains the word "JSON".`,
      ],
    },
    {
      name: "the JSON mode with the word in an evaluation",
      parameters: `${openai}, responseFormat: JSON`,
      messages: [system],
      appended: ["{ role: user, content: As json. }"],
      expected: [],
    },
  ])("$name", check);
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
  test.for<Case>([
    {
      name: "arguments that are not JSON",
      messages: [user, callWith("{bad"), result("c1")],
      expected: [invalid],
    },
    {
      name: "arguments with a placeholder, which is not replaced",
      messages: [user, callWith('{"order": {{order}}}'), result("c1")],
      expected: [invalid],
    },
    {
      name: "arguments as JSON text",
      messages: [user, callWith(' {"order": 1} '), result("c1")],
      expected: [],
    },
    {
      name: "arguments as empty text",
      messages: [user, callWith(""), result("c1")],
      expected: [],
    },
    {
      name: "two calls, each with its result",
      messages: [user, call("c1", "c2"), result("c2"), result("c1"), user],
      expected: [],
    },
    {
      name: "a call without a result",
      messages: [user, call("c1"), user],
      expected: [`refused-tool-call a.yaml:9 ${unanswered("c1")}`],
    },
    {
      name: "one of two calls without a result",
      messages: [user, call("c1", "c2"), result("c1"), user],
      expected: [`refused-tool-call a.yaml:9 ${unanswered("c2")}`],
    },
    {
      name: "a last call, whose result comes with the request",
      messages: [user, call("c1")],
      expected: [],
    },
    {
      name: "a last call, whose result an evaluation appends",
      messages: [user, call("c1")],
      appended: [result("c1")],
      expected: [],
    },
    {
      name: "a last call, after which an evaluation appends something else",
      messages: [user, call("c1")],
      appended: [user],
      expected: [`refused-tool-call a.yaml:12 ${unanswered("c1")}`],
    },
    {
      name: "a last call, after which an evaluation appends nothing",
      messages: [user, call("c1")],
      appended: [],
      expected: [`refused-tool-call a.yaml:12 ${unanswered("c1")}`],
    },
    {
      name: "a result without a call",
      messages: [user, result("c1")],
      expected: [
        'result-without-call a.yaml:9 No earlier message has the tool call "c1": providers refuse its result.',
      ],
    },
    {
      name: "two results of one call",
      messages: [user, call("c1"), result("c1"), result("c1"), user],
      expected: [
        'refused-tool-call a.yaml:9 The tool call "c1" has another result already: providers refuse it.',
      ],
    },
    {
      name: "two calls with one id",
      messages: [user, call("c1"), result("c1"), call("c1"), result("c1")],
      expected: [
        'refused-tool-call a.yaml:9 Another tool call has the id "c1": providers refuse it.',
      ],
    },
    {
      name: "an id that Anthropic refuses",
      parameters: haiku,
      messages: [user, call("call.1"), result("call.1"), user],
      expected: ['refused-tool-call a.yaml:9 Anthropic refuses the tool call id "call.1".'],
    },
  ])("$name", check);
});
