// A provider: its facts, how a rendered prompt becomes a request to one of its APIs, and how the response is
// read.
import type { Json, JsonObject } from "../engine/model/json.ts";
import type { ApiFacts } from "../engine/providers/api-facts.ts";
import type { ProviderFacts } from "../engine/providers/provider-facts.ts";
import type { StopReason } from "../engine/model/prompt-run.ts";
import type { RenderedPrompt } from "../engine/render/rendered-prompt.ts";
import type { Block } from "../generated/types.ts";

/** A row of the table in providers.ts: the calls of one API. */
export interface ProviderCalls {
  /**
   * The body of the request, in the native shape of the API. Undefined fields are not sent.
   * `maxTokensField`: another name of the field of the token limit.
   */
  toRequest(rendered: RenderedPrompt, maxTokensField?: string): Record<string, unknown>;
  /** The URL to post requests to; `baseUrl` has no query and no trailing slash. */
  url(baseUrl: string): string;
  /** The headers with the API key, if there is one, and the API version, if it is required. */
  headers(key: string | undefined): Record<string, string>;
  /** Throws an UnreadableReply if the response does not have the format of the API. */
  parseReply(response: JsonObject): ParsedReply;
  /** The "API flavor" of @pydantic/genai-prices that reads the token counts. */
  readonly usageFormat: "default" | "chat" | "responses";
}

export interface Provider extends ProviderFacts, ProviderCalls {
  readonly api: ApiFacts;
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
