// The messages of a prompt in the form that both native request shapes start from.
// A tool message belongs to the user. Adjacent user messages with tool results are merged, because
// both providers require all results directly after the calls.
import type { Block, Message, ToolResultBlock } from "../generated/types.ts";

/** A message by its author; each list of blocks keeps its order. Only user messages have results. */
export interface ProviderMessage {
  readonly role: "system" | "user" | "assistant";
  readonly results: ToolResultBlock[];
  readonly blocks: Exclude<Block, ToolResultBlock>[];
}

/** Converts messages whose blocks their role allows. */
export function toProviderMessages(messages: readonly Message[]): readonly ProviderMessage[] {
  const merged: ProviderMessage[] = [];
  for (const { role, content } of messages) {
    const results = content.filter((block) => block.type === "TOOL_RESULT");
    const blocks = content.filter((block) => block.type !== "TOOL_RESULT");
    const last = merged.at(-1);
    if (results.length > 0 && last && last.results.length > 0) {
      last.results.push(...results);
      last.blocks.push(...blocks);
    } else merged.push({ role: role === "tool" ? "user" : role, results, blocks });
  }
  return merged;
}
