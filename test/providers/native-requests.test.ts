// The table native-requests.yaml against both providers' request shapes, and the defaults it rests on.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { JsonObject } from "../../src/engine/model/json.ts";
import { shapes } from "../../src/generated/shapes.ts";
import type { Message, ModelParameters, Prompt } from "../../src/generated/types.ts";
import { toAnthropicRequest } from "../../src/providers/anthropic-request.ts";
import { toOpenaiRequest } from "../../src/providers/openai-request.ts";
import { defaultSettings } from "../../src/providers/settings.ts";
import { promptOf, type ToolSpec } from "./prompts.ts";

interface Row {
  readonly case: string;
  readonly parameters?: Partial<ModelParameters>;
  readonly tools?: readonly ToolSpec[];
  readonly messages: Message[];
  readonly user?: string;
  readonly anthropic: JsonObject;
  readonly openai: JsonObject;
}

const table = readFileSync(join(import.meta.dirname, "native-requests.yaml"), "utf8");
const rows = parse(table, { merge: true }) as Row[];

const runOf = (row: Row, provider: Prompt["parameters"]["provider"]) => ({
  prompt: promptOf({ name: "m", provider, ...row.parameters }, row.tools),
  messages: row.messages,
  ...(row.user !== undefined && { user: row.user }),
});

describe("the request of Anthropic", () => {
  it.each(rows)("$case", (row) => {
    expect(toAnthropicRequest(runOf(row, "ANTHROPIC"))).toStrictEqual(row.anthropic);
  });
});

describe("the request of OpenAI", () => {
  it.each(rows)("$case", (row) => {
    expect(toOpenaiRequest(runOf(row, "OPENAI"))).toStrictEqual(row.openai);
  });
});

it("a key named __proto__ in arguments is a key like any other", () => {
  const called = { name: "look", arguments: '{"__proto__": {"a": 1}}' };
  const toolCall = { toolCallId: "c", type: "function" as const, function: called };
  const message: Message = { role: "assistant", content: [{ type: "TOOL_CALL", toolCall }] };
  const native = toAnthropicRequest({ prompt: promptOf({}), messages: [message] });
  expect(JSON.stringify(native["messages"])).toContain('"input":{"__proto__":{"a":1}}');
});

it("the defaults that providers are not told are those that definitions may leave out", () => {
  const shape = shapes["prompt"]!;
  const parameters = shape.form === "object" && shape.fields["parameters"]!.shape;
  const fields = parameters && parameters.form === "object" ? parameters.fields : {};
  const documented = Object.entries(fields).flatMap(([name, field]) =>
    field.default === undefined ? [] : [[name, field.default]],
  );
  expect(Object.fromEntries(documented)).toEqual(defaultSettings);
});
