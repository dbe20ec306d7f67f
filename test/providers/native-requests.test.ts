// The native request bodies of the APIs of both providers, by the cases of native-requests.yaml.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { JsonObject } from "../../src/engine/model/json.ts";
import type { Message, ModelParameters, Prompt } from "../../src/generated/types.ts";
import { anthropic } from "../../src/providers/anthropic.ts";
import { nativeDigest } from "../../src/providers/native-digest.ts";
import { openaiResponses } from "../../src/providers/openai-responses.ts";
import { openai } from "../../src/providers/openai.ts";
import { look, promptOf, type ToolSpec } from "./prompts.ts";

interface Row {
  readonly case: string;
  readonly parameters?: Partial<ModelParameters>;
  readonly tools?: readonly ToolSpec[];
  readonly messages: Message[];
  readonly user?: string;
  readonly anthropic: JsonObject;
  readonly openai: JsonObject;
  readonly responses: JsonObject;
}

const table = readFileSync(join(import.meta.dirname, "native-requests.yaml"), "utf8");
const rows = parse(table, { merge: true }) as Row[];

const renderedFor = (row: Row, provider: Prompt["parameters"]["provider"]) => ({
  prompt: promptOf({ name: "m", provider, ...row.parameters }, row.tools),
  messages: row.messages,
  ...(row.user !== undefined && { user: row.user }),
});

/** The body as the provider receives it. */
const sent = (body: object): unknown => JSON.parse(JSON.stringify(body));

describe("an Anthropic request", () => {
  it.each(rows)("$case", (row) => {
    expect(sent(anthropic.toRequest(renderedFor(row, "ANTHROPIC")))).toStrictEqual(row.anthropic);
  });
});

describe("an OpenAI request", () => {
  it.each(rows)("$case", (row) => {
    expect(sent(openai.toRequest(renderedFor(row, "OPENAI")))).toStrictEqual(row.openai);
  });
});

describe("a request to OpenAI's Responses API", () => {
  it.each(rows)("$case", (row) => {
    const options = { api: "responses" } as const;
    const rendered = renderedFor({ ...row, parameters: { ...row.parameters, options } }, "OPENAI");
    expect(sent(openaiResponses.toRequest(rendered))).toStrictEqual(row.responses);
  });
});

it("requests that differ in digits that a double does not hold have different digests", () => {
  const digestOf = (args: string): string => {
    const call = { name: "look", arguments: args };
    const toolCall = { toolCallId: "c", type: "function" as const, function: call };
    const messages: Message[] = [{ role: "assistant", content: [{ type: "TOOL_CALL", toolCall }] }];
    return nativeDigest({ prompt: promptOf({ provider: "ANTHROPIC" }), messages });
  };
  const digests = ["9007199254740992", "9007199254740993", " 9007199254740993 "].map((number) =>
    digestOf(`{"id":${number}}`),
  );
  expect(digests[0]).not.toBe(digests[1]);
  expect(digests[1]).toBe(digests[2]);
});

it("__proto__ in tool call arguments is an ordinary key", () => {
  const call = { name: "look", arguments: '{"__proto__": {"a": 1}}' };
  const toolCall = { toolCallId: "c", type: "function" as const, function: call };
  const message: Message = { role: "assistant", content: [{ type: "TOOL_CALL", toolCall }] };
  const request = anthropic.toRequest({ prompt: promptOf({}), messages: [message] });
  expect(JSON.stringify(request["messages"])).toContain('"input":{"__proto__":{"a":1}}');
});

describe("the digest of a request", () => {
  const digestOf = (text: string, parameters = {}): string =>
    nativeDigest({
      prompt: promptOf({ maxTokens: 5, ...parameters }, [look]),
      messages: [{ role: "user", content: [{ type: "TEXT", text }] }],
    });
  const digest = digestOf("Hi");

  it("is that of the body that is sent", () => {
    expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect([digestOf("Hi"), digestOf("Hi", { stream: true }), digestOf("Hi", { topP: 1 })]).toEqual(
      [digest, digest, digest],
    );
  });

  it.each([
    ["text", digestOf("Hello")],
    ["model", digestOf("Hi", { name: "claude-haiku-4-5" })],
    ["setting", digestOf("Hi", { temperature: 0 })],
    ["provider", digestOf("Hi", { provider: "OPENAI" })],
  ])("differs by %s", (_, other) => {
    expect(other).not.toBe(digest);
  });
});
