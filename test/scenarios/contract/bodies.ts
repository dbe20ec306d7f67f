// Request bodies and the expected response bodies, written out.
import type { JsonObject } from "../../../src/engine/model/json.ts";
import bodies from "../../fixtures/request-bodies.json" with { type: "json" };

export const toolBody: JsonObject & { readonly name: string } = bodies.tool;
export const parameters: JsonObject = bodies.parameters;

/** One message with each type of block, as in a response. */
export const messages: readonly JsonObject[] = [
  { role: "system", content: [{ type: "TEXT", text: "You triage tickets for {{company}}.\n" }] },
  {
    role: "user",
    content: [
      { type: "TEXT", text: "Ünïcode 😀\u202e" },
      { type: "IMAGE_BASE64", imageBase64: "iVBORw0KGgo=", mediaType: "image/png" },
    ],
  },
  {
    role: "assistant",
    content: [
      {
        type: "TOOL_CALL",
        toolCall: {
          toolCallId: "call_1",
          type: "function",
          function: { name: "lookup_order", arguments: '{"orderNumber": 7' },
        },
      },
    ],
  },
  { role: "tool", content: [{ type: "TOOL_RESULT", toolCallId: "call_1", result: "" }] },
];

export function promptBody(...toolIds: readonly string[]): JsonObject {
  return {
    name: "Support triage",
    parameters,
    messages: messages.map((message, index) => ({ promptMessageId: `m${index}`, ...message })),
    tools: toolIds.map((toolId) => ({ toolId })),
  };
}

export function evaluationBody(promptId: string): JsonObject {
  return {
    promptId,
    variables: { company: "Acme", note: null },
    appendedMessages: [{ role: "user", content: [{ type: "TEXT", text: "I want my money back" }] }],
  };
}

interface AssertionBodies {
  readonly request: JsonObject;
  readonly response: JsonObject;
}

const weight = 1;
const directed = { ignoreCase: false, negate: false };
const located = { ...directed, jsonPath: "$" };

/** A request body without evaluationId, and the response body without ids: the same with defaults. */
const assertion = (request: JsonObject, defaults: JsonObject = {}): AssertionBodies => ({
  request,
  response: { weight, ...defaults, ...request },
});

/** Each variant. */
export const assertions: readonly AssertionBodies[] = [
  assertion({ type: "EXACT_MATCH", targetValue: "yes" }, located),
  assertion({
    type: "STARTS_WITH",
    targetValue: "Hello",
    weight: 0.5,
    jsonPath: "$.text",
    ignoreCase: true,
    negate: true,
  }),
  assertion({ type: "CONTAINS_ALL", targetValues: ["a", "b"] }, located),
  assertion({ type: "CONTAINS_ANY", targetValues: ["hello", "hi"], ignoreCase: true }, located),
  assertion({ type: "COST", targetThreshold: 0.01 }),
  assertion({ type: "LATENCY", targetThreshold: 2000, weight: 0 }),
  assertion({ type: "TOOL_CALLED", toolName: "lookup_order" }),
  assertion(
    { type: "TOOL_CALLED_WITH", toolName: "lookup_order", argKeyName: "orderNumber" },
    directed,
  ),
];

export function without(body: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== key));
}
