// The messages of a prompt in the form that both native request shapes start from.
// A tool message belongs to the user. Adjacent user messages with tool results are merged, because
// both providers require all results directly after the calls. Models that continue a last message of
// the assistant refuse white space at its end, so it is sent without.
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
  trimPrefill(merged);
  return merged;
}

/** Removes the white space at the end of the last message, if it is the assistant's. */
function trimPrefill(messages: readonly ProviderMessage[]): void {
  // Anthropic's requests have system messages in a field of their own.
  const conversation = messages.filter(({ role }) => role !== "system");
  for (const { role, blocks } of conversation.toReversed()) {
    if (role !== "assistant") return;
    for (let last = blocks.at(-1); last; last = blocks.at(-1)) {
      if (last.type !== "TEXT") return;
      const text = last.text.trimEnd();
      blocks.pop();
      if (text === "") continue; // the text before it is the last one now
      blocks.push({ ...last, text });
      return;
    }
  }
}
