// A provider as data: how a rendered prompt becomes its request, and how its response is read.
// The rows are anthropic.ts and openai.ts.
import type { Json, JsonObject } from "../engine/model/json.ts";
import type { StopReason } from "../engine/model/prompt-run.ts";
import type { RenderedPrompt } from "../engine/model/rendered-prompt.ts";
import type { Block } from "../generated/types.ts";

export interface Provider {
  /** The provider's name in the model parameters response and in the price data. */
  readonly id: "anthropic" | "openai";
  /** The provider's name in messages. */
  readonly name: string;
  /** The environment variable with the API key, for messages. */
  readonly keyVariable: string;
  /** The environment variable with another base URL, for messages. */
  readonly baseUrlVariable: string;
  readonly baseUrl: string;
  /** The body of the request, in the provider's native shape. Undefined fields are not sent. */
  toRequest(rendered: RenderedPrompt): Record<string, unknown>;
  /** The URL to post to; `baseUrl` has no trailing slash. */
  url(baseUrl: string): string;
  /** The headers with the API key and, if the provider requires one, the API version. */
  headers(key: string): Record<string, string>;
  /** Throws an UnreadableReply if the response does not have the provider's format. */
  parseReply(response: JsonObject): ParsedReply;
  /** The "API flavor" of @pydantic/genai-prices that reads the usage in responses. */
  readonly usageFormat: "default" | "chat";
}

export interface ParsedReply {
  /** TEXT and TOOL_CALL blocks. */
  readonly content: Block[];
  /** null if the response has none. */
  readonly stopReason: StopReason | null;
  /** Why the model refused, if the response says it outside of the content. */
  readonly stopExplanation?: string;
}

/** One TEXT block, or none if the text is empty. */
export function textBlocks(text: string): Block[] {
  return text === "" ? [] : [{ type: "TEXT", text }];
}

/** A TOOL_CALL block; `args` is JSON text as the model wrote it. */
export function toolCallBlock(toolCallId: string, name: string, args: string): Block {
  return {
    type: "TOOL_CALL",
    toolCall: { toolCallId, type: "function", function: { name, arguments: args } },
  };
}

interface JsonTypes {
  readonly string: string;
  readonly object: JsonObject;
  readonly list: readonly Json[];
}

/** A response that is not a reply. The message names the field, and never quotes its value. */
export class UnreadableReply extends Error {
  override readonly name = "UnreadableReply";
}

/** Returns the value of a field; throws an UnreadableReply if it has another type. */
export function expectType<Name extends keyof JsonTypes>(
  value: Json | undefined,
  type: Name,
  field: string,
): JsonTypes[Name] {
  const found = typeName(value);
  if (found === type) return value as JsonTypes[Name];
  throw new UnreadableReply(
    found === "undefined" ? `${field} is missing` : `${field} is ${found}, not ${type}`,
  );
}

/** The name of a value's JSON type; `undefined` without a value. */
export function typeName(value: Json | undefined): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "list" : typeof value;
}
