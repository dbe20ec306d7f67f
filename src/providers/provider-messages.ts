// The messages of a prompt in the form that both native request shapes start from.
// A tool message belongs to the user. Adjacent user messages with tool results are merged, because
// both providers require all results directly after the calls.
import type {
  ImageBlock,
  Message,
  TextBlock,
  ToolCallBlock,
  ToolResultBlock,
} from "../generated/types.ts";

export type UserBlock = TextBlock | ImageBlock;

/** A message by its author; each list of blocks keeps its order. */
export type ProviderMessage =
  | { readonly role: "system"; readonly texts: readonly TextBlock[] }
  | {
      readonly role: "user";
      readonly results: readonly ToolResultBlock[];
      readonly blocks: readonly UserBlock[];
    }
  | { readonly role: "assistant"; readonly blocks: readonly (TextBlock | ToolCallBlock)[] };

/** Converts messages; blocks that their role does not allow are dropped. */
export function toProviderMessages(messages: readonly Message[]): readonly ProviderMessage[] {
  const merged: ProviderMessage[] = [];
  for (const message of messages.map(toProviderMessage)) {
    const last = merged.at(-1);
    if (hasResults(message) && last && hasResults(last))
      merged.splice(-1, 1, {
        role: "user",
        results: [...last.results, ...message.results],
        blocks: [...last.blocks, ...message.blocks],
      });
    else merged.push(message);
  }
  return merged;
}

function hasResults(
  message: ProviderMessage,
): message is Extract<ProviderMessage, { role: "user" }> {
  return message.role === "user" && message.results.length > 0;
}

function toProviderMessage({ role, content }: Message): ProviderMessage {
  switch (role) {
    case "system":
      return { role, texts: content.filter((block) => block.type === "TEXT") };
    case "assistant":
      return {
        role,
        blocks: content.filter((block) => block.type === "TEXT" || block.type === "TOOL_CALL"),
      };
    case "user":
    case "tool":
      return {
        role: "user",
        results: content.filter((block) => block.type === "TOOL_RESULT"),
        blocks: content.filter((block) => block.type === "TEXT" || block.type === "IMAGE_BASE64"),
      };
  }
}
