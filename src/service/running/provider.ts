// What one provider is to the service: how it is asked, and how its answer reads.
// The rows are anthropic.ts and openai.ts; who calls is runner.ts.
import type { Json, JsonObject } from "../../engine/model/json.ts";
import type { Block } from "../../generated/types.ts";
import type { Run } from "./conversation.ts";

export interface Provider {
  /** The word in the model parameters response, and in the price data. */
  readonly id: "anthropic" | "openai";
  /** Its name, for people. */
  readonly name: string;
  /** The environment variable people set its key in, for messages. */
  readonly keyVariable: string;
  readonly baseUrl: string;
  native(run: Run): JsonObject;
  /** The address to post to; the base has no slash at its end. */
  url(baseUrl: string): string;
  /** The headers that carry the key, and the version of the interface where it has one. */
  headers(key: string): Record<string, string>;
  /** The reply, or undefined where this is not an answer of the provider. */
  read(answer: Json): Reply | undefined;
}

export interface Reply {
  /** TEXT and TOOL_CALL blocks. */
  readonly content: Block[];
  readonly usage: Usage;
  /** The model that answered, by its exact name. */
  readonly model: string | undefined;
}

export interface Usage {
  /** All tokens read, those of a cache included. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
}

/** A block for text; none where there is no text. */
export function textBlocks(text: unknown): Block[] {
  return typeof text === "string" && text !== "" ? [{ type: "TEXT", text }] : [];
}

export function toolCallBlock(toolCallId: string, name: string, given: string): Block {
  return {
    type: "TOOL_CALL",
    toolCall: { toolCallId, type: "function", function: { name, arguments: given } },
  };
}

/** The number, 0 where there is none. */
export function count(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
